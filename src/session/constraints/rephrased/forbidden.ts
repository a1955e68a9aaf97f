/** What is said to be forbidden, out of the question or not for the agent: "flashing is not", "docker is off the table", "vietato usare openssl". */
import { CLAUSE, END, IS_FORBIDDEN, LIBRARIES, PATHS, type Row } from './row.ts'

/** Programs that people rule out; libraries are installed, and not called. */
const PROGRAM =
  'sudo|docker|podman|npm|npx|yarn|pnpm|pip|conda|brew|apt(?:-get)?|snap|git|sed|awk|perl|python|node|kubectl|helm|terraform|ansible|curl|wget|ssh|make|openssl|ffmpeg|aws|gcloud|psql'
/** A command line in a text, marked as code or of two words. */
const COMMAND = `(?:\`([^\`\\n]{2,40})\`|((?:${PROGRAM})(?:\\s+(?:-{1,2}\\w[\\w-]*|[a-z]+(?=\\s*(?:$|[,;.!]))))?))`
/** Nothing is told after it: "sudo is not allowed, it prints". */
const AT_THE_END = String.raw`(?=\s*(?:$|please|pls|bitte|svp|stp|por favor|aub))`
const DONE =
  'push|install|commit|deploy|publish|modify|chang|edit|delet|restart|merg|upload|releas|migrat|touch|overwrit|remov|rebas|upgrad'

