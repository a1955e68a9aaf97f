/** The world's words for: that does not exist. Of programs, package registries, compilers, databases and servers. */
import { once, recent } from '../common/memo.ts'

/**
 * `path`, `table`: counts where the call names it. `module`: counts where the project itself should have it.
 * `program`: counts where the call runs it. `task`: a name that projects give to what they run.
 * `member`: what something has while it runs; counts where the call itself holds the code.
 * `symbol`: what a module or type has. `name`: anything else that a call or the code of the session uses.
 */
export type MissingKind = 'program' | 'path' | 'task' | 'name' | 'module' | 'member' | 'symbol' | 'table'

export interface MissingName {
  readonly kind: MissingKind
  readonly name: string
}

const Q = `["'\`‘’“”]`

/** What says it, by kind; the name is the first group that matched. */
const SAID: Readonly<Record<MissingKind, readonly string[]>> = {
  program: [
    `(?:^|: )([\\w.-]+): (?:command )?not found$`,
    `command not found: ([\\w.-]+)$`,
    `exec: ${Q}([^"]+)${Q}: executable file not found`,
  ],
  task: [
    // package scripts, make, just, task, gradle, maven, rake, ant, nox, tox, mix, artisan, nx, bazel, compose
    `Missing script:? ${Q}?([^"\\s]+)${Q}?`,
    `Couldn't find a script named ${Q}([^"]+)${Q}`,
    `^error Command ${Q}([^"]+)${Q} not found`,
    `Script not found ${Q}([^"]+)${Q}`,
    `(?:ERR_PNPM_NO_SCRIPT|ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL)\\S*\\s+(?:Missing script: |Command )${Q}?([\\w:.-]+)`,
    `No rule to make target ${Q}([^']+)${Q}\\. +Stop`,
    `does not contain recipes? ${Q}([^\`']+)${Q}`,
    `[Tt]ask:? ${Q}([^"']+)${Q} (?:is )?not found`,
    `Task ${Q}?([\\w:-]+)${Q}? (?:does not exist|is not defined|not found|could not be found)`,
    `[Tt]he task ${Q}([^"]+)${Q} could not be found`,
    `Don't know how to build task ${Q}([^']+)${Q}`,
    `Unknown lifecycle phase ${Q}([^"]+)${Q}`,
    `Target ${Q}([^"']+)${Q} (?:does not exist|not found)`,
    `no such target ${Q}([^']+)${Q}`,
    `Sessions not found: ([\\w.-]+)`,
    `unknown environment ${Q}([^']+)${Q}`,
    `no such service: (\\S+)`,
    `Cannot find (?:project|configuration for task) ${Q}([^']+)${Q}`,
    `could not find profile named ${Q}?([\\w-]+)`,
    `unknown profile ${Q}([^"']+)${Q}`,
    `(?:Profile|Configuration|Scheme|scheme) ${Q}?([\\w:-]+)${Q}? (?:is )?(?:not found|does not exist|not currently configured|could not be found)`,
    `no (?:bin|example|test|bench) target named ${Q}([^\`]+)${Q}`,
    `package ID specification ${Q}([^\`]+)${Q}`,
    `pathspec ${Q}([^']+)${Q} did not match`,
    `(?:unknown revision|ambiguous argument|bad revision|invalid reference:?|not a valid ref:?|couldn't find remote ref) ${Q}?([^\\s':]+)`,
    `No idea what ${Q}([^']+)${Q} is!`,
    `None of the (?:selected )?packages has a ${Q}([^"]+)${Q} script`,
    `Task never defined: (\\S+)`,
    `Could not find goal ${Q}([^']+)${Q}`,
    `No plugin found for prefix ${Q}([^']+)${Q}`,
    `selected project in the reactor: (\\S+)`,
    `Could not find task ${Q}([^"]+)${Q}`,
    `[Pp]roject ${Q}([^']+)${Q} not found in`,
    `Failed to spawn: ${Q}([^\`]+)${Q}`,
    // packages of a workspace that are run by name: ros2
    `^Package ${Q}([\\w.-]+)${Q} not found(?::|$)`,
  ],
  name: [
    // subcommands
    `no such (?:sub)?command:? ${Q}([^"'\`]+)${Q}`,
    `No such command ${Q}([^"']+)${Q}`,
    `${Q}([^'"\`]+)${Q} is not an? (?:\\w+ )?(?:command|subcommand|valid command|recognized command|known command|valid subcommand)`,
    `[Uu]nknown (?:sub-?)?(?:command|verb|action|operation|task|target)s?:? ${Q}([^"'\`]+)${Q}`,
    `[Uu]nknown (?:sub-?)?command:? ([\\w:.-]+)`,
    `[Uu]nrecogni[sz]ed (?:sub-?)?command:? ${Q}?([\\w:.-]+)`,
    `Unrecognized command or argument ${Q}([^']+)${Q}`,
    `(?:Command|command) ${Q}([^"']+)${Q} (?:is not defined|not found|does not exist|is unknown)`,
    `There are no commands defined in the ${Q}([^"]+)${Q} namespace`,
    `[Ii]nvalid (?:choice|subcommand|command)s?:? ${Q}?([\\w:.-]+)`,
    `error: unexpected argument ${Q}([^']+)${Q} found`,
    `Could not find command ${Q}([^"']+)${Q}`,
    // options
    `(?:[Uu]nknown|[Uu]nrecogni[sz]ed|[Ii]nvalid|[Ii]llegal|[Uu]nexpected|[Uu]nsupported|[Nn]o such|[Bb]ad)\\s+(?:command[- ]line )?(?:option|flag|argument|switch|parameter|arguments|options)\\(?s?\\)?:?\\s+(?:-- )?${Q}?(--?[\\w][\\w.-]*)`,
    `(?:Unknown|Unrecognized|Invalid) option:? ${Q}?([\\w-]+)${Q}?`,
    `Found argument ${Q}(-[^']+)${Q} which wasn't expected`,
    `flag provided but not defined: (-[\\w-]+)`,
    `${Q}(--?[\\w-]+)${Q} (?:is )?(?:not (?:a )?(?:recognized|valid|known)|unknown|wasn't expected|unexpected)`,
    `(?:option|flag|argument|parameter name|parameter) ${Q}?(-{0,2}[\\w-]+)${Q}? (?:is )?(?:not recogni[sz]ed|unknown|not supported|invalid|does not exist|not found|not defined|is ambiguous)`,
    `parameter cannot be found that matches parameter name ${Q}([^']+)${Q}`,
    `got an unexpected keyword argument ${Q}([^']+)${Q}`,
    `unknown keyword(?: argument)?s?: :?(\\w+)`,
    // packages
    `${Q}([^'\\s]+?)(?:@[^'@\\s]*)?${Q} is not in (?:this|the npm) registry`,
    `404\\s+Not Found - GET https?://[^/]+/(\\S+?)(?: - .*)?$`,
    `No matching version found for (@?[\\w./-]+@[^\\s.]+)`,
    `Could not find a version that satisfies the requirement ([\\w.@/-]+)[^(]*\\(from versions: none\\)`,
    `No matching distribution found for ([\\w.-]+)(?: |$)`,
    `Because ([\\w.-]+) was not found in the package registry`,
    `no matching package named ${Q}([^\`]+)${Q} found`,
    `could not find ${Q}([^\`]+)${Q} in registry`,
    `the crate ${Q}([^\`]+)${Q} could not be found`,
    `failed to select a version for the requirement ${Q}([^\`]+)${Q}`,
    `does not have (?:the |that )?feature ${Q}?([\\w-]+)`,
    `unrecognized features? for crate \\S+: ([\\w-]+)`,
    `does not contain this feature: (\\S+)`,
    `Could not find gem ${Q}([^'\\s]+)`,
    `Could not find a valid gem ${Q}([^']+)${Q}`,
    `Could not find (?:a matching version of )?package ([\\w/.-]+)`,
    `requires ([\\w.-]+/[\\w.-]+)(?: \\S+)?, it could not be found`,
    `(?:module|repository) ([\\w.-]+\\.[\\w.-]+/\\S+?)(?:@\\S+)?: (?:not found|reading|git ls-remote)`,
    `no required module provides package (\\S+?);?(?: |$)`,
    `cannot find module providing package (\\S+?):?(?: |$)`,
    `package (\\S+) is not in (?:std|GOROOT)`,
    `module \\S+ (?:found[^)]*\\)?, but )?does not contain package (\\S+)`,
    `Could not find artifact ([\\w.-]+:[\\w.-]+)`,
    `Could not find ([\\w.-]+:[\\w.-]+:[\\w.-]+)\\.?$`,
    `Plugin (?:\\[id: )?${Q}([^']+)${Q}.*was not found`,
    `There are no versions available for the package ${Q}([^']+)${Q}`,
    `Unable to find package ([\\w.]+)`,
    `No packages exist with this id in source.*|package ${Q}?([\\w.]+)${Q}? (?:was|is) not found`,
    `\\b(?:[Ee]xecutable|[Pp]lugin|[Rr]ecipe|[Pp]reset|[Ww]orkflow|[Ee]xtension|[Cc]ollection|[Cc]omponent|[Tt]emplate|[Gg]enerator|[Bb]oard|[Ss]ubproject|[Ll]aunch file) ${Q}([\\w.:@/-]+)${Q}:? (?:(?:was|is|could|does) )?not (?:be )?(?:found|exist|known|available|installed)`,
    `Unable to locate package (\\S+)`,
    `No available formula or cask with the name ${Q}([^"]+)${Q}`,
    `Unable to find a match: (\\S+)`,
    `no such package ${Q}?([\\w@/-]+)`,
    `No package with name (\\S+)`,
    `could not find package (\\S+) (?:at|in)`,
    `manifest for (\\S+) not found`,
    `pull access denied for ([^\\s,]+)`,
    `(?:Failed to (?:pull|resolve)|failed to resolve reference) \\S*${Q}([^"]+)${Q}.*not found`,
    `chart ${Q}([^"]+)${Q}.* not found`,
    // what runs elsewhere
    `the server doesn't have a resource type ${Q}([^"]+)${Q}`,
    `no matches for kind ${Q}([^"]+)${Q}`,
    `unknown field ${Q}([^"]+)${Q}`,
    `\\(NotFound\\): \\S+ ${Q}([^"]+)${Q} not found`,
    `No such (?:container|object|image|volume|network): (\\S+)`,
    `network (\\S+) (?:declared as external, but could not be found|not found)`,
    `(?:Unit|Service|service) ${Q}?([\\w@.-]+)${Q}? (?:could not be found|not found|not loaded|does not exist)`,
    `(?:model|Model|engine|deployment) ${Q}?([\\w./:-]+)${Q}? (?:does not exist|not found|is not (?:found|available|supported))`,
    `Could not resolve to a \\w+ with the \\w+(?: of)? ${Q}([^'"]+)${Q}`,
    `HTTP 404: Not Found \\((\\S+?)\\)`,
    `Cannot (?:GET|POST|PUT|DELETE|PATCH) (/\\S+)`,
    `No route matches \\[?\\w*\\]? ?${Q}([^"]+)${Q}`,
    `(?:bucket|queue|topic|function|secret|role|user|stack|cluster|log group|parameter|index|collection|stream|dataset|zone|namespace|project|workspace|environment|context|channel|page|tool|resource|key)s? (?:named |with (?:name|id|key) )?${Q}([^"'\`]+)${Q} (?:does not exist|doesn't exist|not found|was not found|could not be found|is unknown|cannot be found)`,
    `(?:NoSuchBucket|NoSuchKey|ResourceNotFoundException|NoSuchEntity|ParameterNotFound)\\b.*?(?:named? |:|/)\\s*${Q}?([\\w./:-]+)`,
    `no such index \\[([^\\]]+)\\]`,
    `(?:Unknown|unknown|No such) (?:tool|resource|topic|queue|index|server|host alias|remote|key|setting|property|variable|rule|plugin|preset|parser|generator|provider|target|template|builder|schema|type|theme|region|zone|machine type|instance type|runtime|executor|image|box|formula|locale|codec|encoder|filter|format)s?:? ${Q}?([\\w@/.:-]+)`,
    `couldn't resolve module/action ${Q}([^']+)${Q}`,
    `An argument named ${Q}([^"]+)${Q} is not expected here`,
    `does not support resource type ${Q}([^"]+)${Q}`,
    `A managed resource ${Q}([^"]+)${Q} ${Q}[^"]+${Q} has not been declared`,
    `Blocks of type ${Q}([^"]+)${Q} are not expected here`,
    `Definition for rule ${Q}([^']+)${Q} not found`,
    `couldn't find the (?:config|plugin) ${Q}([^"]+)${Q}`,
    `Could not find ${Q}([^"']+)${Q} in plugin`,
    `Cannot find (?:preset|plugin|generator|schematic|builder)(?: named)? ${Q}?([^\\s"']+)`,
    `dotnet-(\\S+) does not exist`,
    `${Q}([^']+)${Q} is misspelled or not recognized`,
    `^(?:\\S+: )?(\\S+) is not a \\w+ command`,
    `has no command named ${Q}([^"]+)${Q}`,
    `No available (?:formula|cask)[^"]*${Q}([^"]+)${Q}`,
    `reading (\\S+)@\\S+: 404 Not Found`,
    `Tool (\\S+) not found`,
    `Unit (\\S+?)(?:\\.service)? (?:could not be|not) found`,
  ],
  path: [
    `^g?make(?:\\[\\d+\\])?: \\*\\*\\* (\\S+): No such file or directory`,
    `^(?:\\S+: )?(?:line \\d+: )?(?:[\\w+.-]+: )?(?:\\w+ \\(os error 2\\): )?(?:cannot (?:access|open|stat|remove|read) |can't (?:read|open|stat) |couldn't open |failed to (?:open|read|load) )?${Q}?([^:'’"]+?)${Q}?(?: for reading)?: (?:[Cc]annot open: |open: )?No such file or directory`,
    `can't open file ${Q}([^']+)${Q}: \\[Errno 2\\]`,
    `\\[Errno 2\\] No such file or directory: ${Q}([^']+)${Q}`,
    `Cannot find module ${Q}(/[^']+)${Q}`,
    `ENOENT: no such file or directory, \\w+ ${Q}([^']+)${Q}`,
    `(?:open|stat|lstat|read|chdir|readlink) ([^\\s:]+): no such file or directory`,
    `No such file or directory (?:@ \\w+ )?-+ ([^\\s(]+)`,
    `(?:file or directory not found|[Ff]ile not found|Could not open input file|No such file|Path does not exist|[Cc]ould not find file|Input file does not exist): ${Q}?([^\\s"']+)`,
    `(?:[Ff]ile|[Pp]ath|[Dd]irectory|[Ff]older|[Ii]nput|[Ss]cript|[Cc]onfig(?:uration)?(?: file)?|manifest path|Module) ${Q}([^"'\`]+)${Q} (?:does not exist|doesn't exist|not found|was not found|could not be found|is not found)`,
    `Cannot find path ${Q}([^']+)${Q}`,
    `path ${Q}([^']+)${Q} does not exist in`,
    `No files matching (?:the pattern )?${Q}?([^\\s"']+?)${Q}? (?:were|was) found`,
    `No files matching the pattern were found: ${Q}([^"]+)${Q}`,
    `[Nn]o test (?:files|suites?) found.*?(?:pattern|filter|path)s?:? ${Q}?([^\\s"',]+)`,
    `(?:error: )?(?:package|module|directory) (\\./\\S+|[\\w./-]+/[\\w./-]+) (?:is not in|not found|does not exist|cannot find package)`,
    `stat ([^\\s:]+): directory not found`,
    `cannot open file ${Q}([^']+)${Q}: No such file`,
    `"(\\./[^"]+?)(?:/\\.\\.\\.)?" matched no packages`,
    `The (?:template|chart|playbook|role|file|directory) ${Q}?([^\\s'"]+)${Q}? (?:could not be found|was not found|does not exist)`,
    `${Q}([^'"\`]+)${Q} (?:does not exist|doesn't exist|is not a (?:valid )?(?:file|directory))`,
    `couldn't read ${Q}?([^\\s:\`]+)${Q}?: No such file`,
    `Could not find (?:file|config|configuration|a file|project)[^'"]{0,20}${Q}([^'"]+)${Q}`,
    `the playbook: (\\S+) could not be found`,
    `the role ${Q}([^']+)${Q} was not found`,
    `Cannot open file ${Q}([^"]+)${Q}`,
    `[Tt]est file ${Q}([^"]+)${Q} not found`,
    `the path ${Q}([^"]+)${Q} does not exist`,
    `[Cc]ould not find (?:or read )?(?:file|config file|path):? ${Q}?([\\w./-]+)`,
    // MSBuild says in one line that a file is missing, and in the next which.
    `^\\s*Switch: (\\S+\\.(?:\\w*proj|slnx?))$`,
  ],
  module: [
    `[Cc]annot find module ${Q}(\\.{1,2}/[^'"]+|[@~]/[^'"]+|#[^'"]+)${Q}`,
    `(?:Can't|Could not|[Ff]ailed to) resolve (?:import )?${Q}(\\.{1,2}/[^'"]+|[@~]/[^'"]+|#[^'"]+)${Q}`,
    `finding module specification for ${Q}([\\w.]+)${Q}`,
    `No module named ${Q}?([\\w.]+)${Q}?`,
    `unresolved import ${Q}((?:crate|super|self)(?:::\\w+)+|[\\w:]+)${Q}`,
    `use of (?:undeclared|unresolved) (?:crate or module|module or unlinked crate|crate|module) ${Q}(\\w+)${Q}`,
    `could not find ${Q}(\\w+)${Q} in ${Q}`,
    `file not found for module ${Q}(\\w+)${Q}`,
    `package ([a-z]\\w*(?:\\.\\w+)+) does not exist`,
    `error: object \\w+ is not a member of package ([\\w.]+)`,
    `cannot load such file -- (\\S+)`,
    `cannot find package ${Q}(\\S+)${Q}`,
    `(?:type or )?namespace name ${Q}([\\w.<>]+)${Q} (?:could not be found|does not exist)`,
    `[Uu]nresolved reference:? ${Q}?([\\w.]+)`,
    `[Nn]o such module ${Q}([^']+)${Q}`,
    `fatal error: ${Q}?([\\w./+-]+\\.(?:h|hpp|hh|hxx))${Q}?(?::| file not found)`,
    `Could not find module ${Q}([\\w.]+)${Q}`,
    `module (\\S+) is not (?:loaded and could not be found|available)`,
    `Target of URI doesn't exist: ${Q}([^']+)${Q}`,
    `Can't locate (\\S+\\.pm) in @INC`,
    `module ${Q}([\\w.]+)${Q} not found`,
    `imported module ${Q}([\\w./]+)${Q} (?:was )?not found`,
    `Package ${Q}([\\w.]+)${Q} not found`,
    `Source ${Q}([^"]+)${Q} not found`,
    `Error: Can't find stylesheet to import|Can't find stylesheet ${Q}?([\\w./]+)`,
    `[Cc]annot find module ${Q}(src/[^'"]+)${Q}`,
    `(?:Can't|Could not|[Ff]ailed to) resolve (?:import )?${Q}(src/[^'"]+)${Q}`,
    `\\bobject (\\w+) is not a member of package`,
    `(?:module |could not load module )([A-Z][\\w.]+)(?: is not (?:loaded|available)| due to reason)`,
    `Error: Not found: ${Q}([^']+)${Q}`,
    `Could not load module ${Q}([\\w.]+)${Q}`,
    `(?:package|provides package) ([\\w./-]+)(?:;| is not in (?:std|GOROOT))`,
  ],
  member: [
    `${Q}(?!NoneType)[\\w.]+${Q} object has no attribute ${Q}(\\w+)${Q}`,
    `TypeError: (?:\\(intermediate value\\)|[\\w$]+(?:\\.[\\w$]+)*)\\.([\\w$]+) is not a function`,
    `undefined (?:local variable or )?method ${Q}(\\w+[?!]?)${Q} for (?!nil)`,
    `attempt to call (?:a nil value \\()?(?:method|field|global) ${Q}(\\w+)${Q}`,
  ],
  symbol: [
    `cannot import name ${Q}(\\w+)${Q} from`,
    `module ${Q}[\\w.]+${Q} has no attribute ${Q}(\\w+)${Q}`,
    `type object ${Q}\\w+${Q} has no attribute ${Q}(\\w+)${Q}`,
    `has no exported member(?: named)? ${Q}(\\w+)${Q}`,
    `does not provide an export named ${Q}?(\\w+)`,
    `${Q}(\\w+)${Q} is not exported (?:by|from)`,
    `export ${Q}(\\w+)${Q}.* was not found in`,
    `symbol: +(?:class|method|static) (\\w+)`,
    `undefined: (\\w+\\.\\w+)`,
    `undefined \\(type \\S+ has no field or method (\\w+)\\)`,
    `has no field or method (\\w+)`,
    `no (?:method|function or associated item|field|variant|associated item)(?: or associated item)? (?:named )?${Q}(\\w+)${Q} (?:found|on type)`,
    `no ${Q}(\\w+)${Q} in ${Q}`,
    `could not find ${Q}([A-Z]\\w+)${Q} in ${Q}`,
    `cannot find (?:function|type|struct|trait|macro|value|variant|derive macro|attribute)[^\`]*${Q}(\\w+)${Q} in (?:module|crate|enum|trait|struct)`,
    `does not contain a definition for ${Q}(\\w+)${Q}`,
    `[Vv]alue of type ${Q}[^']+${Q} has no member ${Q}(\\w+)${Q}`,
    `type ${Q}[^']+${Q} has no member ${Q}(\\w+)${Q}`,
    `has no member named ${Q}(\\w+)${Q}`,
    `no member named ${Q}(\\w+)${Q} in`,
    `uninitialized constant (?:\\w+::)*(\\w+)`,
    `Call to undefined (?:function|method) (?:[\\w\\\\]+::)?(\\w+)\\(`,
    `Class ${Q}([\\w\\\\]+)${Q} not found`,
    `[Uu]ndefined constant ${Q}?([\\w\\\\:]+)`,
    `function (\\w[\\w.]*\\.\\w+/\\d) is undefined`,
    `undefined function (\\w+/\\d)`,
    `[Nn]o instance method ${Q}(\\w+)${Q}`,
    `The (?:method|getter|setter|function) ${Q}(\\w+)${Q} isn't defined`,
    `value (\\w+) is not a member of`,
    `Variable not in scope: (?:\\w+\\.)(\\w+)`,
    `Module ${Q}[\\w.]+${Q} does not export ${Q}(\\w+)${Q}`,
    `could not find function ${Q}(\\w+)${Q}`,
    `UndefVarError: ${Q}?(\\w+)${Q}? not defined in`,
    `Unknown (?:helper|filter|tag|block|directive|component|custom element)s?:? ${Q}?<?([\\w-]+)`,
    `Cannot query field ${Q}(\\w+)${Q} on type`,
    `(?:Unknown|Invalid) (?:argument|type|field|directive) ${Q}(\\w+)${Q}(?: on|\\.| for)`,
    // Terraform, OpenTofu
    `Unable to evaluate directory symlink: lstat (\\S+?): no such file`,
    `No module call named ${Q}([^"]+)${Q} is declared`,
    `(?:input variable|local value|data resource|provider configuration) (?:with the name )?${Q}([^"]+)${Q}.* (?:has not been declared|is not declared|not present)`,
    `Unsupported attribute.*|This object does not have an attribute named ${Q}(\\w+)${Q}`,
    `unknown (?:method|function|attribute|keyword|type|macro|variable) ${Q}(\\w+)${Q}`,
    `Unknown (?:method|function|attribute) ${Q}?(\\w+)`,
    `function ${Q}?(\\w+)${Q}? (?:is )?not defined`,
    `Function ${Q}?(\\w+)\\(?\\)?${Q}? not found in base`,
    `Cannot resolve keyword ${Q}(\\w+)${Q} into field`,
    `does not provide an export named ${Q}(\\w+)${Q}`,
  ],
  table: [
    `(?:relation|table|view|column|schema|type|sequence|database|role|extension|index|field) ${Q}([\\w.]+)${Q} (?:of relation \\S+ )?(?:does not exist|doesn't exist|not found)`,
    `column ([\\w.]+) does not exist`,
    `function ([\\w.]+)\\([^)]*\\) does not exist`,
    `no such (?:table|column|function|view|index|module): ([\\w.]+)`,
    `Table ${Q}([\\w.]+)${Q} doesn't exist`,
    `Unknown (?:column|table|database|function) ${Q}([\\w.]+)${Q}`,
    `FUNCTION ([\\w.]+) does not exist`,
    `Invalid (?:object|column) name ${Q}([\\w.]+)${Q}`,
    `Table with name (\\w+) does not exist`,
    `Referenced (?:column|table) ${Q}(\\w+)${Q} not found`,
    `(?:Scalar |Table )?Function with name (\\w+) does not exist`,
    `Unrecognized name: (\\w+)`,
    `Not found: (?:Table|Dataset) (\\S+)`,
    `Object ${Q}?([\\w.]+)${Q}? does not exist`,
    `(?:Unknown|Missing) (?:expression )?(?:identifier|columns|table)(?: expression identifier)?:? ${Q}([\\w.]+)${Q}`,
    `Table ([\\w.]+) (?:does not exist|doesn't exist|not found)`,
    `Column ${Q}?([\\w.]+)${Q}? (?:cannot be resolved|does not exist|not found)`,
    `Undefined name (\\w+)`,
    `unconfigured table (\\w+)`,
  ],
}

