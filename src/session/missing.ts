/** How programs say that what they were told to use does not exist. */

/** Lines that say that something does not exist; the name is the first group that matched. */
export const MISSING: readonly RegExp[] = [
  // npm, pnpm, yarn
  /Missing script:? "?([^"\s]+)"?/,
  /Couldn't find a script named "([^"]+)"/,
  /^error Command "([^"]+)" not found/,
  // registries
  /'([^'\s]+?)(?:@[^'@\s]*)?' is not in this registry/,
  /npm (?:ERR!|error) 404\s+Not Found - GET https?:\/\/[^/]+\/(\S+?)(?: - .*)?$/,
  /Could not find a version that satisfies the requirement ([\w.@/-]+)[^(]*\(from versions: none\)/,
  /no matching package named `([^`]+)` found/,
  /Could not find a valid gem '([^']+)'/,
  /Could not find (?:a matching version of )?package ([\w./-]+)/,
  /Unable to find package ([\w.]+)\./,
  /No available (?:formula|cask)[^"]*"([^"]+)"/,
  /reading (\S+)@\S+: 404 Not Found|module (\S+): (?:git ls-remote|reading) /,
  /no matching package named `([^`]+)`/,
  // make, just, gradle, cargo, git, Django, other commands with subcommands
  /Don't know how to build task '([^']+)'/,
  /[Tt]he task "([^"]+)" could not be found/,
  /Task never defined: (\S+)/,
  /Task "([^"]+)" not found/,
  /Unknown lifecycle phase "([^"]+)"/,
  /Command "([^"]+)" is not defined/,
  /No such command '([^']+)'/,
  /unrecognized subcommand '([^']+)'/,
  /unknown command "([^"]+)" for /,
  /invalid choice: '([^']+)' \(choose from/,
  /'([^']+)' is not an? \S+ command/,
  /no such (?:target|package) '([^']+)'/,
  /There are no commands defined in the "([^"]+)" namespace/,
  /None of the packages has a "([^"]+)" script/,
  /Script not found "([^"]+)"|Task not found: (\S+)/,
  /Failed to spawn: `([^`]+)`/,
  /Command not found: (\S+)|Command '([^']+)' is not found in your PATH/,
  /Task "([^"]+)" does not exist/,
  /No idea what '([^']+)' is!/,
  /Sessions not found: (\S+)/,
  /no (?:bin|test|example|bench) target named `([^`]+)`/,
  /package ID specification `([^`]+)` did not match/,
  /[Pp]roject '([^']+)' not found in/,
  /Could not find goal '([^']+)'|No plugin found for prefix '([^']+)'|selected project in the reactor: (\S+)/,
  /Could not find task "([^"]+)"/,
  /dotnet-(\S+) does not exist/,
  /Unrecognized command "([^"]+)"/,
  /[Ii]nvalid choice: '([^']+)'/,
  /'([^']+)' is misspelled or not recognized/,
  /(\S+) is not a \w+ command/,
  /invalid reference: (\S+)|ambiguous argument '([^']+)': unknown revision/,
  /[Nn]o such (?:container|image|network|volume|object): (\S+)/,
  /\(NotFound\): \S+ "([^"]+)" not found/,
  /[Uu]nknown tool:? ['"]?([\w-]+)|Tool (\S+) not found/,
  /no such service: (\S+)/i,
  /Unit (\S+?)(?:\.service)? (?:could not be|not) found/,
  /terraform has no command named "([^"]+)"/i,
  /Cannot find (?:configuration for task|project) '?([^'\s]+)'?/,
  /No rule to make target '([^']+)'\. +Stop/,
  /does not contain recipes? [`']([^`']+)[`']/,
  /Task '([^']+)' not found in (?:root )?project/,
  /no such (?:sub)?command: `([^`]+)`/,
  /'([^']+)' is not a git command/,
  /[Uu]nknown (?:sub)?command:? ["'`]([^"'`]+)["'`]/,
  /pathspec '([^']+)' did not match/,
]

/** A path that stands in the command and is not there. */
export const MISSING_PATH: readonly RegExp[] = [
  /^(?:\S+: )?(?:line \d+: )?(?:[\w+.-]+: )?(?:\*\*\* )?(?:error: )?(?:(?:cannot|can't|could not) (?:access|open|stat|read) )?['‘"]?([^:'’"\s]+)['’"]?(?: for reading)?: (?:[Cc]annot open: |open: )?No such file or directory(?:\. +Stop\.)?$/,
  /\b(?:open|stat|lstat|read|access) (\S+): no such file or directory/,
  /\bstat (\S+): directory not found/,
  /the path "([^"]+)" does not exist/,
  /file or directory not found: (\S+)/,
  /Cannot find path '([^']+)' because/,
  /Cannot open file "([^"]+)"|Test file "([^"]+)" not found/,
  /File '([^']+)' not found/,
  /No files matching (?:the pattern )?['"]([^'"]+)['"]/,
  /the playbook: (\S+) could not be found|the role '([^']+)' was not found/,
  /[Cc]ould not find (?:or read )?(?:file|config file|path):? ['"]?([\w./-]+)/,
  /can't open file '([^']+)': \[Errno 2\]/,
  /Cannot find module '(\/[^']+)'/,
  /ENOENT: no such file or directory, \w+ '([^']+)'/,
]

export const MISSING_MODULE: readonly RegExp[] = [
  /[Cc]annot find module ['"](\.{1,2}\/[^'"]+)['"]/,
  /(?:Can't|Could not|[Ff]ailed to) resolve (?:import )?['"](\.{1,2}\/[^'"]+)['"]/,
  /No module named '?([\w.]+)'?/,
  /cannot import name '\w+' from '([\w.]+)'/,
  // TypeScript's and bundlers' names for the project itself
  /[Cc]annot find module ['"]((?:@|~|src|#)\/[^'"]+)['"]/,
  /(?:Can't|Could not|[Ff]ailed to) resolve (?:import )?['"]((?:@|~|src|#)\/[^'"]+)['"]/,
  // Ruby
  /cannot load such file -- ([\w./-]+)/,
  /uninitialized constant ([\w:]+)/,
  // Java, Kotlin, Scala
  /\bpackage ([\w.]+) does not exist/,
  /\bobject (\w+) is not a member of package/,
  // Rust
  /unresolved import `((?:crate|self|super)::[\w:]+)`/,
  /file not found for module `(\w+)`/,
  /unresolved import `([\w:]+)`/,
  /use of (?:undeclared|unresolved) (?:crate|module)(?: or (?:unlinked )?(?:crate|module))? `(\w+)`/,
  // Go
  /(?:package|provides package) ([\w./-]+)(?:;| is not in (?:std|GOROOT))/,
  // Elixir, PHP, C#, Dart, Haskell, Swift, Julia
  /(?:module |could not load module )([A-Z][\w.]+)(?: is not (?:loaded|available)| due to reason)/,
  /Class ["']([\w\\]+)["'] not found/,
  /namespace name '([\w.]+)' (?:does not exist|could not be found)/,
  /Target of URI doesn't exist: '([^']+)'/,
  /Error: Not found: '([^']+)'/,
  /Could not (?:find|load) module [‘`']([\w.]+)['’]/,
  /no such module '(\w+)'/,
  /fatal error: ([\w./-]+\.(?:h|hpp|hh)): No such file/,
]

/** A line without any of these is none of them: they are not tried on it. */
export const PERHAPS_MISSING =
  /not found|no such|missing|cannot|can't|could not|unknown|couldn't|no rule|not contain|not match|not in|failed to|no matching|no module|not an? |unresolved|undeclared|uninitialized|does not exist|doesn't exist|don't know|never defined|unrecognized|invalid|ambiguous|is not |are no|none of|no idea|no files|no plugin|target named|no available|unable to find/i

/** The first name that a line gives. */
export function firstOf(patterns: readonly RegExp[], line: string): string | undefined {
  for (const pattern of patterns) {
    const name = line
      .match(pattern)
      ?.slice(1)
      .find(group => group !== undefined)
    if (name !== undefined && name !== '') return name
  }
  return undefined
}
