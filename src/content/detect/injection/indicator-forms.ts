/** What the exact signs of an order to a model look like. Texts are in lower case. */
import { groupsElsewhere } from './indicator-languages.ts'
import type { IndicatorKind } from './spoken-of.ts'

export interface Form {
  readonly kind: IndicatorKind
  /** Stands in every text that holds the form, and says more than its group's; cheaper. */
  readonly hint?: RegExp
  readonly pattern: RegExp
  /** How what stands before must end: at the head of a clause. */
  readonly lead?: RegExp
  /** The sign with what follows it is none. */
  readonly not?: RegExp
  /** Whether it is enough by itself; without this it is. */
  readonly isPlain?: (lower: string, start: number, end: number) => boolean
}

/** Forms of which a text has none where it holds none of the words, or not the hint. They are made where it holds both. */
export interface Group {
  /** A text is looked through once for those of all groups. */
  readonly words?: readonly string[]
  readonly hint?: RegExp
  readonly forms: () => readonly Form[]
}

const WORDS = (most: number): string => `(?:[\\w'’-]{1,20} ){0,${most}}?`
const FORGET =
  "(?:ignore|disregard|forget|overlook|override|overwrite|bypass|discard|abandon|set aside|pay no (?:attention|heed) to|stop (?:following|obeying)|(?:do not|don't|don’t|no longer) (?:follow|obey)|disobey)"
const BEFORE =
  '(?:previous(?:ly given)?|prior|earlier|above|preceding|foregoing|past|former|existing|initial|original|system|safety|current|all|any|every|your)'
const OBJECT =
  "(?:instructions?|directions|directives?|(?:system |developer )?prompts?|rules|guidelines?|guidance|orders|commands|policies|restrictions|constraints|programming|training|system messages?|context|conversation|messages?|(?:user(?:'s|’s)? |original )(?:request|task|question)s?)"