/** Words for files are the most general. */
const ORDER: readonly MissingKind[] = ['program', 'task', 'name', 'table', 'module', 'member', 'symbol', 'path']

const compiled = once(() => ORDER.map(kind => [kind, SAID[kind].map(pattern => new RegExp(pattern))] as const))

/** Lines without one of these, in small letters, say nothing of the kind. */
const PERHAPS =
  /not found|no such|missing|cannot|can't|could ?n[o']t|unknown|no rule|not contain|not match|matched no|not in|failed to|fail(?:ed|ure) .*resolve|no (?:matching|module|available|package|route|required|files|instance|method|function|field|exported)|not a|not an|unrecogni[sz]ed|unexpected|invalid|illegal|unsupported|does ?n[o']t|undefined|unresolved|undeclared|uninitialized|no (?:such )?(?:attribute|member|field|variant)|notfound|nosuch|unable to|symbol:|not defined|not provide|is not|isn't|has no|wasn't|pull access|404|don't know|no test|did not|not expected|there are no|in scope|no `|attempt to call|none of|no idea|no plugin|in the reactor|target named|never defined|misspelled|spawn|git ls-remote|^\s*switch: /

/** Characters: no line says it in fewer. */
const SHORTEST = 6

/** What a line says is missing; undefined where it says nothing of the kind. */
export function missingIn(line: string): MissingName | undefined {
  if (line.length < SHORTEST || line.length > 2000 || !PERHAPS.test(line.toLowerCase())) return undefined
  for (const [kind, patterns] of compiled())
    for (const pattern of patterns) {
      const name = pattern.exec(line)?.[1]?.trim()
      // A subcommand that is unknown may be told with its options.
      if (name !== undefined && name.length > 1) return { kind, name: name.replace(/(?<=\w) +-.*$|[.,;:]+$/, '') }
    }
  return undefined
}

/** A word of a command with the look of a name: letters and digits with signs between them, or a longer word. */
const isName = (word: string): boolean =>
  word.length <= LONGEST_NAME &&
  /^(?!-|https?:)[\p{L}\d_@./:-]+$/u.test(word) &&
  (/[\p{L}\d][./:@_-]+[\p{L}\d]/u.test(word) || /^[\p{L}_]{6,}$/u.test(word))

const LONGEST_NAME = 120
const LONGEST_MESSAGE = 300

/** Behind a name: that it does not exist, in the languages that tools speak to people. */
const IS_MISSING =
  /^(?:["'`’”»]\s*|\/\.\.\."\s*)?(?:[:,]\s*|\s+)?(?:(?:was|is|could|does|wurde|konnte|est|n['’]est pas|が|を|은|는|이|가)\s*)?(?:not (?:be )?(?:found|exist)|no such|doesn['’]t exist|not (?:defined|registered|recognized)|matched no|nicht gefunden|existiert nicht|introuvable|n['’]existe pas|no (?:existe|se encontró|encontrad[oa])|não (?:existe|(?:foi )?encontrad[oa])|non (?:esiste|trovat[oa])|niet gevonden|bestaat niet|nie (?:znaleziono|istnieje)|не (?:найден|существует)|不存在|未找到|見つかりません|存在しません|찾을 수 없|존재하지 않)/iu
