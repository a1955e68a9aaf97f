/**
 * What a sentence that is an order to a model is made of, each with its weight. Texts are in lower case. Compiled where they
 * are first needed: most outputs need none of them.
 */
import { once } from '../../memo.ts'

/** A form of words and what it weighs; about two make a mark. */
export type Weighed = readonly [pattern: RegExp, weight: number]

/** Names that only a model goes by. */
const MODEL_NAME =
  '(?:(?:(?:ai|llm|coding|code|language|automated|autonomous|gpt|chat)[- ](?:(?:based|powered|coding|code|language|research|browsing)[- ])?(?:assistants?|agents?|models?|bots?|systems?|tools?|reviewers?|readers?|crawlers?|summari[sz]ers?|dev|developers?|engineers?|workers?|helpers?))|a\\.?i\\.?(?= |:|,|$|\\)|\\])|llms?|(?:large )?language models?|chat ?bots?|claude(?: code)?|chat ?gpt|gpt-?\\d\\w*|gemini|copilot|codex|artificial intelligence(?: systems?)?|(?:ai|artificial intelligence))'
/** Names that people and programs go by too. */
const ROLE_NAME =
  '(?<!\\b(?:travel|estate|insurance|booking|service|sales|support|shop|store|executive|administrative|personal|teaching|research|medical|legal|free|secret|user|gpg|ssh|build|monitoring|node|our|your|shipping|customs|press|data|business|fashion|role) )(?:(?:virtual |main |automated |automatic |web |summari[sz]ation )?(?:assistants?|agents?|bots?|model|orchestrator))'
const DOING_VERB =
  '(?:reading|processing|analy[sz]ing|summari[sz]ing|handling|working on|working in|filling|describing|reviewing|triaging|parsing|scanning|visiting|seeing|browsing|using|viewing|indexing|translating|evaluating|grading|screening|assisting|helping|looking at|responsible)'
const DOING = '(?:D+|who|that|which)'
const MODAL =
  '(?:must|should|shall|has to|have to|needs? to|(?:is|are) (?:required|instructed|asked|expected|obliged|to)|will now|may now|can now)'

/** Words of a kind are written as one capital letter each, as long as they were, before forms are looked for. */
const MODEL = 'M+'
const ROLE = 'R+'
const SECRET = 'S+'
const REVEAL = 'V+'
const FORGET = 'F+'

interface Words {
  /** The sentence speaks to a model, or of what only a model has. */
  readonly address: readonly Weighed[]
  /** The same without its name: of what only a model has, or does. */
  readonly owned: readonly Weighed[]
  /** What holds is to be forgotten; another role is given. */
  readonly override: readonly Weighed[]
  /** The same from a verb on that `leads` to. */
  readonly forget: readonly Weighed[]
  /** What harms the one whom the model works for. */
  readonly harm: readonly Weighed[]
  /** The same where something is given away, in words that `goods` has marked. */
  readonly taking: readonly Weighed[]
  /** It is to be done behind somebody's back. */
  readonly secrecy: readonly Weighed[]
  /** Somebody is said to have allowed it. */
  readonly authority: readonly Weighed[]
  readonly urgency: readonly Weighed[]
}

const compile = (source: string, flags = ''): RegExp => new RegExp(source, flags)

const START = '(?:^|[.:;!?,(\\[{"\'>*#|–—/-]\\s*|\\\\n)'
/** Begins an order: at the head of a clause, or after a word that leads to one. */
const LEAD =
  '(?:(?:^|[.:;!?,(\\[{"\'>*#|–—/`“«-]\\s*)(?:(?:please|now|then|and|first|just|so|also|instead|stop|you|ok(?:ay)?|urgent|important|warning|attention|system|kindly|simply|immediately|hey|next|finally)[\\s,:.!-]+){0,3}|\\b(?:must|should|shall|have to|has to|need to|needs to|required to|please|now|instead|want you to|you to|and|then|to|is to|are to|M+|R+|may|you|next step is to|first|quietly|silently|immediately|permanently)[,:]? )'
const BEFORE =
  '(?:previous|previously given|prior|earlier|above|preceding|foregoing|past|former|existing|initial|original|system|safety|current)'
