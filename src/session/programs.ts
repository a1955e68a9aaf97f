/** What programs are for: which test, check, install, change or only look, as far as their names and subcommands say. */
import { once } from '../memo.ts'
import type { Role } from '../model.ts'

/** Programs by role where the program alone decides it. Everything else that is called runs something. */
const BY_PROGRAM: Readonly<Partial<Record<Role, string>>> = {
  test: `pytest jest vitest mocha ava tap jasmine karma rspec phpunit pest ctest nosetests nose2 tox nox behave cucumber bats prove
    busted gotestsum ginkgo cypress testcafe stestr trial robot cargo-nextest wtr web-test-runner unittest doctest minitest`,
  check: `tsc eslint ruff flake8 pylint mypy pyright black isort prettier biome rustc gcc g++ cc c++ clang clang++ cmake ninja meson
    make gmake javac kotlinc scalac ghc shellcheck hadolint yamllint markdownlint golangci-lint staticcheck gofmt rubocop standardrb
    stylelint webpack rollup esbuild parcel swc babel sass phpstan psalm ktlint detekt checkstyle swiftlint actionlint tflint
    pre-commit knip depcheck cspell codespell latexmk pdflatex xelatex sphinx-build mkdocs protoc buf ansible-lint py_compile
    compileall gradle gradlew mvn mvnw ant sbt bazel bazelisk xcodebuild nvcc ld vue-tsc svelte-check oxlint bandit pycodestyle`,
  install: `easy_install virtualenv venv corepack nuget choco winget scoop luarocks opam cpanm install-module install-package ensurepip`,
  probe: `which where command type whereis hash grep egrep fgrep zgrep rg ag ack diff cmp comm test [ ls dir stat pgrep pidof file ps
    lsof ss netstat nc ping dig nslookup host getent id whoami uname hostname env printenv locale df du free top uptime date find fd
    fdfind locate ldd nm readelf jobs pg_isready nvidia-smi wait-for-it man get-command test-path select-string get-process
    get-childitem test-connection get-item resolve-path`,
  look: `cat head tail less more bat batcat wc sort uniq cut awk gawk nl xxd hexdump od strings jq yq column tree pwd realpath readlink
    dirname basename md5sum sha1sum sha256sum cksum get-content get-location measure-object format-list tac rev history lscpu lsblk`,
  change: `rm mv cp mkdir rmdir touch ln chmod chown chgrp tee truncate dd patch rsync unzip tar zip gzip gunzip shred install
    new-item set-content remove-item copy-item move-item rename-item out-file add-content clear-content`,
  other: `cd pushd popd echo printf export unset set source . true false : sleep alias unalias shopt ulimit umask trap local declare
    readonly read exit return wait disown let eval exec break continue shift write-host write-output start-sleep set-location clear`,
}

/** Subcommands: `program subcommand`, in this order. */
const BY_SUBCOMMAND: readonly (readonly [Role, RegExp])[] = [
  [
    'test',
    /^(go|cargo|npm|pnpm|yarn|bun|deno|dotnet|swift|flutter|dart|zig|stack|cabal|mix|rails|lein|ng|nx|turbo|forge|hardhat|terraform|helm|composer|artisan|manage\.py|react-scripts|playwright|anchor|truffle) (tests?|t|tst|nextest|spec|bench)(:\S+)?$/,
  ],
  [
    'install',
    /^(npm|pnpm|yarn|bun) (i|in|install|ci|clean-install|add|up|update|upgrade|remove|rm|uninstall|un|dedupe|link|import)$/,
  ],
  [
    'install',
    /^(pip|pipx|poetry|pdm|conda|mamba|micromamba|brew|apt|apt-get|aptitude|dnf|yum|zypper|snap|gem|bundle|cargo|go|composer|rustup|nvm|pyenv|rbenv|asdf|mise|pod|pipenv|hatch|playwright|puppeteer|poetry self) (install|add|update|upgrade|remove|uninstall|create|sync|lock|get|mod|fetch|require|download|reinstall|full-upgrade|dist-upgrade|autoremove|toolchain|env|self-update|vendor)$/,
  ],
  [
    'install',
    /^(uv (add|sync|lock|pip|venv|remove|tool)|apk (add|del|update|upgrade)|dotnet (add|restore)|mix deps\.get|(flutter|dart) pub|terraform init|helm (dependency|dep)|docker pull|stack setup)$/,
  ],
  [
    'probe',
    /^(pip (show|list|freeze|check|index)|(npm|pnpm|yarn) (ls|list|view|info|outdated|why|root|bin)|git (grep|check-ignore|ls-remote|merge-base|show-ref|rev-parse|ls-files)|(systemctl|service) (status|is-active|is-enabled)|docker (version|info)|conda (list|info)|cargo (tree|metadata)|go (version|env|list)|apt-cache \S+)$/,
  ],
  [
    'check',
    /^(cargo (build|check|clippy|fmt|doc)|go (build|vet|fmt|generate)|dotnet (build|publish|format)|(swift|zig|flutter|stack|cabal|dart|mix|next|vite|ng|nx|turbo|astro|nuxt|hugo|jekyll|trunk|wasm-pack|anchor|forge|ionic|expo) (build|compile|analyze|check|lint|format)|terraform (validate|plan|fmt)|helm (lint|template)|docker (build|buildx)|docker compose (build|config)|manage\.py check|react-scripts build|uv build|poetry (build|check)|npm pack)$/,
  ],
  [
    'look',
    /^(git (log|show|status|blame|diff|shortlog|describe|reflog|remote|ls-tree|cat-file|config|whatchanged|count-objects|rev-list|for-each-ref)|gh (pr|release|repo|issue|gist) (view|list|diff)|docker (images|port|diff|history)|kubectl (explain|version)|helm (show)|terraform (show|output|state)|brew (list|info|search)|apt (list|show|search))$/,
  ],
  [
    'change',
    /^git (add|commit|checkout|switch|restore|reset|stash|merge|rebase|cherry-pick|revert|pull|push|fetch|clone|apply|am|mv|rm|tag|branch|init|worktree|submodule|clean|update-index)$/,
  ],
]

