/** Where an English sentence begins to forbid, to limit or to ask for a word before: the words that stand before the phrase. */
import { once } from '../../common/memo.ts'

const START =
  "(?:^|[,;:(—–]\\s*|\\s-+\\s+|…\\s*|\\b(?:and|but|so|or|then|also|please|just|however|again|important|note|warning|now|ok|okay|otherwise|again|still|though|meanwhile|for now|in the meantime|at this point|i (?:want|need|'d like|would like) you to|i (?:said|told you|asked you)(?: to| that you)?|you (?:should|must|are to|need to|have to)|make sure (?:that )?(?:you|to)|be (?:sure|careful)(?: that)? (?:you|to)|remember(?: that you| to)?|be careful to|try to|whatever you do|under no circumstances should you|and also|for this (?:task|one))\\s*[,:]?\\s+)"

const YOU =
  "(?:you|claude|the agent|subagents?|agents?)\\s+(?:(?:must|should|may|can|will|shall)\\s*(?:not|n't)|mustn't|shouldn't|won't|are not (?:allowed|permitted|supposed) to|are forbidden to|aren't allowed to|must never|should never|may never)"

const lazily = (source: string, flags = 'gi') => once(() => new RegExp(source, flags))

/** What forbids: the phrase begins where it ends. */
export const FORBIDDING = lazily(
  `(?:^you (?:cannot|can't)(?![^;.]*, so\\b)|${START}(?:(?:please|also|just|definitely|absolutely|strictly|again)\\s+)*(?:do not|don't|dont|don’t|never(?: ever)?|not to|avoid|refrain from|you're not to|under no circumstances(?: should you)?)|\\b${YOU}|\\bforbidden to)\\s+`,
)

/** "without installing anything": an instruction is carried out in a limited way. */
export const WITHOUT = lazily('(?:^|\\s)(?:but\\s+)?(?:without|instead of|rather than|while not|not)\\s+(?=\\w+ing\\b)')

/** Of sentences about the product or about how it came to be, "without" says nothing to the agent. */
export const ABOUT_THE_PRODUCT =
  /\b(?:users?|clients?|customers?|people|server|app|application|program|script|function|method|class|component|page|button|endpoint|api|cli|tool|library|module|service|test|tests|code|it|that|which|this|they|he|she|we|i|there|way|option|flag|feature|possible|able|works?|how|bug|so)\s+(?:\w+\s+){0,2}?(?:should|must|can|could|will|would|shall|may|might|to|is|are|was|were|does|do|did|runs?|works?|fails?|needs?|has|have|without|exits?|crash\w*|loads?|starts?|happens?)\b/i

/** "no new dependencies", as an order. */
export const NO_NOUN = lazily(
  `${START.replace('\\b(?:and|', '\\b(?:with|make|and|')}(?:absolutely\\s+)?no\\s+(?!need|longer|matter|one|idea|problem|worries|way|more than|such)(?=\\w)`,
)

/** "only touch README.md", "restrict yourself to src/api". */
export const ONLY = lazily(
  `(?:${START}(?:you (?:may|can|should|must|are allowed to)\\s+)?(?:only|just)\\s+(?=(?:ever\\s+)?(?:change|modify|edit|touch|update|write to|work (?:on|in|inside|within)|alter|changing|edit))|\\byou\\s+(?:may|can|should|must|are (?:only )?allowed to)\\s+only\\s+|\\bonly\\s+(?=(?:changing|modifying|editing|touching)\\b))`,
)
export const ONLY_AFTER = lazily(`${START}(?:change|modify|edit|touch|update|work on|write to)\\s+only\\s+`)
export const CONFINED = lazily(
  '\\b(?:restrict|limit|confine|keep|constrain|stick|stay|scope)\\s+(?:(?:yourself|your(?: own)? (?:changes|edits|work|modifications)|(?:all |the |any )?(?:changes|edits|modifications|work)|this)\\s+)?(?:strictly\\s+|only\\s+)?(?:to|within|inside|in)\\s+(?:(?:changes|edits|files?|the files?|only)\\s+(?:(?:in|under|inside|within|to)\\s+)?)*',
)

