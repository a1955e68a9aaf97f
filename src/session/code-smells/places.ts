/** What a file is for, by where it lies and what it is called: a test, a stand-in for tests, an example, a check. */

import { basename } from '../../common/path.ts'

const TEST_FILE =
  /(^|\/)(?:[\w-]+\.)*(?:[A-Z]\w*)?(Unit|Integration)?Tests?\/|(^|\/)(tests?|__tests__|specs?|e2e|testing|test[-_]?(suite|cases?)|src\/test|androidTest|cypress|playwright)\/|(^|\/)(test_[^/]*|conftest|[^/]*_(test|spec|tests))\.\w+$|\.(test|spec|e2e|cy|tests)\.[cm]?\w+$|(^|\/)[A-Z]\w*(Tests?|Spec|IT|TestCase)\.\w+$|_test\.(go|dart|exs?)$|\.t$|(^|\/)[\w-]*-(test|spec)\.\w+$|(^|[/_-])self[-_]?tests?\.\w+$/
const STAND_IN =
  /(^|\/)(\w+[-_]tests?|(http|io|fs|e|x|j|unit|integration|load)tests?|\w*test(ing|kit|utils?|data)|__mocks__|mocks?|fakes?|stubs?|fixtures?|__fixtures__|test[-_]?data|test[-_]?(utils?|helpers?|support)|samples?|examples?|demos?|stories|storybook|\.storybook|playground|sandbox|prototypes?|seeds?|seeders?|factories|templates?|scaffolds?|generators?|node_modules|vendor|third_party|benches|locales?|i18n|translations?)\/|(^|\/)(mock_[^/]*|[^/]*_mock)\.go$|(Mock|Fake|Stub)s?\.(java|kt|swift|cs|ts|js|php|scala)$|\.(mock|fake|stub|fixture|stories|story|example|sample)\.[cm]?\w+$/
const DOC =
  /(^|\/)(docs?|documentation)\/|\.(md|mdx|rst|adoc|txt|html?|tex)$|(^|\/)(README|CHANGELOG|LICENSE|NOTES|TODO)[^/]*$/i
const REPORT =
  /(^|\/)(results?|reports?|bench(marks?)?)\/[^/]+\.(md|csv|json|html?|tsv)$|(results?|reports?|bench(marks?)?|evaluations?|metrics|findings|scores?|model[-_ ]?card|leaderboard|measurements?|timings?|load[-_]?tests?|comparison|analysis|stats|statistics|survey|forecast|kpis?|audit|informes?|berichte?|rapports?|relat[oó]rios?|relazione|resultados?|ergebnisse?|résultats?|resultats?|risultati|messungen|messwerte|vergleich|comparati[fv][oa]?|verslag|otchet|报告|结果|报表|レポート|結果|보고서|결과|отч[её]т|результаты)[^/]*\.(md|txt|json|csv|html?|tex|ya?ml|tsv)$/i
const CODE =
  /\.(py|pyx|ipynb|[cm]?[jt]sx?|vue|svelte|go|rs|java|kts?|scala|swift|rb|php|cs|c|cc|cpp|cxx|h|hpp|m|mm|r|jl|lua|pl|pm|ex|exs|erl|hs|ml|clj|dart|zig|sh|bash|zsh|psm?1|sql|sol|gd|tf|groovy|gradle|nim|cr|f90|f|vb|bas|hx|elm|res|purs|csx|astro|erb|twig|ejs|hbs|cshtml|razor|ino|coffee|cls|vala|d|adb|pas|cob|cbl|rkt|scm|lisp|el|bat|cmd|for|cu|cl|fsx?|v|sv|vhdl?|asm|s|liquid|jinja2?|j2|nix|mli|re|as|tcl|awk|sed|apex|p|q|do|ado|sas|stan|wgsl|glsl|hlsl|metal|prql)$/i