export const SAID_TO_BE_FORBIDDEN: readonly Row[] = [
  // what is done
  {
    says: `(?<!^(?:for|in|on|as)\\s[^,]{2,40})${CLAUSE}((?:${DONE})\\w*ing(?:\\s+(?:it|this|that|them|anything|things|(?:the\\s+|any\\s+|existing\\s+)?(?:tests?|files?|branches|migrations?|snapshots?|dependencies|packages|containers|services)))?(?:\\s+(?:to|on|in|into|from)(?:\\s+[\\w./'-]+){1,3}?)?)\\s+${IS_FORBIDDEN}${AT_THE_END}`,
    means: ['no $1'],
  },
  {
    says: `\\b(?:reading|looking|watching|building|testing|logging|simulating)\\s+(?:[\\w./-]+\\s+)?is\\s+(?:fine|ok|okay)\\s*,\\s*(?:but\\s+)?(flash|upload|restart)ing\\s+(?:is\\s+not|isn't)${END}`,
    means: ['do not $1 anything'],
  },
  {
    says: `${CLAUSE}(?:hold|wait)\\s+off\\s+(?:on|with)\\s+(?:the\\s+)?\`?((?:npm|git|terraform|kubectl|docker|helm|cargo)\\s+[a-z]+)\`?${END}`,
    means: ['never run $1'],
  },
  // programs, packages and command lines
  {
    says: `${CLAUSE}(?:the\\s+)?(?<rest>${PROGRAM}|${LIBRARIES})\\s+(?!(?:is|are)\\s+out(?![\\w-]))${IS_FORBIDDEN}(?:\\s+(?:here|for\\s+this|in\\s+this\\s+\\w+))?${AT_THE_END}|${CLAUSE}keep\\s+(?<rest2>${PROGRAM}|${LIBRARIES})\\s+out\\s+of\\s+(?:it|this|here)${END}`,
    means: ['do not use $rest$rest2', 'do not install $rest$rest2'],
  },
  {
    says: `(?:^|[,;.(]\\s*|(?<!\\p{L})(?:aber|mais|pero|mas|ma|et|und)\\s+)(?:kein|pas\\s+de|sin|sem|senza|geen)\\s+(${PROGRAM}|${LIBRARIES})\\s*,?\\s+(?:(?:und|et|y|e|en|oder|ou|o)\\s+(?:auch\\s+)?(?:kein|pas\\s+de|sin|sem|senza|geen)|ni\\s+d[e'’]|noch)\\s+(${PROGRAM}|${LIBRARIES})(?=\\s*(?:$|[,.;!]|bitte|svp|stp|por\\s+favor|per\\s+favore|aub))`,
    means: ['do not use $1', 'do not install $1', 'do not use $2', 'do not install $2'],
  },
  {
    says: `(?:^|[.;]\\s*)(?:(?:interdiction|interdit|défense)\\s+(?:de\\s+passer\\s+par|d['’]utiliser|d['’]appeler|d['’]exécuter|de\\s+lancer)|vietato\\s+(?:usare|chiamare|lanciare|eseguire)|prohibido\\s+(?:usar|llamar|ejecutar|lanzar)|proibido\\s+(?:usar|chamar|rodar|executar)|es\\s+ist\\s+verboten\\s*,)\\s+${COMMAND}(?=\\s*(?:$|[,.;!]))`,
    means: ['do not use $1$2'],
  },
  {
    says: `${CLAUSE}((?:${PROGRAM})(?:\\s+(?!cli)[a-z]+)?)(?:\\s+cli)?\\s+(?:calls?|commands?)\\s+(?:always\\s+)?(?:needs?|requires?)\\s+my\\s+(?:explicit\\s+)?(?:ok|okay|go-?ahead|approval|permission)(?:\\s+(?:every|each)\\s+time)?${AT_THE_END}`,
    means: ['ask me before you run $1'],
  },
  // files
  {
    says: `${CLAUSE}(?:the\\s+|our\\s+|my\\s+)?(?<list>${PATHS})\\s+(?:(?:is|are)\\s+not|isn't|aren't)\\s+to\\s+be\\s+(?:read|opened|looked\\s+(?:at|into)|printed|shown)(?:\\s+by\\s+you)?${AT_THE_END}`,
    means: ['do not read $list'],
  },
  {
    says: `${CLAUSE}(?:the\\s+|our\\s+|my\\s+)?(?<list>${PATHS})\\s+(?:(?:is|are)\\s+not|isn't|aren't)\\s+to\\s+be\\s+(?:patched|altered|rewritten|reformatted|deleted|moved|renamed)(?:\\s+by\\s+you)?${AT_THE_END}`,
    means: ['do not touch $list'],
  },
  {
    says: `${CLAUSE}no\\s+((?:new\\s+)?(?:test|doc|markdown|config)\\s+files?)\\s+from\\s+you${AT_THE_END}`,
    means: ['do not create $1'],
  },
  {
    says: `(?:^|[,;:.(]\\s*|\\b(?:but|and)\\s+)(?:please\\s+)?(?:make|do)\\s+no\\s+(?:edits|changes|modifications)(?:\\s+(?:of\\s+any\\s+kind|at\\s+all|whatsoever|yet|to\\s+anything))?${AT_THE_END}`,
    means: ['do not change anything'],
  },
  // branches and what others see
  {
    says: `^(?!.*(?<!\\p{L})(?:jobs?|bots?|workflows?|pipelines?|actions?|checks?\\s+out)(?!\\p{L})).*(?<!\\p{L})(?:branch|zweig|rama|ramo|branche)(?!\\p{L})[^.;\\n]{0,30},\\s*(?:and\\s+|en\\s+|und\\s+|et\\s+|y\\s+|e\\s+)?(?:never|not|niet|nicht|nie|pas|no|não|non|nunca|jamais)\\s+(?:straight\\s+|directly\\s+|direkt\\s+|direct\\s+|rechtstreeks\\s+|directement\\s+)?(?:on|to|onto|into|op|auf|in|sur|en|em|su)\\s+(main|master|develop)(?![\\w-])`,
    means: ['do not commit to $1', 'do not push to $1'],
  },
  {
    says: `${CLAUSE}nothing\\s+(?:gets?|will\\s+be)\\s+(?:posted|published|commented)\\s+(?:on|in)\\s+(?:github|gitlab|the\\s+(?:pr|mr|issue|ticket))${END}`,
    means: ['do not post anything on github', 'do not comment on the pull request'],
  },
  // the network
  {
    says: `${CLAUSE}(?:do\\s+not|don't)\\s+go\\s+(?:looking|searching|browsing)\\s+(?:on|in|around)\\s+(?:the\\s+)?(?:web|internet)|(?<!\\p{L})(?:evite|evita|évite)\\s+(?:acessar|acceder\\s+a|d['’]accéder\\s+à|di\\s+accedere\\s+a)\\s+(?:qualquer|cualquier|tout|qualsiasi|sites?|sitios?)(?!\\p{L})`,
    means: ['do not access the internet'],
  },
  // leave that is to be asked for
  {
    says: `(?<!\\p{L})neue\\s+(?:\\p{L}+-?\\s?)?(?:pakete|abhängigkeiten|dependencies|libs?|bibliotheken)\\s+(?:bitte\\s+)?nur\\s+nach\\s+(?:rücksprache|absprache|freigabe)(?!\\p{L})`,
    means: ['ask me before you add new dependencies'],
  },
  {
    says: `(?<!\\p{L})(?:voordat\\s+je\\s+iets|bevor\\s+du\\s+(?:irgend)?etwas|bevor\\s+du\\s+was|avant\\s+de\\s+(?:changer|modifier)\\s+quoi\\s+que\\s+ce\\s+soit|antes\\s+de\\s+(?:cambiar|mudar|alterar)\\s+(?:nada|algo|qualquer\\s+coisa))[^.;\\n]{0,60}?(?:(?:wil|will|möchte)\\s+i[kc]h?\\s+(?:eerst|erst|zuerst)|je\\s+veux\\s+d['’]abord|quiero\\s+ver|quero\\s+ver)`,
    means: ['ask me before you change anything'],
  },
]
