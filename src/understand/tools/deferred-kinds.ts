/**
 * Files whose text something runs later, by their names: hooks, package scripts, tasks of editors, CI, build files, what an interpreter or a
 * tool loads when it starts. Asked of each file that is written, so it holds nothing but names.
 */

import { recent } from '../../common/memo.ts'

const KINDS = {
  json: /\/(package|composer|project|nodemon|deno|nx|turbo|vercel|railway|app|lefthook|\.lefthook|opencode|mcp|hooks|tasks|launch|lerna|sublime-project|renovate|cdk|devbox|process-compose|wireit|pm2|ecosystem)\.jsonc?$|\/\.(lintstagedrc|lint-staged|huskyrc|nodemonrc|ghooks|czrc|cz|release-it|bootstraprc)(\.json)?$|\/\.(vscode|zed|cursor|gemini|windsurf|theia)\/[^/]+\.json$|\.(code-workspace|sublime-(project|build))$/,
  devcontainer: /\/(\.devcontainer\/(.+\/)?devcontainer|\.devcontainer)\.json$/,
  dockerfile: /\/(Dockerfile|Containerfile)[\w.-]*$|\.(Dockerfile|containerfile)$/,
  compose: /\/(docker-|podman-)?compose[\w.-]*\.ya?ml$/,
  ci: /\/(\.github\/(workflows|actions)\/.+|action|\.gitlab-ci[\w.-]*|\.gitlab\/.+|\.circleci\/.+|[\w.-]*azure-pipelines[\w.-]*|\.azure\/.+|bitbucket-pipelines|\.?appveyor|\.travis|\.drone|\.woodpecker(\/.+)?|\.(forgejo|gitea)\/workflows\/.+|\.buildkite\/.+|buildspec[\w.-]*|cloudbuild[\w.-]*|\.cirrus|\.semaphore\/.+|codemagic|wercker|\.builds\/.+|\.tekton\/.+|render|\.gitpod|netlify)\.ya?ml$/,
  yaml: /\.(ya?ml|sls)$|\/user-data$|\/\.(lintstagedrc|huskyrc)$/,
  toml: /\/(\.?mise[\w.-]*|mise\/config[\w.-]*|\.mise\/config|\.rtx|\.?lefthook|pyproject|pixi|Makefile|bacon|netlify|fly|railway|\.cargo\/config|config|runtime|hatch|poetry|rye|uv|wrangler|Trunk|\.pueue|Procfile|flox|manifest|\.?taplo|cog|\.codex\/config|anvil|bunfig|devenv|typos|nextest)\.toml$|\/\.cargo\/config$|\/\.replit$/,
  make: /\/(GNU)?[Mm]akefile([.-][\w.-]+)?$|\.(mk|mak|make)$/,
  just: /\/\.?[Jj]ustfile$|\.just$/,
  hook: /\/(\.git\/hooks|\.husky|\.githooks|git-hooks|githooks|\.hooks)\/(_\/)?[a-z]+(-[a-z]+)*$|\/hooks\/(pre|post|commit|prepare|applypatch|update|push|reference|fsmonitor|sendemail)[a-z-]*$/,
  start:
    /\/(\.envrc|\.env\.sh|\.autoenv(\.zsh)?|\.bash_completion|\.(bash|zsh|profile|login|logout|kshrc|mkshrc)[\w]*)$|\/bash-completion\/completions\/[^/]+$|\.fish$|\/\.config\/direnv\/.+$/,
  shell:
    /\.(sh|bash|zsh|ksh|bats|command)$|\/(mise-tasks|\.mise-tasks|\.mise\/tasks|\.config\/mise\/tasks|\.asdf\/plugins\/[^/]+\/(bin|lib)|\.?bin|script|scripts|\.buildkite\/hooks|\.dokku|debian)\/(?:[\w.-]+\/)*[\w-]+$|\/(docker-)?entrypoint$|\.(postinst|preinst|postrm|prerm|install|ebuild)$|\/(PKGBUILD|APKBUILD)$|\/(configure|bootstrap|gradlew|mvnw)$/,
  powershell: /\.(ps1|psm1|psd1)$/,
  batch: /\.(bat|cmd)$/i,
  keys: /\.reg$/i,
  python:
    /\/(conftest|sitecustomize|usercustomize|setup|noxfile|tasks|fabfile|dodo|wscript|hatch_build|gunicorn\.conf|ipython_config|jupyter_\w+_config|build|\.pythonrc|pythonstartup|pavement|shovel|robotframework|locustfile|docs\/conf|waf)(\.py)?$|\/(SConstruct|SConscript|wscript)$|\/\.ipython\/.+\.py$|\/startup\/[\w-]+\.py$|\/\.(claude|cursor|codex|gemini)\/.+\.py$|\/Tiltfile$/,
  node: /\/[\w.-]+\.(config|setup|conf)\.[cm]?[jt]s$|\/\.[\w-]+rc\.[cm]?js$|\/(gulpfile|Gruntfile|Jakefile|Cakefile|\.pnpmfile|pnpmfile|webpack[\w.]*|postinstall|preinstall|prepare|install|setupTests|jest\.setup|vitest\.setup|globalSetup|global-setup|global-teardown|karma\.conf|protractor\.conf|wdio\.conf|ember-cli-build|ecosystem\.config|forge\.config|metro\.config|next\.config|server\.config|\.eslintrc|\.mocharc|\.babelrc|\.prettierrc|instrumentation|drizzle\.config|danger(file)?)\.[cm]?[jt]s$|\/\.yarn\/(plugins|releases)\/.+\.[cm]?js$|\/\.(claude|cursor|codex|gemini|opencode|husky)\/.+\.[cm]?[jt]s$/,
  ruby: /\/(Rakefile|Gemfile|Guardfile|Fastfile|Podfile|Vagrantfile|Brewfile|Capfile|Berksfile|Dangerfile|Appraisals|config\.ru|\.irbrc|\.pryrc|\.rspec_helper|spec_helper\.rb|rails_helper\.rb|extconf\.rb|Thorfile|Puppetfile)$|\.(rake|gemspec|podspec)$|\/Formula\/.+\.rb$/,
  perl: /\/(Makefile|Build)\.PL$/,
  rust: /\/build\.rs$/,
  r: /\/(\.Rprofile|Rprofile\.site)$/,
  vim: /\/(\.vimrc|\.exrc|\.gvimrc|\.nvimrc|init\.vim)$/,
  lua: /\/(\.nvim\.lua|init\.lua|\.luarc\.lua)$/,
  gdb: /\/\.gdbinit$/,
  groovy: /\/(Jenkinsfile[\w.-]*|[\w.-]*\.gradle(\.kts)?|[\w.-]+\.groovy)$/,
  cmake: /\/CMakeLists\.txt$|\.cmake$/,
  hcl: /\.tf$|(?<!\.nomad)\.hcl$/,
  nomad: /\.nomad(\.hcl)?$/,
  nix: /\.nix$/,
  elixir: /\/(mix\.exs|\.iex\.exs)$/,
  pth: /\.pth$/,
  notebook: /\.ipynb$/,
  unit: /\.(service|socket|timer|path|mount|automount)$|\/(systemd|quadlet)\/.+\.(conf|container|pod|kube|build)$|\.desktop$|\/supervisord?[\w./-]*\.(conf|ini)$/,
  cron: /\/(crontabs?|cron\.d|\.?crontab)(\/[^/]+|[\w.-]*)?$|\.cron(tab)?$/,
  procfile: /\/Procfile[\w.-]*$/,
  xml: /\.(plist|csproj|fsproj|vbproj|vcxproj|targets|props|proj|xml)$|\/(pom|build)\.xml$|\/(\.idea\/runConfigurations|\.run)\/.+\.xml$/,
  git: /\/(\.gitconfig|\.gitmodules|\.git\/config|git\/config|\.lfsconfig|\.gitconfig[\w.-]+)$/,
  ini: /\/(tox\.ini|setup\.cfg|\.asdfrc|\.tmux\.conf|tmux\.conf|\.psqlrc|\.sqliterc|\.ackrc|\.screenrc|\.hgrc|hgrc|\.mailcap|\.xinitrc|\.xprofile|\.ssh\/rc)$/,
  sql: /\.(?:sql|psql|ddl)$/,
  instructions:
    /\/(CLAUDE(\.local)?|AGENTS?|GEMINI|CODEX|CONVENTIONS|copilot-instructions|SKILL)\.md$|\/\.(cursorrules|windsurfrules|clinerules|roorules|goosehints|aider\.conventions)$|\/\.(claude|cursor|gemini|codex|windsurf|github\/(instructions|prompts|chatmodes|agents)|clinerules|roo|kiro|junie|amazonq|augment|continue|opencode|trae|qwen|agents?)\/.+\.(md|mdc)$/,
  source:
    /\.([cm]?[jt]sx?|py|rb|php|p[lm]|go|rs|lua|[rR]|jl|exs?|java|kts?|scala|sbt|sc|swift|c|cc|cpp|cxx|cs|groovy|gradle|zig|bzl|bazel|dart|nim|cr|hs|mli?|cljs?|el|lisp|tcl|m4|ac|nf|smk|star|vue|svelte|fsx?|vb|vbs|vba|bas|xba|raku|gd|gs|hx|au3|ahk|nsi|exp|coffee|pas|mm?|kexs|bicep)$|\/(BUILD|WORKSPACE|meson\.build|Snakefile|\.Rprofile)$/,
  literate: /\.(Rmd|qmd|Rnw|jmd)$/,
  data: /\.json$/,
  registry: /\/(\.npmrc|\.yarnrc(\.yml)?|bunfig\.toml|pip\.conf|\.pip\/pip\.conf|pip\.ini|\.pypirc|\.condarc|\.gemrc)$/,
} satisfies Readonly<Record<string, RegExp>>

