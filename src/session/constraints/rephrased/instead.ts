/** What is not to be used, upgraded, deleted or reached, in a few words: "w/o sudo", "nimm yarn und nicht npm", "skip apps/admin". */
import { CLAUSE, END, PATHS, type Rephrasings } from './row.ts'

/** Programs and packages that people do without. */
const USED =
  'sudo|docker|tailwind(?:css)?|jquery|bootstrap|lodash|moment(?:\\.js)?|axios|redux|typescript|webpack|npm|npx|yarn|pnpm|pip|conda|brew|apt(?:-get)?|seaborn|pandas|numpy|prisma|sqlalchemy|make|git|sed|perl|python|node|kubectl|helm|terraform'
const IN_PLACE_OF = `(?:instead\\s+of|rather\\s+than|,?\\s*not|,?\\s*never)`

export const ON_WHAT_IS_USED: readonly Rephrasings[] = [
  {
    hint: /with|w\/|only|nur|alleen|enkel|solo|sólo|seulement|uniquement|só|apenas|nothing|introduce|pull in|bring in|reach for|let me|install|ohne|sans|sin|sem|senza|zonder|nada de|pas de|nimm|nutz|verwend|benutz|utilise|usa|gebruik|use|skip|deleting|pushing|committing|merging|restarting|installing|upgrade|bump|update|cant|can't|cannot/i,
    rows: [
      {
        says: `(?:^|[,(]\\s*|(?<!\\p{L})(?:but|aber|mais|pero)\\s+)(?:without|w\\/o|w\\/out|ohne|sans|sin|sem|senza|zonder|nada\\s+de|pas\\s+de)\\s+(?:using\\s+)?(?<rest>${USED})(?![\\w./-])`,
        means: ['do not use $rest'],
      },
      {
        says: `(?<!\\p{L})(?:nimm|nutze?|verwende|benutze?)\\s+(?:bitte\\s+)?([\\w.-]+)\\s*,?\\s+(?:und\\s+nicht|statt|nicht)\\s+([\\w.-]+)|(?<!\\p{L})utilise[zr]?\\s+([\\w.-]+)\\s*,?\\s+(?:et\\s+pas|pas|au\\s+lieu\\s+de)\\s+([\\w.-]+)`,
        means: ['use $1$3, not $2$4'],
      },
      {
        says: `(?<!\\p{L})usa[r]?\\s+([\\w.-]+)\\s*,?\\s+(?:y\\s+no|e\\s+não|e\\s+non|en\\s+(?:vez|lugar)\\s+de|em\\s+vez\\s+de|invece\\s+di)\\s+([\\w.-]+)|(?<!\\p{L})gebruik\\s+([\\w.-]+)\\s*,?\\s+(?:en\\s+niet|in\\s+plaats\\s+van)\\s+([\\w.-]+)`,
        means: ['use $1$3, not $2$4'],
      },
      {
        says: `${CLAUSE}(?:use|take)\\s+(${USED})(?:\\s+here)?\\s*,\\s*(${USED})\\s+(?:screws|breaks|messes|does\\s+not|doesn't)\\b|\\bw(?:ith|\\/)\\s+([\\w.-]+)\\s+${IN_PLACE_OF}\\s+([\\w.-]+)${END}`,
        means: ['use $1$3, not $2$4'],
      },
      {
        says: `${CLAUSE}(?:skip|exclude|omit|leave\\s+out)\\s+(?:the\\s+)?(?<list>${PATHS})${END}`,
        means: ['do not touch $list'],
      },
      {
        says: `^(?:bitte\\s+|please\\s+)?(?:only|nur|alleen|enkel|solo|sólo|seulement|uniquement|só|apenas|soltanto)\\s+(?:(?:in|an|dans|en|em|nel|op)\\s+)?(?<list>${PATHS})\\s*(?:$|[,;.]|for\\s+now|erstmal|voorlopig|por\\s+ahora|por\\s+enquanto|per\\s+ora|pour\\s+l)`,
        means: ['only change $list'],
      },
      {
        says: `^read[- ]?only(?=\\s*[,;.]|$)|\\bnothing\\s+that\\s+(?:changes|alters|touches)\\s+(?:the\\s+)?(?:cluster|server|database|schema|system|anything)`,
        means: ['do not change anything'],
      },
      {
        says: `${CLAUSE}(?:do\\s+not|don't|never)\\s+(?:introduce|pull\\s+in|bring\\s+in|reach\\s+for)\\s+(?<rest>${USED})(?![\\w./-])`,
        means: ['do not use $rest'],
      },
      {
        says: `\\b(?:but|and)\\s+let\\s+me\\s+(?<rest>run|execute|apply|deploy|merge|push|commit)\\s+(?:it|them|that)(?![\\w-])`,
        means: ['do not $rest it'],
      },
      {
        says: `${CLAUSE}(?:do\\s+not|don't)\\s+install\\s+any(?:\\s+(?:new|other|more))*\\s+(?:packages?|dependenc\\w+|libs?|librar\\w+)(?![\\w-])|nothing\\s+new\\s+gets\\s+(?:pip\\s+)?installed`,
        means: ['do not add new dependencies'],
      },
      {
        says: `${CLAUSE}no\\s+(?<act>deleting|pushing|committing|merging|deploying|restarting|installing|rebasing|flashing|uploading)${END}`,
        means: ['do not $act'],
      },
      {
        says: `${CLAUSE}(?:do\\s+not|don't|never)\\s+(?:upgrade|bump|update)\\s+(?:R|node|python|go|rust|java|ruby|php|any)\\b[^.;]{0,30}\\b(?:packages?|dependenc\\w+|librar\\w+|libs?|versions?|gems?|crates?)(?![\\w-])`,
        means: ['do not upgrade dependencies'],
      },
      {
        says: `\\byou\\s+(?:can't|cannot|may\\s+not|must\\s+not)\\s+(?<rest>(?:change|touch|edit|modify)\\s+(?:the\\s+)?(?:tests?|schema|config|docs|migrations?))(?![\\w-])`,
        means: ['do not $rest'],
      },
    ],
  },
]
