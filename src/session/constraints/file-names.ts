/** What a name must look like to be that of a file, and not of a member of an object. */

/** Endings that files have, where a name has no directory: `req.body` and `user.id` are none. */
const ENDINGS =
  /\.(?:[cm]?[jt]sx?|d\.ts|py[iwx]?|rb|rs|go|java|kts?|swift|cs|cpp|cc|cxx|hpp|hh|[chm]|mm|php|phtml|pl|pm|r|rmd|jl|lua|dart|scala|clj[sc]?|exs?|erl|hs|ml|fs|vb|sh|bash|zsh|fish|ps1|bat|cmd|sql|prisma|graphql|gql|proto|thrift|json[5cl]?|jsonl|ya?ml|toml|ini|cfg|conf|config|properties|env|lock|xml|html?|css|s[ac]ss|less|styl|vue|svelte|astro|md|mdx|rst|adoc|txt|log|csv|tsv|xlsx?|parquet|ipynb|tf|tfvars|hcl|bicep|gradle|cmake|mk|bazel|bzl|nix|dockerfile|tex|bib|cls|bst|sty|dtx|cob|cbl|cpy|jcl|f90|f95|f03|adb|ads|pas|vbs|asm|nim|zig|elm|wgsl|glsl|frag|vert|hlsl|shader|gd|tscn|tres|godot|ino|bb|bbappend|bbclass|inc|cnf|xsl|xslt|xsd|wsdl|qml|uproject|do|sas|mat|stan|feature|robot|svg|png|jpe?g|gif|webp|ico|pdf|docx?|pptx?|zip|tar|gz|jar|snap|map|po|pot|g4|y|l|v|sv|vhd|plist|storyboard|xib|pbxproj|xcconfig|entitlements|sln|csproj|props|targets|resx|meta|unity|prefab|asset|blend|db|sqlite3?|pem|crt|key|service|timer|rules|example|sample|template|j2|tmpl|erb|ejs|hbs|twig|liquid|slim|haml|pug|sum|mod|work|bin|hex|elf|ld|dts|overlay|whl|gemspec|podspec|patch|diff|\*)$/i

/** A path, a glob or a file by its name, and not a member of an object or a column. */
export function isFileLike(name: string): boolean {
  if (/^(?:https?:|mailto:)|[()=<>]/.test(name)) return false
  return /[/*~]/.test(name) || ENDINGS.test(name) || /^\.[a-z]/.test(name) || BY_NAME.test(name)
}
const BY_NAME =
  /^(?:README|LICENSE|CHANGELOG|Makefile|Dockerfile|Gemfile|Procfile|CLAUDE|Jenkinsfile|src|lib|vendor|backend|frontend|node_modules|dist|docs|tests?|infra|config)$/i

/** Lockfiles of the package managers, by path. */
export const IS_LOCKFILE = /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|[^/]*\.lock|go\.sum|bun\.lockb?)$/
