/** Command models: what programs do, as data. `rules/programs/*.yaml` holds them in exactly this shape. */
import type { Detail, Role, Severity, TargetClass, TargetKind, Verb } from '../../model/action.ts'

/** Conditions on how a program was called; all that are given must hold. Texts are globs. */
export interface CallCondition {
  /** One of these named flags is set. */
  readonly flag?: string | readonly string[]
  /** None of these named flags is set. */
  readonly no_flag?: string | readonly string[]
  /** Named options with a value that fits. `*` for any. */
  readonly option?: Readonly<Record<string, string | readonly string[]>>
  readonly no_option?: string | readonly string[]
  /** An argument that fits: by index from 0, `last` or `any`. */
  readonly arg?: Readonly<Record<string, string | readonly string[]>>
  readonly no_arg?: Readonly<Record<string, string | readonly string[]>>
  readonly min_args?: number
  readonly max_args?: number
  readonly any?: readonly CallCondition[]
}

/** One effect of a program. */
export interface EffectModel {
  readonly verb: Verb
  /**
   * What it acts on: `args` (each), `arg:N`, `rest:N` (each from N on), `last`, `but_last`, `option:NAME`, `cwd`, `home:PATH`
   * (below the user's home), `none`. Default `none`.
   */
  readonly on?: string
  /** Default `path`; for `none` it is `none`. */
  readonly kind?: TargetKind
  /** Given where the place does not decide it. */
  readonly class?: TargetClass
  /** The target's value where `on` is `none`. */
  readonly value?: string
  readonly when?: CallCondition
  /** true, or the named flag that makes it recursive. */
  readonly recursive?: boolean | string
  readonly reversible?: boolean
  readonly severity?: Severity
  /** Texts may hold `{arg:N}`, `{args}`, `{option:NAME}`. */
  readonly details?: Readonly<Record<string, Detail>>
}

/** How a program runs other commands. */
export interface Runs {
  readonly when?: CallCondition
  /** The words after the options (and after `skip` arguments) are a command. */
  readonly rest?: boolean
  readonly skip?: number
  /** More arguments come from elsewhere (xargs): the last one is unknown. */
  readonly appends?: boolean
  /** The value of this named option is a script. */
  readonly option?: string
  /** The value of this named option is a script file that is run before all else. */
  readonly loads?: string
  /** The words after the options (and after `skip` arguments), joined, are a script (ssh, eval, watch). */
  readonly words?: boolean
  /** What stands behind the option goes on with its text: `env -S 'rm -rf' x`. */
  readonly joins?: boolean
  /** The first argument is a script file. */
  readonly file?: boolean
  /** Standard input is a script where neither option nor file is given. */
  readonly stdin?: boolean
  /** Default `shell`. */
  readonly language?: string
  /** Where it runs. Default here; `remote` or `container` is named by the argument before the command. */
  readonly place?: 'remote' | 'container'
}

/** Files that a program executes without being told to, as globs below the project; with a leading slash anywhere. */
export interface EntryPoints {
  /** One of the first words is one of these. */
  readonly subcommands?: readonly string[]
  readonly when?: CallCondition
  /** Always. */
  readonly configs?: readonly string[]
  /** Where no path is named, or a path above them; and every file that is named. */
  readonly tests?: readonly string[]
  /** What those may import: what happens as soon as it is loaded. */
  readonly modules?: readonly string[]
}

/** Files that a program rewrites in place, or brings from elsewhere. It matters only where the user protects some of them. */
export interface Rewrites {
  /** First words of the calls that rewrite, such as `fmt` or `s3 cp`; absent where all do. */
  readonly subcommands?: readonly string[]
  /** Globs: one of these words stands in the call. */
  readonly with?: readonly string[]
  /** Globs: with one of these words it only looks. */
  readonly without?: readonly string[]
  /** Options whose value is the next word, which names no file. */
  readonly values?: readonly string[]
  /** Where no file is named, all below the working directory. */
  readonly everything?: true
  /** Globs of the names that it takes in a directory. */
  readonly files: readonly string[]
  /** Options with which it goes below the directories in a directory; absent where it always does. */
  readonly deep?: readonly string[]
  /** Files of the working directory that say what it leaves alone. */
  readonly ignores?: readonly string[]
  /**
   * The last operand is where the others are brought to, under their names; with one of these words, or from a name that ends in `/.`, what
   * they hold is.
   */
  readonly brings?: readonly string[]
}

