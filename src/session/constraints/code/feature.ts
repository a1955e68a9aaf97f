/** What is known of a word that is not to be used in code, and the kinds of files that features are looked for in. */

export interface CodeWord {
  /** As people call it; an expression without groups that capture, longer names first. */
  readonly said: string
  /** Target of the limit. */
  readonly word: string
  /** How it stands in code: an expression for all files, or one for some extensions each; where none fits, it cannot stand there. */
  readonly stands: string | readonly (readonly [files: string, expression: string])[]
}

export interface CodeFeature extends CodeWord {
  /** Its keyword, by which it counts where that is marked as code: "no `match`". */
  readonly keyword?: string
  /** The name has another sense outside of code: it counts in a clause of its own. */
  readonly common?: true
  /** An expression for what a sentence says beside such a name: "no exceptions" mostly means "always". */
  readonly beside?: string
  /** It stands inside of strings as well, as queries and markup do. */
  readonly inStrings?: true
  /** In small letters and in capitals alike, as SQL is written. */
  readonly anyCase?: true
}

export const JS = '[cm]?[jt]sx?|vue|svelte|astro'
export const TS = '[cm]?tsx?|vue|svelte|astro'
export const PY = 'pyi?'
export const JVM = 'java|kts?|scala|groovy'
export const C_FILES = 'c|h|cc|cpp|cxx|hpp|hh|cu|ino|mm?'
export const SH = 'sh|bash|zsh|bats|ksh'
export const MARKUP = 'html?|vue|svelte|astro|[jt]sx?|php|erb|ejs|hbs|twig|cshtml|liquid|jinja2?|j2'
export const STYLE_FILES = 'css|scss|sass|less|vue|svelte|astro'
/** Languages whose statements are much the same. */
export const CURLY = `${JS}|java|kts?|scala|groovy|cs|${C_FILES}|php|dart|swift|go|rs`