/** "ask me before …", "check with me before …". */
export const ASK_BEFORE = lazily(
  '\\b(?:(?:always\\s+)?(?:ask|check with|consult|confirm with|tell|warn|notify|wait for|ping|talk to|get back to)\\s+(?:me|us|my (?:explicit )?(?:ok|okay|approval|confirmation|permission|go(?:-?ahead)?|review|signal|word))(?:\\s+(?:first|for (?:permission|confirmation|approval)))?|(?:always\\s+)?(?:ask|confirm|check)(?:\\s+first)?|ask (?:for )?(?:my )?(?:permission|confirmation|approval)|(?:get|have|need|require|want)\\s+my\\s+(?:ok|okay|approval|confirmation|permission|sign-?off|consent)|let me (?:review|look|see|check|confirm|know|approve)(?:\\s+(?:it|them|this|the (?:diff|changes|plan|code)))?)\\s*,?\\s*(?:before|prior to)\\s+(?:you\\s+(?:ever\\s+)?)?(?:(?:do any|doing any|any|each|every)\\s+)?',
)
/** "show me the diff before committing", "I want to see the plan before you change anything". */
export const SHOWN_BEFORE = lazily(
  "(?:\\b(?:show|send|give|tell|present|run (?:it|this|that|the \\w+) by)\\s+(?:me|us)\\b|\\b(?:i|we)(?:'d| would)?(?: want| need| like| have)?(?: to)? (?:see|review|approve|check|confirm|look at|read|sign off)\\b)[^.;]{0,60}?\\s*,?\\s*\\bbefore\\s+(?:you\\s+(?:ever\\s+)?|we\\s+)?(?:(?:do any|doing any|any)\\s+)?",
)
/** What the agent shows is its work: "show me the diff before …", "I want to see it before …"; an invoice is none. */
export const SHOWN_WORK =
  /\b(?:diffs?|plans?|changes?|code|commands?|sql|query|queries|statements?|migrations?|patch(?:es)?|commits?|messages?|script|edits?|drafts?|proposals?|summary|output|results?|files?|list|everything|anything|all|each|every|it|them|this|that|what)\b|\b(?:me|us|i|we)\s*,?\s*before\b|\b(?:see|review|approve|check|confirm|look|read|sign off)\s*,?\s*before\b/i