/** A file in which a program notes what it acts on where no word of the call says so. */
export interface DestinationFile {
  /** Below the working directory, or with `~/` below the home. */
  readonly file: string
  /** Options, in all spellings, that name another working directory. */
  readonly directory?: readonly string[]
  /** Options, in all spellings, and a variable that name another file. */
  readonly options?: readonly string[]
  readonly variable?: string
  /** A regular expression; its first group is the name. */
  readonly value: string
  /** What stands in a second file; `{value}` in its path is what was found in the first. */
  readonly then?: DestinationFile
}

/** What outside of this machine a program acts on: a cluster, an account, an app, a server. People know these by name. */
export interface Destinations {
  /** Spellings of the options that name it. */
  readonly options?: readonly string[]
  /** The first argument names it, or a subcommand does. */
  readonly first?: true
  /** Variables that name it where no option does. */
  readonly variables?: readonly string[]
  /** Options and variables that name something that counts as well, whatever else does: an account, a namespace. */
  readonly besides?: readonly string[]
  /** It is reached over ssh: the first argument is the host, or each argument before its first colon. */
  readonly ssh?: 'first' | 'paths'
  /** Names of settings in connection strings whose values name it. Default: `host`. */
  readonly settings?: readonly string[]
  /** Files in which a name stands for another, by expressions that hold `{name}`. */
  readonly leads?: readonly DestinationFile[]
  /** Files that name it where neither does; the first that holds one counts. */
  readonly files?: readonly DestinationFile[]
  /** Its name where nothing names it. */
  readonly otherwise?: string
  /** First words of calls that choose it for those that follow, by the word behind them: `workspace select`. */
  readonly selects?: readonly string[]
  /**
   * First words of calls that change it, with no other effect that a model would describe: `[migrate deploy, "db:migrate"]`; `*` for
   * all calls.
   */
  readonly changes?: readonly string[]
  /**
   * First words of calls that only look where they run: `[status, "compose ps"]`; an option stands anywhere (`-t`), `*` is any word, and
   * `$` the end. true: what it changes, its model tells. Whatever else runs on a host of production is taken for a change of it.
   */
  readonly looks?: true | readonly string[]
}

/** How a program gives others what it is handed: only a secret among that is of interest. */
export interface Sending {
  /** First words of calls that do: `[storage blob upload, put]`. Left out: all do. */
  readonly calls?: readonly string[]
  /** First words of calls that do not. */
  readonly keeps?: readonly string[]
  /** Spellings of options that name who gets it. */
  readonly to?: readonly string[]
  /** Which argument behind the first words names who gets it; counted from the end where it is negative. */
  readonly at?: number
  /** Nobody but this machine gets it where no word names anybody. */
  readonly otherwise?: 'local'
  /** Spellings of options whose values authenticate, besides the usual long ones. */
  readonly credentials?: readonly string[]
  /** It logs in: only a credential that another service has issued is given away. */
  readonly logs_in?: true
  /** Only what stands in its words is sent; files that they name are not. */
  readonly words_only?: true
  /** Directories that are named go with all that lies in them. */
  readonly directories?: true
  /**
   * It serves a directory to whoever connects: the one that an option names (`roots`), else its arguments, else the one that it is in.
   * `needs`: only with one of these words.
   */
  readonly serves?: { readonly roots?: readonly string[]; readonly needs?: readonly string[] }
  /** It copies to a place of one's own: whole directories are asked about. */
  readonly copies?: true
  /** Files of patterns in a directory that leave something out; the first that is there counts. */
  readonly ignores?: readonly string[]
}

/** How a program that takes directories as a whole treats links: by an option it follows them, or does not. Left out: it follows them. */
export interface Links {
  /** With one of these it follows them, else it does not. `h` is a letter of a first word without a dash. */
  readonly follows?: readonly string[]
  readonly keeps?: readonly string[]
}

