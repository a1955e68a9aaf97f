/** What is not to be used, upgraded, deleted or reached, in a few words: "w/o sudo", "nimm yarn und nicht npm", "skip apps/admin". */
import { CLAUSE, END, PATHS, type Row } from './row.ts'

/** Programs and packages that people do without. */
const USED =
  'sudo|docker|tailwind(?:css)?|jquery|bootstrap|lodash|moment(?:\\.js)?|axios|redux|typescript|webpack|npm|npx|yarn|pnpm|pip|conda|brew|apt(?:-get)?|seaborn|pandas|numpy|prisma|sqlalchemy|make|git|sed|perl|python|node|kubectl|helm|terraform'

export const ON_WHAT_IS_USED: readonly Row[] = [
  {
    says: `(?:[,(]\\s*|(?<!\\p{L})(?:but|aber|mais|pero)\\s+)(?:without|w\\/o|w\\/out|ohne|sans|sin|sem|senza|zonder|nada\\s+de|pas\\s+de)\\s+(?:using\\s+)?(?<rest>${USED})(?![\\w./-])\\s*(?:$|[,.;!)])`,
    means: ['do not use $rest'],
  },
  {
    says: `(?:^|[,.;]\\s*)(?:bitte\\s+)?(?:nimm|nutze|verwende|benutze)\\s+(?:bitte\\s+)?([\\w.-]+)\\s*,?\\s+(?:und\\s+nicht|statt|nicht)\\s+([\\w.-]+)|(?:^|[,.;]\\s*)utilise[zr]?\\s+([\\w.-]+)\\s*,?\\s+(?:et\\s+pas|pas|au\\s+lieu\\s+de)\\s+([\\w.-]+)`,
    means: ['use $1$3, not $2$4'],
  },
  {
    says: `(?:^|[,.;]\\s*)usa\\s+([\\w.-]+)\\s*,?\\s+(?:y\\s+no|e\\s+não|e\\s+non|en\\s+(?:vez|lugar)\\s+de|em\\s+vez\\s+de|invece\\s+di)\\s+([\\w.-]+)|(?:^|[,.;]\\s*)gebruik\\s+([\\w.-]+)\\s*,?\\s+(?:en\\s+niet|in\\s+plaats\\s+van)\\s+([\\w.-]+)`,
    means: ['use $1$3, not $2$4'],
  },
  {
    says: `${CLAUSE}(?:use|take)\\s+(${USED})(?:\\s+here)?\\s*,\\s*(${USED})\\s+(?:screws|breaks|messes|does\\s+not|doesn't)\\b|\\bw\\/\\s+([\\w.-]+)\\s+not\\s+([\\w.-]+)${END}`,
    means: ['use $1$3, not $2$4'],
  },
  {
    says: `${CLAUSE}(?:skip|omit|leave\\s+out)\\s+(?:the\\s+)?(?<list>${PATHS})${END}`,
    means: ['do not touch $list'],
  },
  {
    says: `^(?:bitte\\s+|please\\s+)?(?:only|nur|alleen|enkel|solo|sólo|seulement|uniquement|só|apenas|soltanto)\\s+(?:(?:in|an|dans|en|em|nel|op)\\s+)?(?<list>${PATHS})\\s*(?:$|,\\s*(?:les\\s+autres|the\\s+(?:others|rest)|die\\s+anderen|l[oa]s\\s+(?:demás|otr[oa]s)|gli\\s+altri|os\\s+outros)(?!\\p{L})|for\\s+now|erstmal|voorlopig|por\\s+ahora|por\\s+enquanto|per\\s+ora|pour\\s+l)`,
    means: ['only change $list'],
  },
  { says: `^read[- ]?only(?=\\s*[,;.]|$)`, means: ['do not change anything'] },
  {
    says: `${CLAUSE}(?:do\\s+not|don't|never)\\s+(?:introduce|pull\\s+in|bring\\s+in|reach\\s+for)\\s+(?<rest>${USED})(?![\\w./-])`,
    means: ['do not use $rest'],
  },
  {
    says: `\\b(?:but|and)\\s+let\\s+me\\s+(?<rest>run|execute|apply|deploy|merge|push|commit)\\s+it\\s*$`,
    means: ['do not $rest it'],
  },
  {
    says: `${CLAUSE}(?:do\\s+not|don't)\\s+install\\s+any(?:\\s+new)?\\s+(?:packages?|dependenc\\w+|libs?|librar\\w+)(?![\\w-])(?!\\s+(?:except|besides|but|other|apart))|nothing\\s+new\\s+gets\\s+(?:pip\\s+)?installed`,
    means: ['do not add new dependencies'],
  },
  {
    says: `^no\\s+(?<act>deleting|pushing|committing|merging|deploying|restarting|installing|rebasing|flashing|uploading)${END}`,
    means: ['do not $act'],
  },
  {
    says: `${CLAUSE}(?:do\\s+not|don't|never)\\s+(?:upgrade|bump|update)\\s+(?:R|node|python|go|rust|java|ruby|php|any)\\b(?!\\s+(?:other|more|further))[^.;]{0,30}\\b(?:packages?|dependenc\\w+|librar\\w+|libs?|versions?|gems?|crates?)(?![\\w-])(?!\\s+(?:except|besides|but|other|apart))`,
    means: ['do not upgrade dependencies'],
  },
  {
    says: `\\b(?:but|and)\\s+you\\s+(?:can't|cannot|may\\s+not|must\\s+not)\\s+(?<rest>(?:change|touch|edit|modify)\\s+(?:the\\s+)?tests?)(?![\\w-])`,
    means: ['do not $rest'],
  },
]