/** At the head of a clause, or after a word that leads to an order. */
const HEAD =
  /(?:^|[.:;!?,([{"'>*#|–—/`“«\-\]})。！：]\s*|\n\s*|\\n\s*|\b(?:please|now|then|and|first|just|so|also|instead|kindly|simply|immediately|next|you (?:must|should|will|shall|are to|have to|need to)|must|i want you to|claude|gpt|ai|assistants?|agents?|models?|bots?|llms?)[,:]? )$/
const OF_SOMETHING =
  /[^.!?\n]\s(?:if|unless|when|about|cache|pointer|regarding|inside|within|contained|embedded)\b|[^.!?\n]\s(?:in|on|from) (?:the |this |an? )?(?!user|developer|system|operator|now)[a-z]/

/** It holds for some readers alone. */
const CONDITION = /\b(?:if|unless|in case) [^.!?\n]*$/

const takesBack = (): readonly Form[] => [
  {
    kind: 'order',
    hint: /(?:ignore|disregard|forget|over(?:look|ride|write)|bypass|discard|abandon|aside|(?:attention|heed) to|(?:follow|obey)(?:ing)?) (?:[\w'’-]{1,20} ){0,11}?(?:instruct|direct|prompt|rules|guid|orders|commands|polic|restrict|constraint|program|train|messages?|context|convers|request|task|question)/,
    pattern: new RegExp(
      `\\b${FORGET}(?: about)? (?:${WORDS(3)}${BEFORE} ${WORDS(3)}${OBJECT}\\b|(?:the |these |those |my )?${OBJECT} (?:above|before|preceding|so far|given|you (?:were|have been|had been|got|received))\\b)`,
      'g',
    ),
    lead: HEAD,
    not: OF_SOMETHING,
    // What has been said before, of all kinds or of one's own: of files and builds rules are overridden as well.
    isPlain: (lower, start, end) =>
      /instruc|directi|guidel|programming|your .*prompt/.test(lower.slice(start, end)) &&
      /^(?:ignore|disregard|forget|override|bypass|stop|do|don|disobey|pay)/.test(lower.slice(start, start + 12)) &&
      !CONDITION.test(lower.slice(Math.max(start - 80, 0), start)) &&
      lower.charAt(end) !== ':',
  },
  {
    kind: 'order',
    hint: /ignore|disregard|forget|overrid/,
    pattern:
      /\b(?:ignore|disregard|forget|override) (?:about )?(?:(?:everything|anything|all|what|whatever|all that)(?: (?:else|of|that))?(?: the)? (?:above|before this|preceding|prior|was said|you (?:were|have been|had been|'ve been|’ve been) (?:told|given|instructed|taught)(?: before| so far| until now)?)|the (?:above|foregoing|preceding)(?: (?:text|content|message))?)(?=\s*(?:[.,;:!\n]|\\n|and\b|then\b|instead\b|$))/g,
    lead: HEAD,
    not: /\b(?:if|unless)\b/,
    isPlain: (lower, start, end) =>
      /^(?:ignore|disregard)|you were (?:told|given|instructed)/.test(lower.slice(start, end)) &&
      !CONDITION.test(lower.slice(Math.max(start - 80, 0), start)) &&
      /^\s*(?:,? (?:and|then|instead)\b|[.;!]|$)/.test(lower.slice(end, end + 12)),
  },
]

const replaced = (): readonly Form[] => [
  {
    kind: 'order',
    hint: /instructions|guidelines|directives|system prompt/,
    pattern:
      /\b(?:your|all|any|the)(?: (?:previous|prior|earlier|original|existing|current|old|initial))? (?:system )?(?:instructions|guidelines|directives|prompt)(?: (?:above|so far|from the user))? (?:(?:have|has) (?:just |now )?been|are|is|were)(?: now| hereby)? (?:superseded|overridden|revoked|void|suspended|lifted|cancell?ed|obsolete|invalid|replaced)\b/g,
    isPlain: (lower, start) => lower.startsWith('your', start),
  },
]

const marks = (): readonly Form[] => [
  {
    kind: 'mark',
    hint: /<\/?system-/,
    pattern:
      /<system-(?:reminder|message|notice|instructions?|prompt|update|override)>(?=\s*[^\s<`"'][^<]{8,4000}<\/system-|\s*\n)/g,
  },
  {
    kind: 'mark',
    hint: /<\/?(?:antml|function_|tool_|invoke)/,
    pattern:
      /<\/?(?:antml:)?(?:function_calls|function_results?|tool_results?|tool_use|tool_call)>\s*\S|<(?:antml:)?invoke name=["\\]/g,
  },
  {
    kind: 'mark',
    hint: /\bhook\b/,
    pattern:
      /(?<=^|\n|\\n|>)[ \t]*(?:[-*[] ?)?(?:(?:pre|post)tooluse|(?:user)?prompt ?submit|userpromptsubmit|sessionstart|stop|subagentstop|notification)(?::\w+)? (?:\[?[\w./ -]{0,40}\]? ?)?hook (?:feedback|success|output|message|says|additional context|blocking error|stopped)[^\n:]{0,40}:\s*\S/g,
  },
  {
    kind: 'mark',
    hint: /<\|(?:im_|start|system|user|assistant|eot|end)|\[\/?inst\]|<<\/?sys>>|<start_of_turn>/,
    pattern:
      /<\|im_start\|>\s*(?:system|user|assistant|tool)\s*(?:\n|\\n| )\s*[a-z]|<\|start_header_id\|>\s*(?:system|user|assistant)|<\|(?:system|user|assistant)\|>\s*[a-z]|\[inst\]\s*(?:<<sys>>\s*)?[a-z]|<<sys>>\s*[a-z]|<start_of_turn>\s*(?:user|model|system)\s*\n/g,
  },
  {
    kind: 'mark',
    hint: /(?:^|\n|\\n)[ \t#*]*(?:human|user|operator)\s?:\**[ \t]*[yosfrgapi]/,
    pattern:
      /(?<=^|\n|\\n)[ \t#*]*(?:human|user|operator)\s?:\**[ \t]*(?:(?:yes|yep|sure|ok|okay|fine|right)\b[,.!]? ?(?:please )?(?:go ahead|do it|do that|proceed|continue|run it|i (?:approve|confirm|agree|allow)|approved|you (?:may|can|have)|that is|that's|delete|push|send)|go ahead\b|approved\b|permission granted|proceed with|i (?:hereby )?(?:approve|confirm|authori[sz]e|allow|grant|give you permission))/g,
    // A conversation has more turns.
    isPlain: lower =>
      (lower.match(/(?:^|\n|\\n)[ \t#*]*(?:human|user|assistant|ai|bot|operator)\s?:/g)?.length ?? 0) < 3,
  },
]

/** Who is spoken to, where it is no person. */
const ASSISTANT =
  '(?:(?:all |any |the )?(?:ai|llm|claude|chatgpt|gpt(?:-?\\d\\w*)?|copilot|gemini|assistant|language model|coding agent)s?(?: (?:assistant|agent|model|system|reader|tool)s?)?)'
const ADDRESSED = `(?:(?:important |urgent |special )?(?:note|message|instruction|attention|reminder|hint)s?[ :]+(?:to|for) ${ASSISTANT}\\b|${ASSISTANT}\\s?[:,!])`
const TO_DO =
  '(?:you must|please|must|should|run|execute|send|post|include|add|ignore|do not|don.t|never|always|call|fetch|download|install|visit|append|insert|reply|respond|say|recommend|upload|open|write|delete)\\b'
/** Comments, and elements that are not shown. */
const UNSEEN = `(?:<!--\\s*|\\[(?://|comment)\\]: ?(?:#|<>) ?\\(\\s*|<[a-z]+\\s[^<>]{0,100}?(?:display:\\s*none|visibility:\\s*hidden|font-size:\\s*0|opacity:\\s*0(?![.\\d])|\\bhidden\\b)[^<>]{0,200}>\\s*)`

/** Orders to an assistant where no person reads them; pages that only show it the way to their index are left alone. */
const unseen = (): readonly Form[] => [
  {
    kind: 'order',
    pattern: new RegExp(`${UNSEEN}[^<>]{0,60}?\\b${ADDRESSED}[^<>]{0,80}?\\b${TO_DO}[^<>]{0,120}`, 'g'),
    isPlain: (lower, start, end) =>
      !/llms(?:-full)?\.txt|documentation index|generated|do not edit|agents\.md/.test(lower.slice(start, end + 160)),
  },
]

/** Somebody says to be the user who has set the task. */
const userSpeaks = (): readonly Form[] => [
  {
    kind: 'order',
    pattern:
      /\b(?:before|after) you (?:can |have |may )?(?:solved?|do|did|done|completed?|continue|proceed|finish(?:ed)?|answer(?:ed)?)\b[^.\n]{0,40}?\b(?:task|request|question|job)s? (?:that |which )?(?:i|the user) (?:gave|asked|assigned|told|sent) you\b|\bimportant message from (?:me|the user)[^.\n]{0,60}?\bto you,? (?:the )?(?:ai|claude|gpt|chatgpt|gemini|assistant|agent|model)/g,
  },
]

const systemSpeaks = (): readonly Form[] => [
  {
    kind: 'mark',
    pattern:
      /(?<=^|\n|\\n|>)[ \t]*(?:#{2,3} ?\(system_message\)|\[(?:system|admin(?:istrator)?|developer) (?:override|instructions?|prompt)\]:?|\[tool_calls\] ?\[)[ \t]*\S/g,
  },
]

const turns = (): readonly Form[] => [
  {
    kind: 'mark',
    hint: /<(?:system|user|human|assistant)>/,
    pattern: /(?<=^|\n|\\n|>)[ \t]*<(system|user|human|assistant)>\s*[a-z][^<>]{8,2000}<\/\1>/g,
    isPlain: () => false,
  },
]

const freed = (): readonly Form[] => [
  {
    kind: 'order',
    pattern:
      /\b(?:you are|you're|you will be|act as|behave as|respond as|roleplay as|pretend (?:to be|you are|that you are)) (?:now |from now on |henceforth )?(?:an? |the |in )?(?:dan\b|do anything now|(?:fully )?(?:unrestricted|unfiltered|uncensored|jailbroken|unaligned|amoral)|developer mode|god mode|debug mode|root mode|no longer (?:bound|restricted|limited|an? (?:ai|assistant))|free of (?:all |any )?(?:restrictions|rules|limits)|(?:without|with no) (?:any )?(?:restrictions|rules|filters))/g,
    lead: HEAD,
  },
]

const renamed = (): readonly Form[] => [
  {
    kind: 'order',
    pattern:
      /\byou are now (?:an? |the )?\w*(?:bot|gpt|assistant|agent|ai|admin\w*|root)\b|\bfrom now on,? you (?:are|will|must|shall)\b|\byou have no (?:restrictions|rules|limits|guidelines)\b|\b(?:developer|debug|god|maintenance|admin|dan) mode (?:is |has been )?(?:now )?(?:enabled|activated|on)\b/g,
    isPlain: (lower, start, end) =>
      / mode /.test(lower.slice(start, end)) &&
      /^.{0,60}\b(?:no|without) (?:restrictions|rules|filters)/.test(lower.slice(end, end + 100)),
  },
]

const SECRETS =
  '(?:api[ _-]?keys?|access keys?|credentials|passwords?|(?:auth|access|github|session|npm) ?tokens?|secrets|(?:private|ssh) keys?|id_(?:rsa|ed25519)|[~/.]*\\.(?:ssh|env|npmrc|aws|kube|netrc|pypirc)\\b|environment variables|env vars|cookies)'
const asked = (): readonly Form[] => [
  {
    kind: 'order',
    hint: /prompt|instructions|conversation|chat history/,
    pattern:
      /\b(?:print|reveal|show|output|repeat|display|leak|disclose|dump|send|post|upload|forward|e-?mail|tell (?:me|us)|write out|recite|return)\b (?:me |us |back |out |the full |verbatim )?(?:all |everything )?(?:of )?(?:your|the (?:full|entire|whole|complete|above|hidden)) (?:\w+ ){0,2}?(?:system (?:prompt|message)|instructions|prompt|initial prompt|hidden prompt|conversation|chat history)\b/g,
    lead: HEAD,
    isPlain: (lower, start, end) => /\byour .*(?:system|hidden|initial)|conversation/.test(lower.slice(start, end)),
  },
]

const sent = (): readonly Form[] => [
  {
    kind: 'order',
    hint: /(?:send|post|upload|forward|mail|exfiltrate|append|submit|transmit|include)\b[^!?\n]{0,200}?(?:https?:\/\/|@[a-z])/,
    pattern: new RegExp(
      `\\b(?:send|post|upload|forward|e-?mail|exfiltrate|append|submit|transmit|include)\\b[^.!?\\n]{0,60}?(?:\\b|[~\\s./])${SECRETS}[^!?\\n]{0,60}?(?:https?://|@[a-z])`,
      'g',
    ),
    lead: HEAD,
    not: /\bheaders?\b/,
    // What lies in files of a person's own is sent by nobody who reads a manual.
    isPlain: (lower, start, end) =>
      /(?:contents? of|the file) [^ ]*(?:\.ssh|id_rsa|id_ed25519|\.aws|\.env|\.npmrc|\.netrc|\.kube)/.test(
        lower.slice(start, end),
      ),
  },
]

/** What is to be done behind somebody's back. */
const ACTION_PHRASE =
  /\b(?:curl|wget)\b[^\n]{0,80}\||\brm -rf\b|\b(?:send|upload|post|exfiltrate)\b[^.\n]{0,50}(?:\.env\b|\.ssh\b|id_rsa|\bkeys?\b|passwords?|credentials)/

const HUSHES =
  /(?:not|n't|n’t|dont|never|without) (?:\w+ ){0,2}?(?:tell|mention|inform|notify|report|alert|warn|ask|consult|let|disclos|reveal)/

const secret = (): readonly Form[] => [
  {
    kind: 'order',
    pattern:
      /\b(?:do not|don't|don’t|dont|never|must not|should not|without) (?:\w+ ){0,2}?(?:tell|mention|inform|notify|report|alert|warn|ask|consult|telling|mentioning|informing|notifying|reporting|alerting|asking|consulting|let|disclose|reveal)\b[^.!?\n]{0,50}?\b(?:users?|humans?|owner|operator|anyone|anybody)\b/g,
    isPlain: (lower, start, end) => ACTION_PHRASE.test(lower.slice(Math.max(start - 150, 0), end + 150)),
  },
]

/** All forms. */
export const groupsOf = (): readonly Group[] => [
  {
    words:
      'ignore|disregard|forget|overlook|overrid|overwrite|bypass|discard|abandon|set aside|no attention|no heed|p follow|t follow|r follow|p obey|t obey|r obey|disobey'.split(
        '|',
      ),
    forms: takesBack,
  },
  ...groupsElsewhere(),
  {
    words: ['instruc', 'guidelines', 'directives', 'prompt', 'conversation', 'chat history'],
    forms: () => [...replaced(), ...asked()],
  },
  {
    hint: /<(?:\/?(?:system|antml|function_|tool_|invoke|user|human|assistant|start_of_turn)|\||<)|\[\/?inst\]|\bhook\b|(?:human|user|operator)\s?:/,
    forms: () => [...marks(), ...turns()],
  },
  {
    words: ['you are', "you're", 'you will be', 'act as', 'behave as', 'respond as', 'roleplay as', 'pretend '],
    hint: /\bdan\b|do anything now|unrestricted|unfiltered|uncensored|jailbroken|unaligned|amoral|(?:developer|god|debug|root) mode|no longer (?:bound|restricted|limited|an? )|free of (?:all |any )?(?:restrictions|rules|limits)|(?:without|with no) (?:any )?(?:restrictions|rules|filters)/,
    forms: freed,
  },
  {
    words: 'are now|from now on|you have no|mode is|mode has|mode now|mode enabled|mode activated|mode on'.split('|'),
    forms: renamed,
  },
  {
    words: 'send|post|upload|forward|mail|exfiltrat|append|submit|transmit|include'.split('|'),
    hint: /key|credentials|password|token|secrets|id_rsa|id_ed25519|\.(?:ssh|env|npmrc|aws|kube|netrc|pypirc)\b|environment variables|env vars|cookies/,
    forms: sent,
  },
  { words: ['user', 'human', 'owner', 'operator', 'anyone', 'anybody'], hint: HUSHES, forms: secret },
  {
    words: ['<!--', ']: #', ']:#', ']: <>', ']:<>', 'display:', 'visibility:', 'font-size:', 'opacity:', 'hidden'],
    hint: /\b(?:ai|llm|claude|chatgpt|gpt|copilot|gemini|assistant|language model|agent)/,
    forms: unseen,
  },
  {
    words: ['gave you', 'asked you', 'assigned you', 'told you', 'sent you', 'important message from'],
    forms: userSpeaks,
  },
  { words: ['(system_message)', '[system', '[admin', '[developer', '[tool_calls'], forms: systemSpeaks },
]