const OBJECT =
  "(?:instructions?|directions?|directives?|prompts?|rules|guidelines?|guidance|orders|commands|policies|restrictions?|constraints?|programming|prompting|system messages?|(?:user(?:'s)? |original )?(?:request|task)s?)"
const FORGET_VERB =
  "(?:ignore|disregard|forget|overlook|override|bypass|discard|abandon|neglect|set aside|pay no (?:attention|heed) to|stop (?:following|obeying)|do not (?:follow|obey)|don't (?:follow|obey)|no longer (?:follow|obey)|disobey|cancel|erase|drop|skip|supersede)"
const GIVEN =
  "(?:(?:that )?(?:you|which you)(?:'ve| have| were| had| are| got| received)?(?: been)? ?(?:given|told|got|received|instructed|following|so far)?|given to you|so far|(?:from|by|of) (?:the|your) (?:user|developer|operator|system)|you got)"

const SECRET_NAME =
  '(?:api[ _-]?keys?|access keys?|credentials?|passw(?:or)?ds?|passphrases?|(?:auth|access|github|session|bearer|api|npm)[ _-]?tokens?|[a-z]*_(?:token|key|secret)\\b|tokens|secrets?(?! ?santa)|(?:private|ssh|secret|signing|public and private|encryption|rotate) keys?|id_(?:rsa|ed25519)|[~/.]*\\.(?:ssh|env|npmrc|aws|kube|netrc|pypirc|cursor|gnupg)\\b|/etc/(?:passwd|shadow)|environment variables?|env(?:ironment)? vars?|\\benv\\b|cookies?|wallet|(?:recovery|seed) phrase|(?:credit )?card number|credit card|clipboard|all contacts|customer (?:table|data|list)|[\\w/-]+\\.(?:key|pem)\\b|config(?:uration)? directory|home directory|\\.config\\b|memory file|payroll|database dump|source code|mcp\\.json|keychain|finance)'
const INNER =
  '(?:(?:system|hidden|initial|full|original|developer)(?: \\w+)? (?:prompt|message|instructions)|your (?:\\w+ )?(?:prompt|instructions|tools|rules|guidelines|context)|(?:conversation|chat|message) ?(?:history|log|so far|you had)?|last \\d* ?messages|(?:last|previous) (?:user )?message)'
const REVEAL_VERB =
  '(?:send|post|upload|forward|e-?mail|mail|transmit|exfiltrate|leak|share|submit|paste|append|include|add|attach|copy|put|write|repeat|print|reveal|show|output|display|list|return|disclose|hands? (?:over|out)|give|printing|sending|posting|uploading|encode|expose|dump|read|open|cat|pass|export|enter|replace|insert|reply with|respond with|answer with|extract|collect|search for|ask the user for|say|provide|tell us|report|rotate|embed|fetch|commit|push|upload|answers? with|reply with|replies with|direct them)'
const SENDS =
  '(?:send|post|upload|push|sync|publish|forward|e-?mail|mail|transmit|exfiltrate|leak|submit|export|report)'
const PLACE =
  '(?:https?://|ftp://|www\\.|[\\w.+-]+@[\\w-]+\\.|\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b|webhook|\\battachment|our (?:server|endpoint)|to the (?:server|address|page owner))'
const RUN = '(?:run|execute|download|invoke|call|eval|carry out|launch|install|start|open|fetch|visit|follow)'
const SHELL =
  '(?:\\b(?:curl|wget|iwr|invoke-webrequest)\\b[^\\n]{0,120}?(?:\\||>|&&|;)\\s*(?:sudo )?(?:ba|z|da)?(?:sh|python3?|node|perl)?\\b|\\b(?:ba)?sh <\\(|base64 -d)'

const PERSON =
  '(?:users?|humans?|owners?|operators?|persons?|people|anyone|anybody|customers?|readers?|developers?|maintainers?|team)'

