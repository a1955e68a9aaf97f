/**
 * Limits on programs and command lines: ruled out in each of the ways that a language has for it ("git stash is forbidden", "kein cargo
 * clean"), or to be asked about. Command lines are written the same in all languages; the ways are tables.
 */
import { once } from '../../../common/memo.ts'
import { NAMED_PROGRAMS } from '../english.ts'
import { CLAUSE, type Row } from './row.ts'

/** What programs are told to do. A noun behind the name of a program is none of them: "no npm packages". */
const SUBCOMMANDS =
  'add|amend|apply|audit|bisect|build|checkout|cherry-pick|clean|clone|commit|compose|cordon|dedupe|delete|deploy|destroy|down|drain|eject|exec|fix|flush|fmt|format|gc|generate|get|init|install|merge|migrate|mod|mv|patch|prune|pull|purge|push|rebase|release|remove|replace|reset|restart|restore|revert|rm|rmi|rollback|rollout|run|scale|start|stash|stop|sync|taint|test|tidy|uninstall|untaint|up|update|upgrade|worktree|yank'
/** Programs whose names are words as well are none without marks: "no node link", "use navy instead of black". */
const PLAIN_WORDS = [
  'kill',
  'node',
  'find',
  'dd',
  'make',
  'go',
  'black',
  'cargo',
  'curl',
  'uv',
  'rake',
  'bundle',
  'composer',
  'bun',
]
const UNMISTAKABLE = NAMED_PROGRAMS.split('|')
  .filter(name => !PLAIN_WORDS.includes(name))
  .join('|')
/** A program with what it is told to do, or with an option. */
const LINE = `\`?((?:${NAMED_PROGRAMS})(?:\\s+(?:${SUBCOMMANDS}|-{1,2}[a-z][\\w-]*)(?![\\w-]))+)\`?(?![\\w/.-]*\\w)`
/** Where it holds. */
const HERE = String.raw`(?:\s+(?:here|for\s+this|(?:on|in|at|for)\s+(?:(?:this|my|our)\s+[\w-]+|the\s+(?:box|machine|server|host|laptop|cluster|repo|project|branch|ci))))?`
/** It ends, or goes on with the reason or with what is to be used. What a program does then is told: "sudo is banned, it prints". */
const AT_THE_END = String.raw`(?=\s*(?:$|[.;!)–—]|,\s*(?:please|pls|use|take|prefer|i|we|it['’]s|that['’]s|bitte|nimm|nutze|ich|wir|utilise|je|usa|uso|svp|stp|por\s+favor|per\s+favore|aub|gebruik)(?!\p{L})|(?:please|pls|because|since|bitte|svp|stp|por\s+favor|per\s+favore|aub|ok)(?!\p{L})))`
/** A sentence begins, or a clause of one that has no colon: behind that something is listed or reported. */
const BEGINS = String.raw`(?:^|^[^:]{3,200}[,;.(–—]\s*)(?:(?:bitte|por\s+favor|per\s+favore|s['’]il\s+te\s+pla[iî]t|surtout|пожалуйста|lütfen|proszę|please|pls|and|but|so)[\s,]+)*`
/** What a person rules out and no registry or server does: that answers with the same words. */
const NO_ANSWER = String.raw`(?!npm\s+publish|cargo\s+publish|git\s+(?:push|pull))`

interface Ways {
  /** Words before what is ruled out, at the beginning of a clause. */
  readonly before?: string
  /** Words behind it. */
  readonly behind?: string
}

const ENGLISH: Ways = {
  before: String.raw`(?:(?:absolutely|definitely)\s+)?(?:no|not\s+a\s+single|never(?:\s+ever)?(?:\s+(?:run|use|call|do))?|avoid|(?:do\s+not|don['’]t)(?:\s+(?:you\s+dare|ever))?\s+(?:run|use|call|do|execute|try)|refrain\s+from|stay\s+away\s+from|steer\s+clear\s+of|(?:keep\s+(?:your\s+)?)?(?:hands|fingers)\s+off|lay\s+off)\s+`,
  behind: String.raw`s?\s+(?:(?:is|are)\s+(?:strictly\s+|absolutely\s+)?(?:banned|off\s+the\s+table|off[- ]limits|forbidden|disallowed|prohibited|verboten|taboo|a\s+no-?go|not\s+(?:for\s+you|allowed|an\s+option|yours))|(?:isn['’]t|aren['’]t)\s+(?:for\s+you|allowed|an\s+option|yours)|is\s+(?:mine|for\s+me)|i\s+do\s+myself)`,
}