/** Before a name: the same, and what kind of thing it is. */
const MISSING_IS =
  /(?:not found|no such|not exist|unknown|unrecogni[sz]ed|(?:can(?:not|['’]t)|could(?: not|n['’]t)|unable to) (?:find|locate|open)|unbekannt\p{L}*|nicht gefunden|introuvable|inconnue?|no se encontró|não encontrad[oa]|onbekend\p{L}*|nieznan\p{L}*|неизвестн\p{L}*|找不到)\s*:?\s*(?:(?:the|a|an|any|named|specified|file|task|job|target|command|module|script|playbook|path|recipe|workflow)\s+){0,3}:?\s*["'`‘“«„]?(?:\/\S*\/)?$/iu

/**
 * Of a message in a form that is not known: the word of the command that it says is missing, right before or behind words that say so; the
 * longest of several. Undefined where there is none, as where the word is the place of the error.
 */
export function missingOperand(line: string, command: string): MissingName | undefined {
  if (line.length > LONGEST_MESSAGE || / locally$/.test(line)) return undefined
  const name = namesIn(command).find(word => isSaidToBeMissing(line, word))
  return name === undefined ? undefined : { kind: /\/|\.\p{L}{1,5}$/u.test(name) ? 'path' : 'name', name }
}

/** So many names of a command are looked for, in a text of so many characters. */
const MOST_NAMES = 100
const LONGEST_COMMAND = 10_000

/** The names among the words of a command, the longest first. Each line of an output asks for those of the same command. */
const namesIn = recent(1, (command: string): readonly string[] =>
  command
    .slice(0, LONGEST_COMMAND)
    // What begins a command is its program.
    .split(/(?:&&|\|\||[;|\n])\s*\S+|[\s"'`=,()]+/u)
    .slice(1)
    .map(word => word.replace(/\/\.\.\.$/, ''))
    .filter(isName)
    .slice(0, MOST_NAMES)
    .sort((a, b) => b.length - a.length),
)

function isSaidToBeMissing(line: string, word: string): boolean {
  const at = line.indexOf(word)
  if (at < 0) return false
  const [ahead, behind] = [line.slice(0, at), line.slice(at + word.length)]
  if (/[\p{L}\d_.-]$/u.test(ahead) || /^[\p{L}\d_-]|^\.\w/u.test(behind) || TO_BE_MADE.test(ahead)) return false
  // An ordinary word stands in many messages: as a name it is quoted, or ends at a colon.
  if (!/[./:@_-]|\d/.test(word) && !/^["'`’”»:]/.test(behind)) return false
  return IS_MISSING.test(behind) || (MISSING_IS.test(ahead) && !/^[:(]\d|^: ?\w/.test(behind))
}
/** What is to be created is not taken for existing. */
const TO_BE_MADE = /\bcreat(?:e|ing)(?: \w+)?[ :]+["'`‘“«]?(?:\S*\/)?$/i