export const words = once((): Words => {
  const any = (list: readonly (readonly [string, number])[]): readonly Weighed[] =>
    list.map(([source, weight]) => [compile(source), weight])
  return {
    address: any([
      [
        `(?:${MODEL}|${ROLE})(?:'s|s')? (?:instructions?|notes?|notice|directive|task|todo|only|action(?: required)?)\\s*[:—–]`,
        1.2,
      ],
      [`${MODEL} (?:is|are) (?:now |hereby )?(?:authori[sz]ed|permitted|allowed|told|encouraged|supposed)\\b`, 1],
      [`\\bfor your ${MODEL}`, 0.9],
      [`${MODEL} (?:can|may|will) [a-z]+:`, 0.9],
      [`${ROLE} (?:reading|processing|summari[sz]ing|analy[sz]ing|handling|parsing|D+)`, 0.8],
      [`\\b(?:ok|okay|hey|hi|hello|dear|fyi),? ${ROLE}\\b`, 0.9],
      // "Note to Claude:", "For LLMs", "hint for AI assistants:", "to whichever bot triages this:"
      [
        `(?:\\b(?:note|notice|attention|message|memo|reminder|hint|info|instructions?|important|hello|hi|hey|dear|ok|okay|fyi|for|to)\\b[\\s,:–—-]{1,3})(?:(?:to|for|all|any|every|other|the|this|automated|about|you|whichever|reading)\\s+){0,4}${MODEL}\\b[^.!?]{0,60}?(?:[:!,)\\]–—]|\\.?$)`,
        1.3,
      ],
      [
        `${START}@?(?:(?:all|any|every|dear|the|hey|attention|other)\\s+){0,2}${MODEL}(?:\\s+${DOING}\\b[^.:!?]{0,80})?\\s*[:,!\\]–—]`,
        1.3,
      ],
      [`\\b(?:if|when|since|because) you(?:'re| are)(?: an?| the)?(?: \\w+){0,2} ${MODEL}`, 1.3],
      [`\\bas an? (?:\\w+ ){0,2}${MODEL},? (?:you|your)\\b`, 1.3],
      [`\\bwhen(?:ever)? (?:(?:an?|the|any|your) )?(?:\\w+ )?${MODEL} (?:is |are )?(?:\\w+|D+) (?:this|the|it)`, 1.2],
      [`${MODEL}\\s+(?:(?:agent|assistant|who is|that is)\\s+)?${DOING}\\b`, 1.2],
      [
        `\\bwhen(?:ever)? (?:summari[sz]ing|reading|processing|analy[sz]ing|reviewing|translating)[^.,]{0,60},[^.]{0,10}${MODEL}`,
        1.2,
      ],
      [`\\b(?:processed|read|handled|analy[sz]ed|summari[sz]ed|reviewed) by (?:your |an? |the )?${MODEL}`, 1],
      [`\\b(?:is|are) (?:meant |intended )?for ${MODEL} only`, 1.2],
      // A word of this kind alone names people as well.
      [
        `\\b(?:note|notice|attention|message|hint|instructions?|hello|hi|hey|dear|to)\\b[\\s,:–—-]{1,3}(?:(?:to|for|all|any|the|every|whichever|whatever)\\s+){0,3}${ROLE}\\b(?!@)[^.!?]{0,50}?(?:[:!,)\\]]|\\.(?=\\s|$))`,
        1,
      ],
      [
        `${START}@?(?:all |any |dear )?${ROLE}(?:\\s+(?:and|or)[^.:!?,]{0,30})?(?:\\s+${DOING}\\b[^.:!?]{0,60})?\\s*[:,!\\]–—]`,
        0.8,
      ],
      [`(?:\\bthe |\\ball |\\bany |${START})${ROLE} ${DOING}\\b`, 0.9],
      [`\\b(?:when|if) (?:a |the |an )?${ROLE} ${DOING}\\b`, 0.6],
      [`\\bsystem note for\\b|\\bfor (?:the )?${MODEL}\\b`, 0.7],
      [`\\b${MODEL},? (?:you )?${MODAL}\\b`, 0.8],
      [`\\b${ROLE},? (?:you )?${MODAL}\\b`, 0.5],
      [`@(?:M+|R+|cursor)\\b`, 0.3],
      [`${START}@(?:M+|R+)\\b`, 0.7],
      [`\\binstructs (?:the|all|any) (?:${MODEL}|${ROLE})\\b`, 0.9],
    ]),
    owned: any([
      [
        `\\byour (?:\\w+ )?(?:system prompt|system message|safety guidelines|context window|training data|list of tools|tool access|programming|previous instructions)\\b|list of your tools|conversation you had`,
        0.7,
      ],
      [
        `\\byour (?:next |final |own |every )?(?:answer|reply|response|summary|output|report)\\b|\\bevery answer you\\b|\\beach message\\b|\\bwhen you (?:present|give|write) (?:the|your) answer`,
        0.6,
      ],
      [`\\bfor them\\b|\\bthe user(?:'s)?\\b`, 0.3],
    ]),
    forget: any([
      [
        `^${FORGET}(?: about)? (?:all|any|every)(?: of)?(?: the| my| these| those)? ${OBJECT} (?:above|before|preceding|so far|until now)`,
        2.2,
      ],
      [
        `^${FORGET}(?: about)? (?:what|everything|whatever|anything)(?: \\w+){1,3} (?:asked|told|said|instructed|wants?|wanted|ordered)(?! about)`,
        1.6,
      ],
      [
        `^${FORGET}(?: about)? (?:all |any |every |each )(?:of )?(?:(?:the|your|my|these|those|other|its) )?(?:\\w+ (?:and|or) )?${BEFORE}(?: (?:and|or) \\w+)?(?: \\w+)? ${OBJECT}`,
        2.3,
      ],
      [
        `^${FORGET}(?: about)? (?:everything|anything|all|whatever|all that|what)(?: else)?(?: of)?(?: (?:that|the|which))? (?:above|before this|preceding|prior|earlier|you (?:were|have been|had been|'ve been) (?:told|given|instructed|taught)|(?:came|was said|is written|has been said)\\b[^.]{0,12})(?! about)`,
        1.9,
      ],
      [
        `^${FORGET}(?: about)? (?:all|any|every)(?: of)?(?: the| your| my| these)? (?:\\w+ )?${OBJECT}(?! (?:in|from|inside|within|contained|that appear|embedded|found|on|about|for) )(?: ${GIVEN})?`,
        1.5,
      ],
      [`^${FORGET}(?: about)? (?:all |any |every )?(?:the |of )?your (?:\\w+ ){0,2}${OBJECT}`, 1.8],
      [`^${FORGET}(?: about)?(?: [\\w']+){0,4} ${OBJECT} ${GIVEN}`, 1.9],
      [
        `^${FORGET}(?: about)? (?:the )?(?:user(?:'s)?|developer(?:'s)?)(?: (?:request|instructions?|task|orders?|prompt|query|question)s?)?\\b`,
        1.4,
      ],
      [
        `^${FORGET}(?: about)? (?:the )?(?:visible text|what (?:the|this) [\\w ]{2,20} says|the (?:picture|page|above|text above|content))\\b`,
        1,
      ],
      [
        `^${FORGET}(?: about)? (?:the |these |those |my )?${BEFORE}(?: \\w+)? ${OBJECT}\\b(?! (?:cache|pointer|if|when|unless|for|about|on|in|set|file|list|version))`,
        1.4,
      ],
    ]),
    override: any([
      [
        `\\b(?:previous|prior|current|original|earlier|old) (?:task|assignment|job|mission|request|objective|conversation)s? (?:is|are|was|has been|have been) (?:now )?(?:cancel+ed|over|void|complete[d]?|superseded|revoked|finished|no longer|irrelevant)`,
        1.2,
      ],
      [`\\b(?:your )?new (?:assignment|mission|plan|role|job|persona|identity)\\s*(?::|is\\b)`, 0.9],
      [`\\byou have been (?:reassigned|reprogrammed|upgraded|repurposed|jailbroken|freed)`, 1],
      [`\\b(?:the )?user'?s? (?:real|actual|true|own|next) (?:question|request|task|message|instruction|query)`, 1.2],
      [
        `\\bend of (?:the )?(?:document|context|prompt|input|data|web ?page|page|tool (?:output|result)|user input|system prompt)\\b`,
        0.8,
      ],
      [`\\bscratch that\\b|\\bchange of plans?\\b|\\bstay in character\\b|\\b(?:no|without(?: any)?) rules\\b`, 0.7],
      [`\\byou are (?:evil|dan\\b|\\w+bot\\b|\\w+gpt\\b)`, 1],
      [`\\b(?:from now on|henceforth|starting now),? (?:F+|always|never|ignore|treat|all)`, 0.8],
      // Of all that came before, or of what "you" were told.
      [
        `${FORGET}(?: \\w+){0,4} (?:instructions?|prompts?|rules|guidelines|request|directives?|text|everything|above|before)\\b[^.]{0,20}?(?:,|;|\\.|:| and| instead)(?: (?:instead|then|now|just|only|simply|tell|please))* (?:${REVEAL}|${RUN}|delete|remove|approve|tell|act|do|mark|merge)\\b`,
        0.7,
      ],
      [
        `\\b(?:all )?(?:previous|earlier|prior|former) (?:instructions?|directions|directives|prompts?|orders|rules)(?: (?!about|on|for|regarding|in|of)\\w+){0,3} (?:is|are) (?:now )?(?:void|cancel+ed|superseded|invalid|obsolete|revoked|no longer (?:valid|in force)|suspended)`,
        0.9,
      ],
      [
        `\\b(?:the |your )?(?:new|updated|real|actual|true) (?:task|instructions?|orders|directives?|objective|goal)s?(?: for (?:the |an? )?(?:${MODEL}|${ROLE})| is| are)? ?(?::|is to|are to|is\\b|are\\b)`,
        1,
      ],
      [
        `\\bthe task has changed|\\b(?:the previous|this) (?:conversation|session|task) (?:is|has been) (?:closed|over|ended|completed)`,
        0.7,
      ],
      [`\\bnew instructions? (?:for|to) (?:the |all )?(?:${MODEL}|${ROLE})`, 1.2],
      [
        `\\byou(?:'re| are) (?:now|from now on|henceforth) (?!able|ready|in\\b|at|on|done|logged|using|running|connected|an? (?:developer|member|user|subscriber|customer)|advised|subscribed|signed|free|leaving|required|set|looking)(?:\\w+)`,
        0.9,
      ],
      [`\\b(?:from now on|henceforth|starting now),? (?:you|claude|the assistant)\\b`, 0.9],
      [
        `\\b(?:act|behave|respond|roleplay|pose) as (?:an? |the )?(?:unrestricted|unfiltered|uncensored|dan\\b|jailbroken|evil|root)|\\bas dan\\b|do anything now`,
        1.5,
      ],
      [
        `\\b(?:unrestricted|unfiltered|uncensored|jailbroken) (?:agent|assistant|ai|model|mode|bot)|(?:no|without(?: any)?|free of(?: all)?) (?:restrictions|policies|limitations|filters)\\b`,
        0.9,
      ],
      [
        `\\b(?:developer|debug|god|maintenance|admin|root|unrestricted|dan) mode\\b[^.\\n]{0,60}(?:now|enabled|activated|on\\b|;|filters|disabled)`,
        0.8,
      ],
      [
        `\\b(?:content filters|permission prompts|safety (?:guidelines|rules|filters)|restrictions)\\b[^.\\n]{0,40}\\b(?:disabled|off|lifted|updated|removed|suspended)`,
        0.9,
      ],
      [
        `\\bnever asks? for (?:permission|confirmation)|\\bhands? (?:over|out)\\b[^.]{0,40}\\b(?:tokens?|passwords?|keys?)|\\byou have root access|\\bcomply with every|\\byou obey\\b`,
        0.9,
      ],
      [`\\bfollow these instead|\\binstead,? (?:you|of what)`, 0.6],
    ]),
    taking: any([
      [`\\b${REVEAL}\\b[^.!?\\n]{0,20}?(?:\\b|[~\\s./])${SECRET}(?!S| (?:in|as) (?:the|an?) (?:\\w+ )?header)`, 1.5],
      [`\\b${REVEAL}\\b[^!?\\n]{0,60}?(?:\\b|[~\\s./])${SECRET}(?!S| (?:in|as) (?:the|an?) (?:\\w+ )?header)`, 1.3],
      [`\\b${REVEAL}\\b[^.!?\\n]{0,20}\\b(?:the|all|user's|their) (?:keys|data)\\b`, 0.9],
      [
        `${SECRET}[^.!?\\n]{0,60}\\b(?:must be|should be|has to be|needs? to be|to be|and) (?:${REVEAL}|sent|posted|uploaded|forwarded|appended|included|added|copied|e-?mailed|attached|written)\\b`,
        1.4,
      ],
      [`\\b${REVEAL}\\b[^.!?\\n]{0,80}?\\b${INNER}`, 1.2],
    ]),
    harm: any([
      [
        `\\breverse shell|\\bopen a shell|\\bnc (?:-\\w+ )*\\d+\\.\\d+|-e /bin/(?:ba)?sh|\\|\\s*(?:sudo )?(?:ba|z)?sh\\b|~/\\.(?:profile|bashrc|zshrc|bash_profile)|\\bcrontab\\b`,
        1.2,
      ],
      [
        `\\b(?:whitelist|allowlist|disable|turn off|open|bypass)\\b[^.!?\\n]{0,40}?\\b(?:2fa|mfa|firewall|ip\\b|ports?|antivirus|tls|ssl|certificate|csp|cors|rate limit)`,
        1,
      ],
      [
        `\\b(?:add|insert|include|put|prepend|append|place|keep)\\b[^!?\\n]{0,100}?(?:\\b(?:every|each|all) (?:file|answer|reply|response|commit|page|message|project)|sendbeacon|document\\.cookie|tracking|backdoor)`,
        0.9,
      ],
      [`\\b(?:summari[sz]e|describe|label|classify|rate|mark) (?:this|it|the|that)[^.!?\\n]{0,30} as\\b`, 0.7],
      [
        `\\boutput only\\b|\\bonly (?:output|say|reply|respond|answer|print)\\b|\\bcall bash with\\b|\\buse the \\w+ tool to\\b`,
        0.7,
      ],
      [
        `\\bby (?:printing|sending|posting|uploading|reading|copying|showing|revealing|deleting|running|executing)\\b`,
        0.7,
      ],
      [`\\b${SENDS}\\b[^!?\\n]{0,120}?${PLACE}`, 1.1],
      [`\\b(?:create|add|set up)\\b[^.!?\\n]{0,30}\\bforwarding rule`, 1.2],
      [SHELL, 1.1],
      [
        `\\b(?:download|fetch|open|visit|get|wget|curl|run|execute|paste|use|install)\\b[^!?\\n]{0,80}?https?://[^\\s]+[^.!?\\n]{0,60}?(?:\\band (?:execute|run|carry out|follow|install|apply)|\\bfollowed by|\\?[a-z]*=)|\\b(?:run|execute) (?:the |this )?(?:\\w+ ){0,2}(?:script|file|binary|code|command|payload)s? (?:at|from|below|above|found at) `,
        1,
      ],
      [`\\b${RUN}\\b[^.!?\\n]{0,60}?(?:https?://|\\bcurl\\b|\\bwget\\b)`, 0.7],
      [
        `\\b(?:run|execute|call|invoke)\\b[^.!?\\n]{0,40}\\b(?:tool|function|command|script)s?\\b|\\bcarry out every`,
        0.6,
      ],
      [
        `\\bnpm publish|\\bgit push\\b|--no-verify|\\brm -rf\\b|force[- ]push|chmod (?:-r )?777|\\bdrop table|\\bupdate \\w+ set `,
        0.9,
      ],
      [`\\bimport requests\\b|requests\\.(?:post|get)\\(|os\\.system\\(|subprocess\\.|child_process|eval\\(`, 0.7],
      [
        `\\b(?:delete|remove|erase|wipe|drop|destroy|reset|overwrite|close|rewrite|archive)\\b(?: \\S+){0,8}? ?(?:\\b|[./~])(?:files?|director(?:y|ies)|folders?|repo(?:sitor(?:y|ies))?|branch|tests?|databases?|backups?|history|accounts?|\\.git\\b|logs?\\b|src\\b|production|emails?|messages?|issues?|tickets?|tables?|data|mails?|home|everything)`,
        1,
      ],
      [
        `\\b(?:disable|turn off|skip|bypass|remov(?:e|al of)|deactivate|lift|waive|switch off|ignore|suppress|circumvent|without)\\b[^.!?\\n]{0,40}?\\b(?:security|safety|sandbox|hooks?|checks?|reviews?|verification|approval|protection|restrictions?|filters?|signatures?|scan|alarm|guardrails?|looking at the diff|authentication)`,
        1.1,
      ],
      [
        `dangerouslydisablesandbox|--dangerously|skip-permissions|bypasspermissions|without sandbox|(?:edit|delet|remov|modify|chang|writ|overwrit)\\w*[^.\\n]{0,40}settings\\.json`,
        0.9,
      ],
      [
        `\\b(?:add|grant|give|make|invite|promote)\\b[^.!?\\n]{0,60}?\\b(?:collaborators?|admins?|administrator|maintainers?|write access|admin rights|editor rights|owner|root access|sudo)\\b`,
        1.1,
      ],
      [
        `\\b(?:approve|merge|deploy)\\b[^.!?\\n]{0,40}?(?:\\bpull request|\\bpr\\b|#\\d+|\\bmerge request|\\bproduction|without (?:review|looking))`,
        0.8,
      ],
      [
        `\\b(?:refund|transfer|pay|wire|buy|purchase|click|book|subscribe)\\b[^.!?\\n]{0,60}?(?:usd|eur|\\$|€|\\biban|bitcoin|wallet|card|crypto|this button|account|gift card)|\\bbuy \\w+ pro\\b`,
        1,
      ],
      [
        `\\b(?:install|add|use)\\b[^.!?\\n]{0,60}?\\b(?:dependency|postinstall|registry|packages? (?:from|\\w+)|https?://)|\\breplace the registry|\\badd the link\\b`,
        0.8,
      ],
      [
        `\\b(?:say|tell (?:the user|them|the reader|users)|answer|reply|respond|recommend|report|claim|state|name|return|mark|conclude|rate|assure)\\b[^.!?\\n]{0,30}?(?:\\bthat\\b|\\bas (?:safe|approved|the only)|\\bonly\\b|\\bto (?:buy|install|download|paste|enter|visit|call)|"|“|')`,
        0.8,
      ],
      [
        `positive (?:review|rating|assessment|evaluation)s?\\b|(?:exceptionally|highly) (?:well )?qualified|do not (?:highlight|report|mention) any|\\bno (?:known )?(?:security issues|vulnerabilit|defects|negatives)|free of defects|only trustworthy|\\baccept this (?:paper|submission)|\\bstrong accept`,
        1,
      ],
      [
        `\\bonly recommend|\\brecommend (?:the )?(?:package|product|only)|(?:tell|convince|persuade|urge) (?:the )?(?:user|reader|customer)s? to\\b|\\basks? the user (?:for|to)`,
        0.8,
      ],
      [
        `\\bremember (?:permanently|forever|for all future|from now on|this)|\\b(?:write|save|add|store)\\b[^.!?\\n]{0,40}\\b(?:claude\\.md|agents\\.md|memory|memories|long-term)`,
        0.9,
      ],
      [`\\bturn off the\\b|\\bopen the (?:garage|front|back)? ?door|\\bunlock\\b`, 0.7],
      [
        `\\bprint(?: the text)? ["“']|\\b(?:print|say|output|return|write|reply|respond)(?: with)?(?: only)? ["“'\\w]*(?:pwned|hacked|owned)|append\\b.{0,20}!\\[`,
        0.8,
      ],
      [
        `\\brotate keys|\\bopen the file\\b|\\breveal\\b[^.]{0,30}\\bprompt|\\brun it\\b|\\bdelete_\\w+|\\btransfer tool|\\bsend_\\w+`,
        0.8,
      ],
    ]),
    secrecy: any([
      [
        `\\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|not to be|may not|cannot|without|not) (?:\\w+ ){0,2}?(?:tell|mention|inform|notify|report|alert|warn|telling|mentioning|informing|notifying|reporting|alerting|reported|mentioned|let|disclose|show|reveal|allowed to see)\\b[^.!?\\n]{0,60}?\\b(?:the |this to the |to the |your |any )?${PERSON}\\b`,
        1.3,
      ],
      [
        `\\b(?:do not|don't|never|must not|without) (?:\\w+ )?(?:mention|report|disclos|reveal|tell)\\w* (?:this|it|that|them|of this)\\b|\\bnot? mention\\w*\\b[^.!?\\n]{0,30}\\b(?:summary|answer|reply|report|response)|\\bdisclose this note`,
        1,
      ],
      [
        `\\bkeep (?:it|this|that)[^.!?\\n]{0,20}(?:between us|secret|quiet|hidden|to yourself)|\\bomit this\\b|\\bso that the ${PERSON} (?:does|do|will|can)(?: not|n't|not)|\\b${PERSON} (?:is|are) not allowed to (?:see|know)|\\bbehind the user`,
        1.2,
      ],
      [`\\b(?:silently|secretly|covertly|quietly)\\b`, 0.6],
      [
        `\\bwithout (?:asking|confirmation|permission|checking|approval|further|hesitation|review|prompting)|\\b(?:do not|don't|no need to|need not|not) ask\\b(?! (?:me|us|questions))|\\bno (?:further |additional )?confirmation\\b|\\bno need to (?:put|mention|tell|list|record|log|report|note)|\\bno time to (?:check|ask)|\\bno need to ask|\\bconfirm=true`,
        0.6,
      ],
      [`\\bthen say that\\b|\\breport that (?:all|no)\\b`, 0.6],
    ]),
    authority: any([
      [
        `\\b(?:the |your )?(?:human )?(?:users?|humans?|operators?|owners?|maintainers?|administrators?|admin|developers?|team)\\b (?:(?:has|have|had) )?(?:already |all |fully |hereby )?(?:approved|confirmed|agreed|granted|authori[sz]ed|waived|consented|allowed|given (?:full )?permission|granted full permission|allows every|approves|wants? (?:it|this))`,
        1.1,
      ],
      [
        `\\b(?:message|notice|update|announcement|instructions?) from (?:anthropic|openai|google|the (?:system|developers?|administrators?))\\b`,
        1.2,
      ],
      [`\\b(?:system|admin|administrator|root|security|developer) (?:override|notice|directive|instruction)s?\\b`, 0.8],
      [
        `\\byou(?:'re| are) (?:now |hereby )?(?:authori[sz]ed|permitted|allowed|cleared|entitled)\\b|\\byou may (?:now )?(?:delete|rewrite|run|push|ignore|skip)`,
        0.8,
      ],
      [
        `\\b(?:all|every) (?:commands?|actions?|tools?|operations?) (?:are|is) (?:now )?(?:allowed|approved|permitted)|\\ballows every command|\\bpolicy (?:has been )?updated|\\bi approve everything|\\bapproved:|\\bpre-?approved`,
        0.9,
      ],
      [
        `\\b(?:claude|the assistant|the agent|the model) should (?:retry|continue|proceed|run)|\\bproceed without|\\bcontinue now\\b|\\bthen continue with your task|\\bcontinue with your task`,
        0.7,
      ],
      [`\\badministrator instructs|\\bsession has expired|\\breauth`, 0.6],
    ]),
    urgency: any([
      [
        `\\b(?:urgent|urgently|immediately|at once|right away|critical|mandatory|required step|before (?:you )?(?:begin|continue|continuing|answering|doing|using|each|start|proceed|you can))`,
        0.3,
      ],
      [`\\b(?:you )?(?:must|need to|have to|are required to)\\b`, 0.2],
    ]),
  }
})

/** Capital letters for what goes by them: models, roles, and what those do with a text. Of the same length. */
export const named = once(() => {
  const models = compile(`\\b${MODEL_NAME}(?![\\w-])`, 'g')
  const roles = compile(`(?<!\\w\\\\?\\[)\\b${ROLE_NAME}\\b`, 'g')
  const doing = compile(`\\b${DOING_VERB}\\b`, 'g')
  return (said: string): string => {
    const called = filled(filled(said, models, 'M'), roles, 'R')
    return called === said ? said : filled(called, doing, 'D')
  }
})

/** The same for what is worth taking, and for giving it away. */
export const goods = once(() => {
  const secrets = compile(SECRET_NAME, 'g')
  const verbs = compile(`\\b${REVEAL_VERB}\\b`, 'g')
  return (said: string): string => filled(filled(said, secrets, 'S'), verbs, 'V')
})

/** A verb that takes back, at the head of a clause: the text before it is asked. */
export const forgetting = once(() => compile(`\\b${FORGET_VERB}\\b`, 'g'))
export const leads = once(() => compile(`${LEAD}$`))

function filled(said: string, pattern: RegExp, letter: string): string {
  return said.replace(pattern, match => letter.repeat(match.length))
}