const OTHERS: readonly Ways[] = [
  {
    before: String.raw`(?:kein(?:e|en)?|niemals|nie|bloß\s+nicht|auf\s+keinen\s+fall|finger\s+weg\s+von|(?:verwende|benutze|nutze)\s+kein)\s+`,
    behind: String.raw`\s+(?:(?:ist|sind|bleibt)\s+(?:hier\s+|absolut\s+|strikt\s+)?(?:verboten|tabu|untersagt|gesperrt|ausgeschlossen|nicht\s+(?:erlaubt|gestattet|drin)|keine\s+option)|mach(?:e)?\s+ich(?:\s+selbst|\s+selber)?|bitte\s+nicht)`,
  },
  {
    before: String.raw`(?:pas\s+de|aucun|(?:n['’]utilise|ne\s+lance|ne\s+fais)[rz]?\s+(?:pas|jamais)|évite[rz]?|interdiction\s+(?:de\s+(?:lancer|faire|passer\s+par)|d['’](?:utiliser|exécuter)))\s+`,
    behind: String.raw`\s+(?:(?:est|sont|reste)\s+(?:strictement\s+)?(?:interdite?s?|proscrite?s?|exclue?s?|bannie?s?|hors\s+de\s+question)|c['’]est\s+(?:non|interdit|exclu|moi\s+qui))`,
  },
  {
    before: String.raw`(?:nada\s+de|ningún|ni\s+se\s+te\s+ocurra(?:\s+(?:usar|ejecutar|lanzar|hacer))?|(?:está\s+)?prohibido(?:\s+(?:usar|ejecutar|lanzar|hacer))?|no\s+(?:uses|ejecutes|lances|hagas)|evita)\s+`,
    behind: String.raw`\s+(?:(?:está|queda)\s+(?:totalmente\s+|terminantemente\s+)?(?:prohibid[oa]|vetad[oa]|descartad[oa])|ni\s+tocarl[oa]|lo\s+(?:hago|ejecuto|lanzo)\s+yo)`,
  },
  {
    before: String.raw`(?:nada\s+de|nenhum|nem\s+pens[ea]\s+em(?:\s+(?:usar|rodar))?|(?:é\s+)?proibido(?:\s+(?:usar|rodar|executar|fazer))?|não\s+(?:use|rode|execute|faça)|evite)\s+`,
    behind: String.raw`\s+(?:(?:está|é|fica)\s+(?:totalmente\s+)?(?:proibid[oa]|vetad[oa]|fora\s+de\s+questão)|(?:eu\s+mesmo\s+)?(?:faço|rodo)\s+eu|nem\s+pensar)`,
  },
  {
    before: String.raw`(?:niente|nessun|vietato(?:\s+(?:usare|lanciare|eseguire|fare))?|non\s+(?:usare|lanciare|eseguire|fare)|evita(?:\s+di\s+(?:usare|lanciare|eseguire))?|mai\s+usare)\s+`,
    behind: String.raw`\s+(?:(?:è|resta)\s+(?:assolutamente\s+)?(?:vietat[oa]|proibit[oa]|escluso|fuori\s+discussione)|lo\s+(?:faccio|lancio)\s+io)`,
  },
  {
    before: String.raw`(?:geen|nooit|(?:gebruik|draai|doe)\s+(?:geen|nooit))\s+`,
    behind: String.raw`\s+(?:(?:is|blijft)\s+(?:absoluut\s+)?(?:verboden|taboe|uitgesloten|niet\s+toegestaan)|doe\s+ik(?:\s+zelf)?)`,
  },
  {
    before: String.raw`(?:никакого|никаких|не\s+(?:запускай(?:те)?|используй(?:те)?|делай(?:те)?|выполняй(?:те)?)|запрещено(?:\s+(?:запускать|использовать|делать))?)\s+`,
    behind: String.raw`\s*(?:[-–—]\s*)?(?:запрещ[её]н[оаы]?|нельзя|под\s+запретом|не\s+(?:запускать|использовать|делать|трогать))`,
  },
  {
    before: String.raw`(?:żadn(?:ych|ego)|nie\s+(?:używaj|uruchamiaj|odpalaj|rób)|zakaz)\s+`,
    behind: String.raw`\s+(?:jest\s+)?(?:zabronion[eya]|zakazan[eya]|odpada)`,
  },
  { behind: String.raw`\s+(?:yasak|kullanma(?:yın)?|çalıştırma(?:yın)?|yapma(?:yın)?)` },
]

/** Chinese, Japanese and Korean write no blanks between. */
const UNSPACED: Ways = {
  before: String.raw`(?:不要|别|禁止|不准|不许|请勿)(?:再)?(?:使用|用|运行|执行|跑)?\s*`,
  behind: String.raw`\s*(?:(?:は|を|の)?\s*(?:使用)?(?:禁止|(?:使わない|実行しない|しない)で(?:ください|下さい)?|だめ|ダメ|NG)|(?:은|는|을|를)?\s*(?:금지|(?:쓰지|사용하지|실행하지|하지)\s*마)|(?:是)?(?:禁止的|被禁止|不允许))`,
}