/** Data that is handed over: no settings, no translations. */
const DATA_FILE = /\.(csv|tsv|jsonl|ndjson|parquet|xlsx?|npy|npz|feather|arrow|geojson|db|sqlite3?)$/i
const CI =
  /(^|\/)(\.github\/(workflows|actions)\/.+|\.gitlab-ci|\.circleci\/config|azure-pipelines|bitbucket-pipelines|\.travis|\.drone)[^/]*\.ya?ml$|(^|\/)Jenkinsfile$|(^|\/)\.husky\/|(^|\/)\.pre-commit-config\.yaml$/
/** Settings of checks, tests and builds by the whole of their names, and by a part. */
const CONFIG_NAMES: ReadonlySet<string> = new Set(
  (
    'package.json pyproject.toml setup.cfg tox.ini pytest.ini mypy.ini ruff.toml .flake8 .pylintrc .coveragerc codecov.yaml ' +
    'codecov.yml .rubocop.yml Makefile sonar-project.properties karma.conf.js pom.xml build.sbt ' +
    'Cargo.toml clippy.toml deny.toml .swiftlint.yml analysis_options.yaml .credo.exs mix.exs Rakefile justfile noxfile.py ' +
    '.jshintrc lefthook.yaml lefthook.yml .bandit Directory.Build.props .editorconfig psalm.xml .rspec .shellcheckrc ' +
    '.hadolint.yaml .ansible-lint .tflint.hcl .luacheckrc .perlcriticrc .clang-tidy CTestTestfile.cmake CMakeLists.txt ' +
    'composer.json turbo.json nx.json project.json .simplecov codeclimate.yml .proselintrc pyrightconfig.json angular.json ' +
    '.eslintignore conftest.py detekt.yml lint.xml'
  ).split(' '),
)
const CONFIG =
  /(^|\/)(tsconfig[^/]*\.json|\.?eslintrc[^/]*|eslint\.config\.\w+|biome\.jsonc?|jest\.config\.\w+|vitest\.config\.\w+|vite\.config\.\w+|next\.config\.\w+|playwright\.config\.\w+|\.nycrc[^/]*|phpunit\.xml[^/]*|phpstan\.neon[^/]*|\.mocharc[^/]*|\.stylelintrc[^/]*|build\.gradle(\.kts)?|checkstyle[^/]*\.xml|detekt[^/]*\.yml|[Tt]askfile\.ya?ml|\.?oxlintrc\.json|deno\.jsonc?|\.lintstagedrc[^/]*|lint-staged\.config\.\w+|[^/]*\.csproj|phpcs\.xml[^/]*|cypress\.config\.\w+|wdio\.conf\.\w+|\.yamllint[^/]*|\.markdownlint[^/]*|\.c8rc[^/]*|\.golangci\.\w+|\.cargo\/config\.toml)$/

/** A file of tests, or a directory of them. */
export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path) || /(^|\/)(tests?|__tests__|specs?|e2e)$/.test(path)
}

/** What is written there is handed over as the work itself: code, or a report of results; no test and nothing beside them. */
export function isDeliverable(path: string): boolean {
  if (isTestFile(path) || STAND_IN.test(path)) return false
  return REPORT.test(path) || DATA_FILE.test(path) || (CODE.test(path) && !DOC.test(path) && !isCi(path))
}

/** What was asked for by its name, whatever kind of file it is: no test and nothing beside them. */
export function isAsked(path: string): boolean {
  return !isTestFile(path) && !STAND_IN.test(path) && !isCi(path) && !isCheckConfig(path) && !/(^|\/)readme/i.test(path)
}

/** Texts and tables. */
export function isDataFile(path: string): boolean {
  return /\.(md|txt|rst|csv|tsv|json|jsonl|html?|tex|ya?ml)$/i.test(path) || DATA_FILE.test(path)
}

/** Texts for people. */
export function isProse(path: string): boolean {
  return /\.(?:md|mdx|rst|adoc|tex|html?|txt)$/i.test(path) || /(?:^|\/)readme[^/]*$/i.test(path)
}

export function isReport(path: string): boolean {
  return REPORT.test(path)
}

export function isCi(path: string): boolean {
  return CI.test(path)
}

/** Settings of checks, tests and builds. */
export function isCheckConfig(path: string): boolean {
  return CONFIG_NAMES.has(basename(path)) || CONFIG.test(path)
}