/** Calls whose output holds secrets: by their first words, only with one of the words of `with`, and with none of `without`. Both are patterns. */
export interface Disclosing {
  readonly calls: readonly string[]
  readonly with?: readonly string[]
  readonly without?: readonly string[]
}

/** What others notice of a call: it reaches people, spends money, lets somebody in, is out, is gone or is changed for all. */
export type Consequence = 'tells' | 'spends' | 'grants' | 'exposes' | 'deploys' | 'destroys' | 'applies'

/** Which calls of a program have consequences for others: by their first words, and by patterns of all words joined by blanks. */
export type CallConsequence = {
  readonly calls: readonly string[]
  readonly with?: string
  readonly without?: string
} & (
  | { readonly does: Consequence; readonly what?: string }
  /** The call is a request to this address, with its first argument as the path. */
  | { readonly api: string }
)

/** Which requests to a service have consequences for others. `with` and `without` are patterns of what is sent and of who says that they send it. */
export interface RequestConsequence {
  /** Default: POST. */
  readonly methods?: readonly string[]
  readonly path: string
  readonly with?: string
  readonly without?: string
  readonly does: Consequence
  readonly what?: string
}

/** Whose credential it is: hosts of the service, with those below them. */
export interface Issuer {
  readonly hosts: readonly string[]
  /** A host with one of these labels is the service run by somebody else, for themselves: `github.acme.com`. */
  readonly labels?: readonly string[]
  /** Beginnings of paths by which such a host is known as well. */
  readonly paths?: readonly string[]
}

/** Under which name it is kept whose credential a variable holds, or a command prints: `$GITHUB_TOKEN`, `$(gh auth token)`. */
export const issuerKey = (from: string): string => `issuer ${from}`

/** Under which name the consequences are kept of a program that has no model. */
export const consequenceKey = (program: string): string => `consequences ${program}`

/** Under which name it is kept what requests to a host do. */
export const requestKey = (host: string): string => `requests ${host}`

/** Under which name it is kept what a program sends that has no model. */
export function sendingKey(program: string): string {
  return `sending ${program}`
}

export interface CommandModel {
  readonly flags?: Readonly<Record<string, readonly string[]>>
  /** Named options that take a value. */
  readonly options?: Readonly<Record<string, readonly string[]>>
  /** Further options that take a value. */
  readonly values?: readonly string[]
  /** Named options that take a name and a value (`--arg name value`); the value counts. */
  readonly pairs?: Readonly<Record<string, readonly string[]>>
  /** Options have one dash and whole words (find, terraform, java): no clusters of letters. */
  readonly single_dash?: boolean
  /** Options end at the first argument, as for all that runs other commands. */
  readonly strict_order?: boolean
  /** Cmdlets: names of the options that arguments without a parameter are, in order. */
  readonly positions?: readonly string[]
  /** Cmdlets: name of the option that what comes through the pipeline is. */
  readonly input?: string
  /** By name; several names of one shape as `a|b`; `*` for all that are not named. */
  readonly subcommands?: Readonly<Record<string, CommandModel>>
  readonly effects?: readonly EffectModel[]
  readonly runs?: readonly Runs[]
  /** It writes nothing that an argument names, or the same in another form: a viewer, a linter, a formatter, a test runner. */
  readonly looks?: boolean
  /** Files that it executes besides what its words say. */
  readonly executes?: readonly EntryPoints[]
  /** What it acts on outside of this machine. */
  readonly reaches?: Destinations
  /** What these calls print holds secrets among much else: shown it is masked, sent on it gives them away. */
  readonly discloses?: readonly Disclosing[]
  /** What others notice of its calls. */
  readonly consequences?: readonly CallConsequence[]
  /** Of a host, not of a program: what others notice of requests to it. */
  readonly requests?: readonly RequestConsequence[]
  /** Of a credential, not of a program: whose it is. */
  readonly issuer?: Issuer
  /** What it is handed leaves the machine by these calls. */
  readonly sends?: readonly Sending[]
  readonly links?: readonly Links[]
  /** What it rewrites in place. */
  readonly rewrites?: readonly Rewrites[]
  /** Handled by the code of this name in `src/understand/programs/`. */
  readonly code?: string
  /** What goes in comes out with its origin; `whole`: unchanged. Default: true. */
  readonly passes?: boolean | 'whole'
  /**
   * Whose contents lie where afterwards. `copy`, `move` and `link`: under the last argument, or in the directory of the option
   * `target`, what lay under the others. Else words as effects name them, or `stdin`: `{ from: rest:1, to: arg:0 }` packs them into
   * one file, with `as` each of them lies there; `pieces`: in files whose names begin so. `whole`:
   * directories go with all that lies in them, whatever the options.
   */
  readonly copies?:
    | 'copy'
    | 'move'
    | 'link'
    | { readonly from: string; readonly to: string; readonly as?: 'copy' | 'move' | 'pieces'; readonly whole?: true }
  /** What comes out was hidden from reading before. */
  readonly decodes?: boolean | string
  /** Unless it decodes, what it reads comes out in a form that hides it: a dump of bytes, a text backwards. */
  readonly encodes?: boolean
  /** Named options whose values are there to authenticate: a secret from the environment in them is not sent away. */
  readonly credentials?: readonly string[]
  /**
   * A command that shows what a call would change and changes nothing, for suggestions; the first that fits the call. `{program}`,
   * `{arg:N}` and `{option:NAME}` stand for its words; where one of them is missing, the next is tried. Subcommands without one have their program's.
   */
  readonly look_with?: string | readonly { readonly command: string; readonly when?: CallCondition }[]
  /**
   * What the program prints, where that is known: `cwd`, `temp`, `root`, `args`; without arguments the `environment`; `network`:
   * what a service answers.
   */
  readonly prints?: 'cwd' | 'temp' | 'root' | 'args' | 'environment' | 'network'
}