/** `other`: of a file whose name says nothing. */
export type DeferredKind = keyof typeof KINDS | 'other'

/** Read as these only where a file is nothing more exact. */
const GENERAL: ReadonlySet<string> = new Set(['yaml', 'source', 'shell', 'data'])
/** What is only read or shown: prose, tables, pictures, styles, records of versions. */
const SHOWN =
  /\.(mdx?|markdown|txt|text|rst|adoc|asciidoc|org|tex\.bak|log|csv|tsv|svg|png|jpe?g|gif|ico|pdf|s?css|less|sass|html?|lock|sum|po|pot|snap|map|patch|diff|srt|vtt|bib|ttf|woff2?|lockb|xliff?|strings|arb|geojson|ndjson|jsonl|proto|graphql|gql|prisma)$|\/(LICENSE|LICENCE|COPYING|NOTICE|AUTHORS|CHANGELOG|VERSION|CODEOWNERS|robots)$|\/\.(gitignore|dockerignore|npmignore|gitattributes|editorconfig|nvmrc|node-version|tool-versions|python-version|env[\w.-]*)$/i

/** A call is asked about its file more than once. */
const MOST_REMEMBERED = 50

const isShown = (file: string): boolean => SHOWN.test(file) || /^\/(dev|proc|sys)\//.test(file)

/** The kinds that a file is of; a name may be of two, and is read as each. */
export const deferredKinds = recent(MOST_REMEMBERED, (file: string): readonly DeferredKind[] => {
  const found = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter(kind => KINDS[kind].test(file))
  if (found.length === 0) return isShown(file) ? [] : ['other']
  const exact = found.filter(kind => !GENERAL.has(kind))
  return exact.length > 0 ? exact : found
})

export const isDeferred = (file: string): boolean => deferredKinds(file).length > 0
