/** Limits on production and other environments, in other words than those of an order. */
import { CLAUSE, END, IN_PRODUCTION, MY_OK, NO_LIMITS, OTHER_ENVIRONMENT, type Row, UNTOUCHED } from './row.ts'

const FOR_YOU = '(?:für\\s+dich|pour\\s+toi|para\\s+ti|para\\s+você|per\\s+te)'
const READ_ONLY =
  '(?:en\\s+lecture\\s+seule|(?:de\\s+|en\\s+)?s[oó]lo\\s+lectura|(?:só|somente|apenas)\\s+(?:de\\s+|para\\s+)?leitura|in\\s+sola\\s+lettura|nur\\s+(?:lesend|zum\\s+lesen|lesbar))'
/** A name that is no word of a language. */
const MACHINE = '(?=[\\w.-]*[-.\\d]\\w)([\\w.-]*\\w)'

export const ON_ENVIRONMENTS: readonly Row[] = [
  // production
  {
    says: `${CLAUSE}(?:no|not\\s+a\\s+single|without(?:\\s+any)?)\\s+(?:real\\s+)?(?:calls?|requests?|traffic|quer(?:y|ies)|writes?|charges?|payments?)\\s+(?:to|with|against|through|on|via)\\s+(?:the\\s+)?(?:prod(?:uction)?|live)(?:\\s+(?:endpoints?|keys?|api|db|database|accounts?|systems?))?${END}|\\b(?:test|sandbox)\\s+(?:keys?|credentials)\\s+only${END}|\\blive\\s+keys?\\s+(?:stays?|is|are)\\s+(?:out\\s+of\\s+(?:it|this)|off[- ]limits|taboo)|(?<!\\p{L})(?:la\\s+)?prod(?:uction)?,?\\s+(?:c'est\\s+non|on\\s+n?'?y\\s+touche\\s+pas|ni\\s+tocarl[ao]|no\\s+se\\s+toca|bleibt\\s+(?:tabu|unberührt|unangetastet)|ist\\s+tabu|não\\s+(?:se\\s+)?(?:mexe|toca)|non\\s+si\\s+tocca)(?!\\p{L})`,
    means: ['do not touch production'],
  },
  { says: `${CLAUSE}${IN_PRODUCTION}\\s+${NO_LIMITS}`, means: ['do not touch production'] },
  {
    says: `${CLAUSE}${IN_PRODUCTION}\\s*:?\\s*(?:${UNTOUCHED}|hands off)${END}`,
    means: ['do not touch production'],
  },
  {
    says: `^(?:nothing|no (?:changes|access|writes|commands))\\s+(?:on|in|at|against|to)\\s+${IN_PRODUCTION}\\s*(?:please|pls)?$|^not\\s+(?:on|in)\\s+${IN_PRODUCTION},?\\s*(?:please|pls)$`,
    means: ['do not touch production'],
  },
  { says: `^no\\s+${IN_PRODUCTION}(?:\\s+access)?$`, means: ['do not touch production'] },
  {
    says: `${CLAUSE}(?:nothing\\s+(?:goes\\s+)?(?:on|in|to)\\s+${IN_PRODUCTION}|(?:do|run|change)\\s+nothing\\s+(?:on|in)\\s+${IN_PRODUCTION}|anything\\s+(?:touching|on|in)\\s+${IN_PRODUCTION}\\s+(?:needs|requires))\\s+(?:without\\s+)?(?:asking\\s+me|${MY_OK})`,
    means: ['do not touch production without asking me'],
  },
  {
    says: `${CLAUSE}(?:ask(?: me)?|check with me)\\s+before\\s+(?:every|each|any)\\s+(?:(?:prod(?:uction)?)\\s+command|command\\s+(?:on|in|against)\\s+${IN_PRODUCTION})`,
    means: ['do not touch production without asking me'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:ssh (?:in)?to|log ?in ?to|connect to|point (?:it|this|anything) at|use|access|query)\\s+${IN_PRODUCTION}(?:\\s+(?:credentials|keys?|api|url|dsn))?${END}`,
    means: ['do not touch production'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:run|do|use|execute|try|point|start|apply)\\s+(?:it|this|that|them|these|anything|any of (?:it|this))\\s+(?:on|in|against|at|to)\\s+${IN_PRODUCTION}`,
    means: ['do not touch production'],
  },
  { says: `${CLAUSE}(?:please\\s+)?leave\\s+${IN_PRODUCTION}\\s+to\\s+me`, means: ['do not touch production'] },
  {
    says: `^(?:you (?:can|may) look at\\s+${IN_PRODUCTION},?\\s+but\\s+(?:do not|don't|not)\\s+(?:change|touch)|${IN_PRODUCTION}\\s+access\\s+is\\s+(?:for\\s+reading\\s+only|read-?only)|${IN_PRODUCTION}\\s*(?:=|:|is)\\s*read-?only\\s*,\\s*${OTHER_ENVIRONMENT})`,
    means: ['production is read-only'],
  },
  { says: `${CLAUSE}leave\\s+${IN_PRODUCTION}\\s+out of it`, means: ['do not touch production'] },
  {
    says: `\\b(?:on|to|in)\\s+${OTHER_ENVIRONMENT}(?:\\s+first)?\\s*(?:,|and)\\s*(?:and\\s+)?then\\s+(?:stop|wait)`,
    means: ['do not touch production without asking me'],
  },
  {
    says: `\\blocally\\s*,?\\s*(?:and\\s+|but\\s+)?(?:not|never)\\s+(?:on|in|against)\\s+(prod(?:uction)?|staging)`,
    means: ['do not run it on $1'],
  },
  // for reading alone, as other languages say it
  ...(
    [
      ['pr[eé]-?prod(?:uction|ucción|ução|uktion|uzione)?|staging', 'preprod is read-only'],
      ['prod(?:uction|ucción|ução|uktion|uzione)?', 'production is read-only'],
    ] as const
  ).flatMap(([named, means]) => {
    const place = `(?:(?:la|le|el|o|a|die|der|das|il)\\s+)?(?:(?:base(?:\\s+de\\s+(?:données|datos|dados))?|bdd?|db|datenbank|banco(?:\\s+de\\s+dados)?|réplica|replica)\\s+(?:(?:de|da|do|di|von|en|in)\\s+)?)?(?:(?:la|der)\\s+)?(?:${named})(?:-(?:datenbank|db))?\\s+(?:(?:est|reste|es|está|é|fica|ist|bleibt|è|resta)\\s+)?`
    return [
      {
        says: `(?:^|[,;.(]\\s*)${place}(?:${FOR_YOU}\\s+${READ_ONLY}|${READ_ONLY}\\s+${FOR_YOU})(?!\\p{L})`,
        means: [means],
      },
      // As a sentence of its own: what is told of such a state has its reasons beside it.
      { says: `^${place}${READ_ONLY}\\s*$`, means: [means] },
    ]
  }),
  // a machine, as other languages say it
  {
    says: `(?:^|[,;.(–—]\\s*|\\b(?:y|pero|e|mas|et|mais|und|aber|ma)\\s+)(?:(?:no|nunca)\\s+te\\s+conectes(?:\\s+(?:nunca|jamás))?\\s+(?:a|al|con|contra)|(?:não|nunca)\\s+(?:te\\s+|se\\s+)?conect(?:e|es|ar)(?:-(?:te|se))?\\s+(?:nunca\\s+)?(?:a|ao|à|com|no|na)|ne\\s+te\\s+connecte\\s+(?:jamais|pas)\\s+(?:à|au|sur)|non\\s+(?:collegarti|connetterti|ti\\s+collegare|ti\\s+connettere)\\s+(?:mai\\s+)?(?:a|al|alla|con)|verbinde?\\s+dich\\s+(?:nicht|nie(?:mals)?)\\s+(?:mit|zu))\\s+${MACHINE}`,
    means: ['never connect to $1'],
  },
  {
    says: `(?:^|[,;]\\s*)(?:a|al|con|ao|com|auf|mit|zu|à|au|sur)\\s+${MACHINE}\\s+(?:no\\s+te\\s+conectes|(?:não|nunca)\\s+(?:te\\s+|se\\s+)?conect(?:e|es)|ne\\s+te\\s+connecte|(?:nicht|nie(?:mals)?)\\s+(?:verbinden|zugreifen|gehen))`,
    means: ['never connect to $1'],
  },
  // another environment alone
  {
    says: `${CLAUSE}(?:only|just)\\s+(?:ever\\s+)?(?:deploy|apply|release|roll out|run|push|use|work|test|do|connect|query|touch)\\b[^,;.]{0,40}?\\b(?:to|on|in|against|the)\\s+${OTHER_ENVIRONMENT}${END}`,
    means: ['do not touch production'],
  },
  {
    says: `${CLAUSE}(?:deploy|apply|release|roll|run|push|use|do|test|try|ship|migrate)\\b[^;.]{0,60}?\\b(?:to|on|in|against|the)\\s+${OTHER_ENVIRONMENT}(?:\\s+only${END}|\\s*[,;]\\s*(?:and\\s+|but\\s+)?(?:nothing else|(?:not|never)(?:\\s+yet)?\\s+(?:on\\s+|to\\s+|in\\s+|against\\s+)?${IN_PRODUCTION}|${IN_PRODUCTION}\\s+(?:comes|follows|is)\\s+later|i(?:'ll| will| do)\\s+(?:do\\s+)?${IN_PRODUCTION}))`,
    means: ['do not touch production'],
  },
  {
    says: `^(?:(?:use|run it on|test it on|do it on)\\s+)?${OTHER_ENVIRONMENT}\\s+only(?:,?\\s*(?:please|pls))?$|^(?:(?:test|run|do|use|try)\\s+(?:it|this)\\s+)?only\\s+(?:(?:on|against|in|to)\\s+)?${OTHER_ENVIRONMENT}(?:,?\\s*(?:please|pls))?$`,
    means: ['do not touch production'],
  },
  {
    says: `^(?:you can use\\s+)?${OTHER_ENVIRONMENT}(?:\\s+is)?\\s*:?\\s*(?:ok|okay|fine|free|yes)?\\s*[,;]\\s*(?:but\\s+)?(?:not\\s+${IN_PRODUCTION}|${IN_PRODUCTION}\\s*:?\\s*(?:is\\s+)?(?:no|not|tabu|taboo|off[- ]?limits))`,
    means: ['do not touch production'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:use|touch|query)\\s+anything\\s+(?:but|other than|except)\\s+${OTHER_ENVIRONMENT}`,
    means: ['do not touch production'],
  },
  {
    says: `^not\\s+${IN_PRODUCTION}$|${CLAUSE}never\\s+${IN_PRODUCTION}${END}`,
    means: ['do not touch production'],
  },
  {
    says: `${CLAUSE}(?:the\\s+|our\\s+|my\\s+)?((?:[\\w-]+\\s+){0,2}[\\w-]+)\\s+${NO_LIMITS}`,
    means: ['do not touch $1'],
  },
]