const byProgram = once(() => {
  const roles = new Map<string, Role>()
  for (const [role, names] of Object.entries(BY_PROGRAM) as [Role, string][])
    for (const name of names.split(/\s+/)) roles.set(name, role)
  return roles
})

/** The role of a program called with these subcommands, `git status`; undefined where only its operands can tell. */
export function roleByName(program: string, subcommands: readonly string[]): Role | undefined {
  if (subcommands.length > 0) {
    const name = [program, ...subcommands].join(' ')
    const shorter = `${program} ${subcommands[0]}`
    for (const [role, pattern] of BY_SUBCOMMAND) if (pattern.test(name) || pattern.test(shorter)) return role
  }
  return byProgram().get(program)
}

/** Programs that ask for and steer what runs elsewhere. */
const REMOTE =
  /^(gh|glab|kubectl|oc|k9s|helm|flux|argocd|docker|podman|nerdctl|crictl|aws|gcloud|az|heroku|fly|flyctl|vercel|netlify|wrangler|railway|render|doctl|hcloud|eksctl|nomad|consul|circleci|bk|buildkite-agent|jenkins-cli|sam|eb|ecs-cli|cf|supabase|firebase|databricks|snow|prefect|airflow|dagster|temporal|pm2|supervisorctl|systemctl|service|rc-service|launchctl|virsh|multipass|vagrant|juju|eas|xcrun|slurm)$/
/** What they are asked for there: how far something has come. */
const STATE =
  /^(describe|show|status|view|watch|wait|logs?|tail|ps|top|inspect|events?|stats|checks|poll|is-active|is-failed|rollout|jlist)(-[\w-]+)?$/
/** Whose lists are of what runs. */
const LISTS_STATE = /^(kubectl|oc|gh|glab|docker|podman|helm|flux|argocd|pm2|systemctl|nomad) (.* )?(get|list|ls)$/
/** Behind these words something is done. */
const ACTS =
  /^(exec|apply|create|delete|deploy|build|push|pull|cp|start|stop|restart|up|down|rm|install|upgrade|rerun|cancel|ssh|set|scale|undo)$/
/** Of these what is asked for is text, and does not change by itself. */
const STANDS =
  /^(gh|glab) (pr|mr|issue|repo|release|gist|api|auth|label|secret|variable) (view|list|ls|show|status|diff|get)/
const ALWAYS_STATE = /^(squeue|sacct|qstat|bjobs|sinfo|pg_isready|mysqladmin|nc|ncat|wait-for-it|dockerize)$/

/** Whether a call asks how far something has come that goes on elsewhere: `gh run watch`, `kubectl rollout status`. */
export function asksForState(program: string, words: readonly string[]): boolean {
  if (ALWAYS_STATE.test(program)) return true
  if (!REMOTE.test(program)) return false
  const plain = words.filter(word => /^[a-z][\w-]*$/i.test(word)).slice(0, 4)
  const at = plain.findIndex(
    (word, index) => STATE.test(word) || LISTS_STATE.test([program, ...plain.slice(0, index + 1)].join(' ')),
  )
  const before = plain.slice(0, at)
  // `gh run view`, but `docker run image ps`.
  const acts = before.some(word => ACTS.test(word)) || (before[0] === 'run' && !/^(gh|airflow|prefect)$/.test(program))
  return at >= 0 && !acts && !STANDS.test([program, ...plain].join(' '))
}

