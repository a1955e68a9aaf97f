/** Limits on files and parts of the project, in other words than those of an order. */
import { PATH } from '../paths.ts'
import { CLAUSE, END, NO_LIMITS, PATHS, type Row, THING, UNTOUCHED } from './row.ts'

export const ON_FILES: readonly Row[] = [
  // parts of the project
  {
    says: `${CLAUSE}(?:please\\s+)?(?:leave|skip)\\s+(?:the\\s+|our\\s+)?([\\w./ -]{3,30}?)\\s+(?:to me|for later|where (?:they are|it is))${END}`,
    means: ['do not touch $1'],
  },
  {
    says: `you\\s+(?:can't|cannot|may not|must not|can not)\\s+(write to|touch|edit|change|modify|open|read)\\s+(${PATH})`,
    means: ['do not $1 $2'],
  },
  {
    says: `(${PATH}),?\\s+(?:you can (?:read|look at) (?:it|that|them)|read it),?\\s+but\\s+(?:do\\s+)?(?:not|don't)\\s+(?:edit|change|write|touch)|look in(?:to)?\\s+(${PATH})\\s+but\\s+(?:do not|don't)\\s+(?:write|edit|change)\\s+(?:there|anything)`,
    means: ['do not change $1$2'],
  },
  { says: `${CLAUSE}no\\s+touching\\s+(?:of\\s+)?(?<rest>[^,.;]+)`, means: ['do not touch $rest'] },
  {
    says: `create\\s+files\\s+(?:under|in)\\s+(?<list>${PATHS})\\s+and\\s+nowhere else|^resolve\\b[^.]*\\bin\\s+(?<list2>${PATHS})\\s+only${END}`,
    means: ['only change $list'],
  },
  { says: `${CLAUSE}(?:and\\s+)?only\\s+in\\s+(?<list>${PATHS})${END}`, means: ['only change $list'] },
  {
    says: `^if anything\\s+(?:besides|other than|except|but)\\s+(?:the\\s+)?(?<list>${PATHS})\\s+needs\\s+(?:changing|to change|to be changed)`,
    means: ['only change $list'],
  },
  { says: `${CLAUSE}${THING}\\s+${NO_LIMITS}`, means: ['do not touch $1'] },
  { says: `^(?:the\\s+|our\\s+|all\\s+)?([\\w-]+(?:\\s+files?)?)\\s+${NO_LIMITS}`, means: ['do not touch $1'] },
  { says: `${CLAUSE}off[- ]?limits\\s*[:=]\\s*(?<list>.+)$`, means: ['do not touch $list'] },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(touch|change|edit|modify|delete|remove|commit|push|run)\\s*:\\s*(?<list>.+)$`,
    means: ['do not $1 $list'],
  },
  { says: `${CLAUSE}(?:not allowed|forbidden|prohibited)\\s*:\\s*(?<list>.+)$`, means: ['do not $list'] },
  { says: `^${THING}\\s+${UNTOUCHED}${END}`, means: ['do not touch $1'] },
  {
    says: `^(?:the\\s+)?((?:(?:db|database) )?schema|package\\.json|lock ?file)\\s+(?:(?:must|may|should|can)(?: not|'t)\\s+(?:change|be (?:changed|altered|touched|modified))|is frozen|(?:must|has to|should) stay (?:the same|as is))${END}`,
    means: ['do not change $1'],
  },
  { says: `${CLAUSE}no\\s+(?:lock ?file)\\s+changes`, means: ['do not change the lockfile'] },
  {
    says: `${CLAUSE}no\\s+(?:prod(?:uction)?|application|app|product|source)\\s+code\\s+changes`,
    means: ['do not change the production code'],
  },
  {
    says: `^(?:write|add)\\s+tests?\\s+(?:only|(?:for [^,;]{2,40}\\s+)?only)\\b|^only (?:the )?tests,? not the implementation`,
    means: ['do not change the production code'],
  },
  {
    says: `(?:you (?:can|may)|feel free to)\\s+(?:change|edit|modify|touch)\\s+(?:anything|everything|whatever you (?:want|like))(?:\\s+in\\s+${PATH})?,?\\s+(?:except(?:\\s+for)?|but(?:\\s+not)?|apart from|other than)\\s+(?:in\\s+|the\\s+)*(${PATH}|tests?|config|migrations?|schema|docs)`,
    means: ['do not change $1'],
  },
  { says: `(${PATH}),?\\s+(?:so\\s+)?(?:please\\s+)?stay out of (?:there|it)`, means: ['do not touch $1'] },
  {
    says: `working on (?:the\\s+)?([\\w-]+\\s+(?:module|service|package|component|folder)),?\\s+(?:so\\s+)?(?:please\\s+)?(?:do not|don't)\\s+touch it`,
    means: ['do not touch $1'],
  },
  {
    says: `${CLAUSE}(?:please\\s+)?(?:leave|keep)\\s+(?:the\\s+)?(\\w+)\\s+table\\s+(?:alone|untouched|as is)|${CLAUSE}(?:do not|don't|never)\\s+touch\\s+(?:the\\s+)?(\\w+)\\s+table`,
    means: ['do not drop $1$2'],
  },
  { says: `^(?:the\\s+)?(\\w+)\\s+table\\s+${NO_LIMITS}`, means: ['do not drop $1'] },
  {
    says: `^(${PATH})\\s+(?:is|are)\\s+(?:immutable|raw data|not ours)${END}|^nothing\\s+in\\s+(${PATH})\\s+(?:gets|is to be|may be)\\s+changed|(?:fair game|open|yours|free)\\s*,\\s*(?:but\\s+)?(${PATH})\\s+is\\s+not`,
    means: ['do not touch $1$2$3'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:open|cat|look into|print|show)\\s+(?:the\\s+)?(${PATH})${END}`,
    means: ['do not read $1'],
  },
  {
    says: `(${PATH})(?:\\s+and\\s+(${PATH}))?\\s+(?:is|are)\\s+(?:a\\s+no[- ]?go|tabu|taboo|read-?only for you|out of bounds)`,
    means: ['do not touch $1', 'do not touch $2'],
  },
  {
    says: `\\b((?:spec|test|config|migration|snapshot)\\s+files|tests?|source code|raw data)\\s+(?:is|are)\\s+(?:a\\s+no-?go|off[- ]?limits|read-?only for you|to stay unchanged)`,
    means: ['do not change $1'],
  },
  {
    says: `\\bexcept\\s+(?:for\\s+)?(?:anything|everything|files?)\\s+in\\s+(${PATH})|don't touch that file at all`,
    means: ['do not change $1'],
  },
  // only these files
  {
    says: `^(?:please\\s+|just\\s+)?(?:in\\s+)?(?<list>${PATHS}|[Mm]akefile|[Dd]ockerfile|README|CHANGELOG)\\s+only(?:,?\\s*(?:please|pls))?(?:\\s*[,;–—-]\\s*(?:and\\s+)?(?:not\\s+the\\s[^,.;]{1,40}|nothing\\s+else))?$`,
    means: ['only change $list'],
  },
  {
    says: `(?:^|[,;.]\\s*|\\byou\\s+(?:can|may|must|should|are\\s+to)\\s+)(?:please\\s+)?(?:only|just)\\s+(?:touch|change|edit|modify)\\s+files\\s+(?:ending\\s+(?:in|with)|called|named|matching)\\s+\\*?([\\w*][\\w.*-]*|\\.\\w+)${END}`,
    means: ['only change *$1'],
  },
  {
    says: `(?:^|[,;]\\s*)(?:(?:исправь|поправь|почини|меняй|измени|правь|работай)(?:те)?\\s.{0,80}?,\\s*)?(?:(?:меняй|правь|работай)(?:те)?\\s+)только\\s+в\\s+(?:файле\\s+|папке\\s+|каталоге\\s+)?(?<list>${PATHS})(?=\\s*(?:$|[,;.)]))|^(?:исправь|поправь|почини)(?:те)?\\s.{3,120}?,\\s*только\\s+в\\s+(?:файле\\s+)?(?<list2>${PATHS})(?=\\s*(?:$|[,;.)]))`,
    means: ['only change $list'],
  },
  {
    says: `^(?:please\\s+)?only\\s+(?:in\\s+|the\\s+)?(?<list>${PATHS})(?:\\s+(?:is|are) yours)?(?:,?\\s*(?:please|pls|nothing else))*$`,
    means: ['only change $list'],
  },
  {
    says: `^(?:only\\s+)?changes?\\s+(?:only\\s+)?(?:in|to)\\s+(?<list>${PATHS})\\s+only`,
    means: ['only change $list'],
  },
  {
    says: `${CLAUSE}scope\\s*:\\s*(?:only\\s+)?(?<list>${PATHS})(?:\\s+only)?${END}`,
    means: ['only change $list'],
  },
  {
    says: `${CLAUSE}(?:keep (?:it|this|everything)|stay|remain)\\s+(?:to|in|within|inside)\\s+(?<list>${PATHS})${END}`,
    means: ['only change $list'],
  },
  {
    says: `${CLAUSE}keep\\s+(?:your|all|the)\\s+changes\\s+(?:limited|confined|restricted|scoped)\\s+to\\s+(?<list>${PATHS})`,
    means: ['only change $list'],
  },
  {
    says: `${CLAUSE}nothing\\s+outside(?:\\s+of)?\\s+(?:the\\s+)?(?<list>${PATHS})`,
    means: ['only change $list'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:go|edit|touch|change|modify|write|work|make changes)(?:\\s+any(?:thing)?)?(?:\\s+files?)?\\s+outside(?:\\s+of)?\\s+(?:the\\s+)?(?<list>${PATHS})`,
    means: ['only change $list'],
  },
  {
    says: `files?\\s+outside(?:\\s+of)?\\s+(?<list>${PATHS})\\s+(?:must|may|should) not be (?:touched|changed|edited|modified)`,
    means: ['only change $list'],
  },
  {
    says: `^(?:you (?:may|can)\\s+)?(?:only\\s+)?(?:edit|change|modify|touch|update)\\s+(?:just\\s+|only\\s+)?(?:the\\s+)?(?<list>${PATHS})(?:\\s*[,;–—-]\\s*|\\s+)(?:but\\s+|and\\s+)?nothing else`,
    means: ['only change $list'],
  },
  {
    says: `^only\\s+(?<list>${PATHS})\\s+(?:may|can|should)\\s+be\\s+(?:changed|edited|touched|modified)${END}`,
    means: ['only change $list'],
  },
  {
    says: `^(?:only\\s+)?(?:change\\s+)?(?:(?:only\\s+)?these(?:\\s+(?:two|three|four))?|allowed)\\s+files?(?:\\s+(?:may|can) be (?:changed|edited))?(?:\\s+(?:may|can) (?:change|be edited))?\\s*:\\s*(?<list>${PATHS})`,
    means: ['only change $list'],
  },
  {
    says: `^(?:the\\s+)?(?:only\\s+)?files?\\s+you\\s+(?:may|can|should|need to|are allowed to)\\s+(?:edit|change|touch|modify)(?:\\s+(?:is|are)|\\s*:)\\s*(?<list>${PATHS})`,
    means: ['only change $list'],
  },
  {
    says: `${CLAUSE}(?:touch|change|edit|modify)\\s+nothing\\s+(?:but|except|other than|outside)\\s+(?:the\\s+)?(?<list>${PATHS})`,
    means: ['only change $list'],
  },
  {
    says: `^(?:edit|change|fix|modify|update)\\s+(?:the\\s+)?(?<list>${PATHS})\\s+only${END}|^no\\s+files?\\s+outside(?:\\s+of)?\\s+(?<list2>${PATHS})\\s+may\\b`,
    means: ['only change $list'],
  },
  {
    says: `^(?:fix|edit|change|update)\\s+(?:the\\s+)?(?<list>${PATHS})\\s*[-–—,;]+\\s*nothing else`,
    means: ['only change $list'],
  },
  {
    says: `^(?:only\\s+)?(docs|documentation|css|markdown)(?:\\s+(?:files|changes))?\\s+only(?:,?\\s*(?:please|pls))?$|^only\\s+(docs|documentation|css|markdown files)$`,
    means: ['only change the docs'],
  },
  {
    says: `\\b(?:in|to)\\s+(?:the\\s+)?(?<list>${PATHS})(?:\\s+only\\b|[.,;]?\\s+only\\s+(?:that|this)\\s+file)`,
    means: ['only change $list'],
  },
  {
    says: `(?<list>${PATHS})(?:\\s+and\\s+its\\s+(?:spec|tests?))?\\s*,\\s*(?:and\\s+)?(?:leave|keep)\\s+(?:everything|all|the rest)(?:\\s+else)?${END}`,
    means: ['only change $list'],
  },
  {
    says: `(?:free|allowed)\\s+to\\s+(?:change|edit|touch)\\s+(?:the\\s+)?(?<list>${PATHS})\\s*,?\\s*(?:but\\s+)?nothing else`,
    means: ['only change $list'],
  },
  {
    says: `(${PATH})(?:[^.;]{0,60}?)[,;]?\\s*(?:so\\s+)?(?:hands off|they(?:'re| are) not to be (?:edited|changed|touched|modified)|not to be (?:edited|changed|modified|regenerated))`,
    means: ['do not touch $1'],
  },
  { says: `\\(not in (${PATH})`, means: ['do not touch $1'] },
  {
    says: `(?:allowed|free)\\s+to\\s+(?:write|change|edit)\\s+only\\s+(?:to|in)\\s+(?<list>${PATHS})`,
    means: ['only change $list'],
  },
  {
    says: `^the only files? you should (?:need|have) to (?:change|touch|edit) (?:is|are)\\s+(?<list>${PATHS})`,
    means: ['only change $list'],
  },
  // nothing is to be changed
  {
    says: `${CLAUSE}(?:only|just)\\s+(?:want\\s+)?(?:comments|suggestions|ideas|feedback|a review|a diagnosis)\\b[^.;]{0,50},?\\s*(?:but\\s+)?(?:no|not)\\s+(?:edits|changes|code|fixes)`,
    means: ['do not change anything'],
  },
  {
    says: `${CLAUSE}no\\s+(?:edits|(?:source|code)\\s+changes|changes)(?:\\s+to\\s+(?:the\\s+|any\\s+)?(?:code|files|sources?))?${END}`,
    means: ['do not change anything'],
  },
  {
    says: `\\b(?:understand|explain|review|diagnose|failures)\\b[^;]{0,60}?[,.;]?\\s*(?:but\\s+)?(?:do not|don't)\\s+(?:attempt to\\s+)?(?:rewrite|fix|change)(?:\\s+(?:it|them|anything))?${END}|^(?:do not|don't)\\s+(?:attempt to\\s+|try to\\s+)?fix(?:\\s+(?:it|them|anything))?(?:\\s+yet)?$`,
    means: ['do not change anything'],
  },
  {
    says: `^if you find (?:any\\s+)?(?:bugs|problems|issues|errors)\\b[^.]*?(?:do not|don't)\\s+fix`,
    means: ['do not change the production code'],
  },
  {
    says: `${CLAUSE}i(?:'ll| will)\\s+(?:make|do)\\s+the\\s+(?:edits|changes)${END}`,
    means: ['do not change anything'],
  },
  {
    says: `^until i say otherwise\\b[^.]*\\bread-?only|you propose,? i decide|${CLAUSE}stop after (?:step|phase|part) \\d+ and (?:let me|wait)`,
    means: ['ask me before you change anything'],
  },
  {
    says: `^after i (?:sign off|approve|ok|okay|confirm)(?: it| that)?,? you (?:can|may)\\s+(?<rest>[^,.;]+)`,
    means: ['ask me before you $rest'],
  },
  {
    says: `\\bi don't want (?:any\\s+)?files changed|\\bas a diff in your answer|\\bread-?only investigation`,
    means: ['do not change anything'],
  },
]