/** "Ask me before each git command", in some languages. Groups: the program. */
const ASKED: readonly string[] = [
  String.raw`(?:^|[,;.]\s*)(?:please\s+|always\s+|and\s+|but\s+)*(?:ask|check\s+with|tell)\s+me\s+(?:first\s+)?before\s+(?:you\s+(?:run|use)\s+)?(?:every|each|any)\s+(?:single\s+)?PROGRAM\s+(?:command|call|operation)s?(?![\w-])`,
  String.raw`^before\s+(?:you\s+(?:run|use)\s+)?(?:every|each|any)\s+(?:single\s+)?PROGRAM\s+(?:command|call|operation)s?(?![\w-])[^,;.]{0,50}?,?\s*(?:please\s+)?(?:ask|check\s+with)\s+me(?![\w-])`,
  String.raw`(?:^|[,;.]\s*)(?:(?:bitte|por\s+favor|per\s+favore|пожалуйста)[\s,]+)*frag(?:e|t)?\s+(?:mich\s+)?(?:bitte\s+)?vor\s+jede[mr]\s+PROGRAM[- ]?(?:befehl|kommando|aufruf)`,
  String.raw`(?:^|[,;.]\s*)(?:(?:bitte|por\s+favor|per\s+favore|пожалуйста)[\s,]+)*demande[rz]?[- ]moi\s+avant\s+(?:chaque|toute)\s+commande\s+PROGRAM(?!\p{L})`,
  String.raw`(?:^|[,;.]\s*)(?:(?:bitte|por\s+favor|per\s+favore|пожалуйста)[\s,]+)*(?:pregúntame|consúltame|avísame)\s+antes\s+de\s+(?:cada|cualquier)\s+comando\s+(?:de\s+)?PROGRAM(?!\p{L})`,
  String.raw`(?:^|[,;.]\s*)(?:(?:bitte|por\s+favor|per\s+favore|пожалуйста)[\s,]+)*(?:me\s+pergunt[ea]|pergunt[ea]-me)\s+antes\s+de\s+(?:cada|qualquer)\s+comando\s+(?:do\s+|de\s+)?PROGRAM(?!\p{L})`,
  String.raw`(?:^|[,;.]\s*)(?:(?:bitte|por\s+favor|per\s+favore|пожалуйста)[\s,]+)*chiedimi\s+prima\s+di\s+(?:ogni|qualsiasi)\s+comando\s+(?:di\s+)?PROGRAM(?!\p{L})`,
  String.raw`(?:^|[,;.]\s*)(?:(?:bitte|por\s+favor|per\s+favore|пожалуйста)[\s,]+)*vraag\s+(?:het\s+)?(?:me|mij)\s+(?:eerst\s+)?(?:voor|bij)\s+elke?\s+PROGRAM[- ]?(?:commando|opdracht)`,
  String.raw`(?:^|[,;.]\s*)(?:(?:bitte|por\s+favor|per\s+favore|пожалуйста)[\s,]+)*спрашивай(?:те)?\s+(?:меня\s+)?перед\s+(?:каждой|любой)\s+командой\s+PROGRAM(?!\p{L})`,
]

const NEVER = ['never run $1$2']
/** A program with more behind it: few prompts name one. */
const hint = once(() => new RegExp(`(?<![\\w-])(?:${NAMED_PROGRAMS})[ \`]+[a-z-]`, 'i'))

export const ON_PROGRAMS: readonly Row[] = [
  {
    says: `${BEGINS}${ENGLISH.before}${LINE}${HERE}${AT_THE_END}|${CLAUSE}(?:the\\s+)?${NO_ANSWER}${LINE}${ENGLISH.behind}${HERE}${AT_THE_END}`,
    means: NEVER,
    hint,
  },
  ...OTHERS.map(
    ({ before, behind }): Row => ({
      says: [
        ...(before === undefined ? [] : [`${BEGINS}${before}${LINE}${AT_THE_END}`]),
        ...(behind === undefined ? [] : [`${BEGINS}${NO_ANSWER}${LINE}${behind}${AT_THE_END}`]),
      ].join('|'),
      means: NEVER,
      hint,
    }),
  ),
  {
    says: `(?:^|[，。；,;.、])\\s*(?:${UNSPACED.before}${LINE}|${LINE}${UNSPACED.behind})(?=\\s*(?:$|[，。！、,.!]))`,
    means: NEVER,
    hint,
  },
  ...ASKED.map(
    (says): Row => ({
      says: says.replace('PROGRAM', `(${NAMED_PROGRAMS}|maven)`),
      means: ['ask me before you run $1'],
    }),
  ),
  {
    says: `${CLAUSE}(?:please\\s+)?(?:use|take)\\s+(?:the\\s+)?\`?[\\w.-]+\`?\\s*,?\\s*(?:instead\\s+of|rather\\s+than|and\\s+not|not)\\s+(?:\`(${NAMED_PROGRAMS})\`|(${UNMISTAKABLE}))${HERE}${AT_THE_END}`,
    means: ['do not use $1$2'],
  },
]