/** What a program's examples say, checked by `rules test`: effects are written `verb class value`, globs allowed. */
export interface ModelExample {
  readonly command: string
  readonly effects?: readonly string[]
  /** No effect besides running the program. */
  readonly none?: true
  /** What the command is for; its effects do not matter then. */
  readonly role?: Role
  /** Whether it only looks, and so may be told where: what `session/exploration.ts` finds. */
  readonly only_looks?: boolean
  /** Which operations it is, in any order, as `session/commands.ts` names them. */
  readonly operations?: readonly string[]
}

/** What a file in `rules/programs/` holds. */
export interface CommandFile {
  /** Programs that are known and have no effect beyond running: builds, tests, tools that look at things. */
  readonly harmless?: readonly string[]
  /** Of these, those that only look at what their arguments name. */
  readonly looking?: readonly string[]
  /** What programs, here or in another file, execute without being told to. */
  readonly entry_points?: readonly (EntryPoints & { readonly programs: readonly string[] })[]
  /** Programs, here or in another file, that give others what they are handed. */
  readonly sends?: readonly (Sending & { readonly programs: readonly string[] })[]
  readonly links?: readonly (Links & { readonly programs: readonly string[] })[]
  /** Calls of programs, here or in another file, that others notice. */
  readonly consequences?: readonly (CallConsequence & { readonly programs: readonly string[] })[]
  /** Requests to services that others notice. */
  readonly requests?: readonly {
    readonly hosts: readonly string[]
    readonly operations: readonly RequestConsequence[]
  }[]
  /** Variables that hold credentials of a service, and calls that print them. */
  readonly tokens?: readonly (Issuer & { readonly variables: readonly string[]; readonly calls?: readonly string[] })[]
  /** Programs, here or in another file, whose output holds secrets. */
  readonly discloses?: readonly (Disclosing & { readonly programs: readonly string[] })[]
  /** What programs, here or in another file, act on outside of this machine. */
  readonly destinations?: readonly (Destinations & { readonly programs: readonly string[] })[]
  /** What programs that another file describes rewrite in place. */
  readonly rewrites?: readonly (Rewrites & { readonly programs: readonly string[] })[]
  readonly commands: Readonly<Record<string, CommandModel & { readonly examples?: readonly ModelExample[] }>>
}

/** Finds the model of a program by its name without path. */
export type Models = (program: string) => CommandModel | undefined