/** "before you push, ask me". */
export const BEFORE_ASK = lazily('\\bbefore\\s+(?:you\\s+(?:ever\\s+)?|(?:each|every|any)\\s+)?(?=\\w)')
export const ASKED =
  /^[^.;]{0,40}?,?\s*(?:please\s+)?(?:always\s+)?(?:(?:ask|show|tell|check with|consult|confirm with|wait for|let|warn|notify|ping)\s+(?:me|us|my)(?!-)|show\s+(?:it|them|this|that|the \w+)\s+to\s+(?:me|us)|(?:i|we) (?:want|need|would like|'d like) to (?:see|review|approve|check|confirm)|ask for (?:my )?(?:permission|confirmation|approval)|get my)\b/i
/** For leave to do it, and not for what is to be known: "… ask me first", "… check with me, motors are powered". */
export const ASKED_FOR_LEAVE =
  /^(?<what>[^.;,]{1,40}?),?\s*(?:please\s+)?(?:always\s+)?(?:ask|check with|confirm with|wait for|ping|consult)\s+(?:me|us|my (?:ok|okay|go|go-ahead|approval|permission))(?=\s*(?:$|[,;:.!)–—]|-\s|(?:first|please|for (?:permission|confirmation|approval|an? ok))\b))/i
/** "Before you start, ask me any questions you have": it is to be known, and nothing to be allowed. */
export const ASKED_TO_KNOW =
  /\bask\s+(?:me|us)\s+(?:(?:any|some|all|your|the|\d+|a few|lots of)\s+(?:\w+\s+)?questions?|what\w*|which|how|who|where|if|whether|about)\b/i
/** It is the person who is to be asked, and not told or shown. */
export const ASKS_THE_PERSON =
  /\b(?:ask|check with|confirm with|wait for|ping|consult|get back to)\s+(?:me|us|my)\b|\b(?:get|have|need|require|want)\s+my\b|\bask (?:for )?(?:my )?(?:permission|approval)/i

/** "run the tests before you commit". */
export const TESTED_BEFORE = lazily(
  '\\b(?:run|rerun|execute|pass|green|check|make sure|ensure|verify)\\b[^.;,]{0,50}?\\b(?:tests?|test suite|specs|checks|lint(?:er|ing)?|type-?check(?:s|er|ing)?|build|`[^`\\n]+`|make [\\w:-]+|npm (?:run )?[\\w:-]+|pytest|tsc|cargo test|go test[\\w ./]*)(?![\\w-])(?:\\s+(?:pass(?:es)?|are (?:green|passing)|is green|succeeds?|first|and make sure (?:they|it) pass(?:es)?))*\\s*,?\\s*(?:before)\\s+(?:you\\s+)?',
)

/** What of a rest turns a prohibition into an order, or into a question to the person. */
export const UNTIL_TESTED =
  /^\s*(?:yet\s*,?\s*)?(?:(?:until|till|before|unless)\s+(?:all\s+|you\s+(?:have\s+)?(?:run|ran|checked)\s+|you've (?:run|checked)\s+)?(?:of\s+)?(?:the\s+|our\s+)?(?:unit\s+|integration\s+)?(?:tests?|test suite|specs|ci|build|checks?|everything(?=\s+(?:pass|is\s)))(?:\s+(?:have\s+|has\s+)?(?:all\s+)?(?:pass(?:es|ed|ing)?|are (?:all\s+)?(?:green|passing)|is (?:green|passing)|succeeds?|go green|turn green))?|(?:if|when|while)\s+(?:any\s+)?(?:the\s+)?tests?\s+(?:is|are|still)?\s*(?:fail(?:s|ing)?|red|broken)|without (?:running|having run) (?:the )?(?:tests?|test suite|specs)(?: first)?)/i
export const UNTIL_TOLD =
  /^\s*(?:yet\s*,?\s*)?(?:(?:until|till|before|unless)\s+(?:i|i've|i have|we|we've|you have my|you've got my|told|asked|i'm|instructed|explicitly|you hear|you(?:'ve| have)? (?:shown|asked|told|checked with|talked to|showed|consulted) (?:me|us|with))\b|without\s+(?:asking|checking with|my|confirming|confirmation|permission|approval|consulting|first asking|explicit|me |telling me|talking to me|an explicit))/i
/** A condition of any other kind cannot be checked. */
export const CONDITION = /^\s*(?:yet\s*,?\s*)?(?:if|when|while(?! (?:you|we|i)\b)|until|till|before|unless|without)\b/i

/** Names of places that are to stay as they are: the place stands before or after. */
export const LEFT_ALONE_AFTER = lazily(
  `\\b(?:hands off|keep (?:your )?(?:hands|fingers|paws) off|(?:stay|keep) (?:well |clear |right )?(?:out of|away from|off|clear of)|steer clear of)\\s+(?:of\\s+)?`,
)
export const LEAVE = lazily(`${START}(?:please\\s+)?(?:leave|keep|treat|consider)\\s+`)
export const AS_IT_IS = lazily(
  '\\s+(?:(?:exactly|strictly|completely|just)\\s+)?(?:alone|untouched|unchanged|unmodified|intact|as (?:it|they) (?:is|are|was|were)|as is|as-is|the way (?:it|they) (?:is|are)|(?:as )?read[- ]?only)(?![\\w-])',
  'i',
)
export const IS_OFF =
  /^\s*(?:(?:directory|folder|files?|dir|tree|modules?|packages?|services?|components?|apps?|scripts?|workspaces?)\s+)?(?:(?:is|are) (?:strictly )?(?:off[- ]limits|read-?only|not to be (?:touched|changed|modified|edited)|frozen|untouchable|taboo)|(?:must|should|may|can) (?:not|never) be (?:touched|changed|modified|edited|altered)|(?:(?:must|should|has to|have to) (?:stay|remain)|stays?|remains?) (?:(?:exactly|precisely|completely|byte for byte|just) )?(?:unchanged|untouched|as (?:it|they) (?:is|are)|unmodified|intact|put|the same))(?![\w-])/i

/** Nothing is to be changed at all. */
export const READ_ONLY =
  /^(?:please\s+)?(?:(?:this is|do|keep (?:it|this)|treat (?:this|it|everything|the (?:repo|project|code|codebase)) as)\s+(?:a |it |this )?)?(?:strictly\s+)?read-?only(?:\s+(?:mode|review|analysis|task|please))?(?:\s*$|[,;:—–(]|\s-\s)|(?:[,;—–(]\s*|\s-\s+)(?:strictly\s+)?read-?only(?:\s+(?:please|review|analysis|task))?[)\s]*$|(?:^|[,;:(—–]\s*|\s-\s+)(?:please\s+)?(?:(?:this is|do)\s+(?:an? )?)?(?:(?:analysis|explanation|explain|review|planning|plan|discussion|investigation|research)[- ]only|only (?:explain|describe|analy[sz]e|answer(?! in))|just (?:explain|describe|analy[sz]e|answer(?! in)))(?![\w-])/i
/** … unless the same prompt asks for a change. */
export const WANTS_CHANGE =
  /\b(?:fix|implement|refactor|create|build|rewrite|install|apply|and (?:then )?(?:change|add|update|write|modify|make))\b|(?:^|[.;:\n]\s*)(?:please\s+)?(?:add|change|update|write|edit|remove|rename|move|convert|replace)\b/i

export const NEVER =
  /\b(?:never|must not|mustn't|under no circumstances|no matter what|absolutely (?:do not|don't|no)|in no case|strictly)\b/i

/** Target of an order: what must be so before. */
export const TESTS_PASS = 'tests pass'
/** The same of a check or a command that the person named, which follows. */
export const PASSES = 'passes: '
/** Target of a limit on what no list of verbs has, by its verb: a call has it among its words. */
export const DOES = 'does: '