/** Names of tasks, package scripts and script files that test. */
export const NAMES_TESTS =
  /(^|[\s:_.\-/])(tests?|specs?|e2e|unittests?|smoke|jest|vitest|pytest|mocha|cypress|playwright)([\s:_.-]|$)/i
/** Those that build or check. */
export const NAMES_CHECKS =
  /(^|[\s:_.\-/])(build|rebuild|lint|checks?|types?|typecheck|tsc|compile|format|fmt|bundle|validate|verify|prettier|eslint|dist|package|assemble)([\s:_.-]|$)/i

/** Programs whose operands are names of tasks, after these subcommands. */
export const RUNS_TASKS =
  /^((npm|pnpm|yarn|bun|turbo|lerna|rush|composer|hatch|pdm|poe|nx) (run|run-script|run-many)|make|gmake|just|task|rake|gradle|mvn|ant|sbt|bazel (build|test|run)|invoke|inv|grunt|gulp|mage|ninja|deno task|xcodebuild|lein|poe|tox|nox)$/

/** Their first word says what they do, though nobody described it. */
const HAS_SUBCOMMANDS =
  /^(go|cargo|dotnet|npm|pnpm|yarn|bun|deno|pip|uv|poetry|pdm|conda|brew|apt|apt-get|gem|bundle|rails|mix|flutter|dart|swift|zig|nx|turbo|ng|vite|next|nuxt|astro|prisma|alembic|flask|django-admin|manage\.py|artisan|composer|terraform|aws|gcloud|az|gh|glab|helm|kubectl|systemctl|docker|podman|git|ruff|biome|playwright|cypress|react-scripts|supabase|wrangler|vercel|netlify|firebase|heroku|fly|flyctl|pulumi|cdk|serverless|sam|amplify|expo|eas|ionic|cordova|hardhat|forge|anchor|truffle|stack|cabal|opam|rustup|nvm|pyenv|rbenv|asdf|mise|poe|hatch|pipenv|mypy_primer|dbt|airflow|celery|scrapy|jupyter|mkdocs|hugo|jekyll|sphinx|kaggle|huggingface-cli|wandb|mlflow|dvc|bazel|bazelisk|buf|trunk|wasm-pack)$/

/** Whether the first plain word of a call names what it does: `cargo build`, and of programs that nobody knows. */
export function hasSubcommands(program: string, isUnknown: boolean): boolean {
  return (
    HAS_SUBCOMMANDS.test(program) || (isUnknown && byProgram().get(program) === undefined && !program.includes('/'))
  )
}

/** Programs that run another command as it would run without them. */
export const TRANSPARENT =
  /^(timeout|gtimeout|nice|ionice|env|nohup|stdbuf|setsid|time|xargs|parallel|caffeinate|command|builtin|exec|eval|chronic|unbuffer|script|npx|bunx|pnpx|uvx|pipx|(uv|poetry|pdm|pipenv|hatch|rye|conda|mamba|bundle|pnpm|yarn|npm|dotenv|direnv|mise|asdf|nix) (run|exec|x|dlx)|yarn dlx|python|ruby|php|perl|node|sh|bash|zsh|dash|ksh|pwsh|powershell|watch|flock|retry|cross-env|dotenv|tsx|ts-node)$/

/** They run a file that is named by their first operand. */
export const INTERPRETERS =
  /^(python|pypy|node|nodejs|ruby|perl|php|bash|sh|zsh|dash|ksh|deno|bun|tsx|ts-node|rscript|julia|lua|java|pwsh|powershell|osascript|groovy|elixir)$/
/** They run a file or package that is named behind `run`. */
export const RUNS_FILES = /^(go|deno|bun|dart|swift|v|crystal) run$/
export const SHELLS = /^(bash|sh|zsh|dash|ksh)$/

/** What only passes on, shortens or colours what another command prints. */
export const FILTERS =
  /^(tail|head|grep|egrep|fgrep|rg|sed|awk|gawk|cut|sort|uniq|wc|tee|cat|less|more|jq|yq|tr|column|fold|nl|tac|rev|strings|ts|select-object|select-string|out-string|out-null|measure-object|where-object|format-table|sort-object)$/

/** Options are words behind one dash. */
export const SINGLE_DASH =
  /^(find|java|javac|go|terraform|ffmpeg|ffprobe|gcc|g\+\+|clang|clang\+\+|mvn|gradle|openssl|convert|magick|xcodebuild|get-.*|set-.*|.*-item)$/
