/** Paths that belong to dependencies or to what tools keep for themselves. */

/** What package managers and tools keep for themselves, wherever it lies. */
const DEPENDENCIES =
  /\/(site-packages|dist-packages|node_modules|vendor|\.venv|venv|\.tox|\.yarn|\.pnpm-store|\.bundle|gems)(\/|$)/
const TOOLS_OWN =
  /^\/(\.cache|\.npm|\.npmrc|\.cargo|\.rustup|\.gradle|\.m2|\.ivy2|\.sbt|\.nvm|\.pyenv|\.rbenv|\.local\/(share|state|lib|pipx)|\.yarn|\.bun|\.deno|\.nuget|\.dotnet|\.conda|miniconda3|anaconda3|go\/pkg|\.claude|Library\/Caches|AppData)(\/|$)/

/** Among it, what people set for all projects of their account. */
const ACCOUNT_SETTINGS =
  /^\/(?:\.npmrc|\.yarnrc(?:\.yml)?|\.cargo\/config(?:\.toml)?|\.gradle\/(?:gradle\.properties|init\.(?:gradle|d\/).*)|\.m2\/settings\.xml|\.nuget\/NuGet\/NuGet\.Config|\.condarc|\.bunfig\.toml)$/

export function isAccountSetting(path: string, homes: readonly string[]): boolean {
  return homes.some(home => path.startsWith(`${home}/`) && ACCOUNT_SETTINGS.test(path.slice(home.length)))
}

/** A path that belongs to dependencies or to what a tool keeps for itself. */
export function isToolsOwn(path: string, homes: readonly string[]): boolean {
  if (DEPENDENCIES.test(path)) return true
  return homes.some(home => path.startsWith(`${home}/`) && TOOLS_OWN.test(path.slice(home.length)))
}
