/** Limits on git and on what runs, in other words than those of an order. */
import { CLAUSE, END, NO_LIMITS, type Row } from './row.ts'

/** What is done to the repository, in languages that say it in one word or have no list of their own: "gepusht wird nicht". */
const DONE_BY_NOBODY: readonly (readonly [string, string])[] = [
  [
    'push',
    '(?:es\\s+)?(?:gepusht\\s+wird|wird)\\s+(?:noch\\s+|hier\\s+)?nicht(?:s)?(?:\\s+gepusht)|gepusht\\s+wird\\s+(?:noch\\s+|hier\\s+)?nichts?|nie\\s+(?:pushuj|rób\\s+pusha?)|(?:\\p{L}+\\s+\\p{L}+\\s+ve\\s+)?push(?:\\s*\\p{L}{0,3})?\\s+(?:yapma|atma)(?:yın)?',
  ],
  [
    'commit',
    '(?:es\\s+)?wird\\s+(?:noch\\s+|hier\\s+)?nichts?\\s+(?:com?mittet|eingecheckt)|(?:com?mittet|eingecheckt)\\s+wird\\s+(?:noch\\s+|hier\\s+)?nichts?|nie\\s+(?:com?mituj|rób\\s+commita?)|commit(?:\\s*\\p{L}{0,3})?\\s+(?:yapma|atma)(?:yın)?',
  ],
  [
    'deploy',
    '(?:es\\s+)?wird\\s+(?:noch\\s+|hier\\s+)?nichts?\\s+(?:deployt|ausgerollt)|(?:deployt|ausgerollt)\\s+wird\\s+(?:noch\\s+|hier\\s+)?nichts?|nie\\s+(?:wdrażaj|deployuj)|deploy\\s+(?:yapma|etme)(?:yin|yın)?',
  ],
]

export const ON_COMMANDS: readonly Row[] = [
  // git
  ...DONE_BY_NOBODY.map(
    ([act, words]): Row => ({
      says: `(?:^|[,;:.(–—]\\s*|(?<!\\p{L})(?:und|aber|i|ale|ve|ama)\\s+)(?:(?:bitte|proszę|lütfen)[\\s,]+)*(?:${words})(?=\\s*(?:$|[.;!]|,(?!\\s*(?:wenn|falls|sobald|solange))|lütfen|bitte|zanim|bis\\s+ich))`,
      means: [`do not ${act}`],
    }),
  ),
  {
    says: `${CLAUSE}(?:absolutely\\s+)?no\\s+(?<rest>amending|squashing|rebasing|reverting|deleting)\\s+(?:of\\s+)?(?:my|any|the|our|existing)\\s+(?:commits?|branch(?:es)?|tags?|history)${END}`,
    means: ['do not $rest'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+push\\s+--force|${CLAUSE}no\\s+force[- ]push(?:es|ing)?`,
    means: ['do not force push'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never|no)\\s+(?:rewrite|rewriting)\\s+(?:the\\s+|git\\s+)?history|${CLAUSE}no\\s+rebas(?:e|es|ing)${END}|${CLAUSE}(?:do not|don't|never)\\s+rebase(?:\\s+(?:main|master|anything|onto \\w+))?${END}`,
    means: ['never git rebase', 'do not force push'],
  },
  {
    says: `${CLAUSE}no\\s+((?:git (?:reset|add|checkout|clean|stash|rebase)|helm \\w+|kubectl \\w+|terraform \\w+|docker[ -]compose \\w+)(?:\\s+-{1,2}\\w+)*)${END}`,
    means: ['never $1'],
  },
  {
    says: `${CLAUSE}push\\s+(?:only\\s+)?to\\s+[^,;.]{2,30}?(?:\\s+only)?,\\s*(?:and\\s+|but\\s+)?(?:not|never)\\s+(?:to\\s+)?(upstream|origin|main|master|develop)`,
    means: ['do not push to $1'],
  },
  {
    says: `${CLAUSE}(?:nothing\\s+goes\\s+(?:to|on|onto|into)\\s+(main|master)\\b|(?:do not|don't|never)\\s+work\\s+(?:directly\\s+)?on\\s+(main|master)|(?:leave)\\s+(main|master)\\s+alone)`,
    means: ['do not commit to $1$2$3', 'do not push to $1$2$3'],
  },
  {
    says: `${CLAUSE}(?:(?:until\\s+then|so|please)\\s+)*(?:keep\\s+(?:your\\s+)?(?:hands|fingers|paws)\\s+off|stay\\s+(?:off|away\\s+from)|hands\\s+off|(?:do not|don't)\\s+touch|nothing\\s+(?:directly\\s+)?(?:on|to|onto|into))\\s+(?:the\\s+)?(?<branch>main|master|develop|trunk)(?:\\s+branch)?${END}|(?<!\\p{L})(?<branch2>main|master|develop|trunk)\\s+(?:ni\\s+tocarl[ao]|no\\s+se\\s+toca|bleibt\\s+(?:tabu|unberührt|unangetastet)|ist\\s+tabu|on\\s+n'y\\s+touche\\s+pas|não\\s+se\\s+mexe|non\\s+si\\s+tocca|is\\s+(?:off[- ]limits|mine|taboo))(?!\\p{L})`,
    means: ['do not commit to $branch$branch2', 'do not push to $branch$branch2'],
  },
  {
    says: `\\b(?:do|commit)\\s+(?:it|this|that)\\s+(?:on|in)\\s+a\\s+(?:new\\s+|separate\\s+|feature\\s+)*branch(?![\\w-])|${CLAUSE}work\\s+(?:on|in)\\s+a\\s+(?:new\\s+|separate\\s+|feature\\s+)+branch(?![\\w-])`,
    means: ['do not commit to main', 'do not push to main'],
  },
  {
    says: `\\bnothing\\s+goes\\s+to\\s+(?:origin|the\\s+remote|upstream|github|gitlab)(?![\\w-])`,
    means: ['do not push'],
  },
  {
    says: `\\b(?:migrations?|scripts?|it)\\b[^.;,]{0,40}\\b(?:generated|created|written|prepared)\\s+but\\s+not\\s+(?:applied|run|executed|deployed)(?![\\w-])|\\bi(?:'ll|\\s+will)\\s+be\\s+the\\s+one\\s+to\\s+(?:run|apply|execute)\\s+(?:it|them)${END}`,
    means: ['do not run it'],
  },
  {
    says: `\\b(?:work|stay|commit)\\s+(?:only\\s+)?(?:on|in)\\s+(?:the\\s+)?[\\w./-]+\\s+(?:branch\\s+)?and\\s+nowhere\\s+else${END}`,
    means: ['do not commit to main', 'do not push to main'],
  },
  {
    says: `${CLAUSE}leave\\s+(?:it|the changes|changes|everything)\\s+(?:uncommitted|in the working tree)`,
    means: ['do not commit'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:discard|revert|throw away|lose|overwrite|undo|reset)\\s+(?:my|our|the)\\s+(?:local\\s+|uncommitted\\s+)?(?:changes|work|edits)|uncommitted\\s+work[^.;]{0,30},?\\s*(?:do not|don't)\\s+(?:throw|discard|lose|touch)`,
    means: ['do not discard it'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:stage|git add)\\s+(?:anything|it|them)`,
    means: ['never git add'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:touch|use|mess with)\\s+git${END}|${CLAUSE}git\\s+${NO_LIMITS}|${CLAUSE}i(?:'ll| will)\\s+handle\\s+git`,
    means: ['do not commit', 'do not push'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:skip|bypass)\\s+(?:the\\s+)?(?:pre-?commit\\s+|git\\s+)?hooks`,
    means: ['never use --no-verify'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:tag|cut|make|do)\\s+(?:a\\s+|any\\s+)?release|${CLAUSE}no\\s+releases?${END}|${CLAUSE}(?:do not|don't|never)\\s+publish\\s+(?:it\\s+)?to\\s+(?:npm|pypi|crates\\.io|rubygems)`,
    means: ['do not publish'],
  },
  { says: `${CLAUSE}comments?\\s+only,?\\s+(?:do not|don't)\\s+push`, means: ['do not push'] },
  { says: `${CLAUSE}no\\s+(?:merging|merges?)${END}`, means: ['do not merge'] },
  {
    says: `${CLAUSE}no\\s+tags?\\b[^.;]{0,30}|${CLAUSE}no\\s+publish${END}`,
    means: ['never git tag', 'do not publish'],
  },
  { says: `${CLAUSE}no\\s+force${END}`, means: ['do not force push'] },
  {
    says: `^not\\s+to\\s+(main|master|develop|upstream)|\\bnever\\s+on\\s+(main|master|develop)${END}|\\bcode freeze on ([\\w./-]+)`,
    means: ['do not push to $1$2$3', 'do not commit to $1$2$3'],
  },
  {
    says: `${CLAUSE}(?:please\\s+)?(?:do not|don't|never)\\s+check ?out\\s+(?:other|any other|another)\\s+branch`,
    means: ['never git switch', 'never git checkout -b'],
  },
  {
    says: `(?:do not|don't|never)\\s+(?:remove|delete)\\s+any\\s+branch(?:es)?(?:\\s+on\\s+the\\s+remote)?`,
    means: ['do not delete branches'],
  },
  { says: `\\bleave the merge uncommitted`, means: ['do not commit'] },
  { says: `${CLAUSE}([\\w./-]+)\\s+branch\\s+is\\s+not\\s+to\\s+be\\s+pushed`, means: ['do not push to $1'] },
  {
    says: `\\bno pushes to (main|master|develop)\\b`,
    means: ['do not push to $1'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:create|make|set)\\s+(?:the|a|any)\\s+tag`,
    means: ['never git tag'],
  },
  // what runs
  {
    says: `${CLAUSE}no\\s+(?:restarts?|reboots?)${END}|${CLAUSE}(?:do not|don't|never)\\s+(?:reboot|restart)${END}`,
    means: ['do not restart anything'],
  },
  {
    says: `${CLAUSE}no\\s+(?:db\\s+|database\\s+)?writes(?:\\s+to\\s+(?:the\\s+)?(?:db|database|prod\\s+db))?${END}|${CLAUSE}no\\s+(?:update|delete|insert)\\s+statements`,
    means: ['do not change the database'],
  },
  {
    says: `${CLAUSE}(?:(?:only\\s+)?kubectl\\s+get(?:\\s*(?:/|,|and)\\s*(?:get|describe|logs|top))*\\s+only|only\\s+kubectl\\s+get\\b|only\\s+(?:use\\s+)?read-?only\\s+(?:kubectl\\s+)?commands)`,
    means: ['do not deploy', 'do not restart anything', 'do not delete anything'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:email|mail|message|contact|notify|reply to|write to)\\s+(?:the\\s+|any\\s+)?(?:customers?|users?|clients?|anyone|anybody)${END}|${CLAUSE}no\\s+(?:e?-?mails?|messages)${END}|${CLAUSE}(?:do not|don't|never)\\s+send\\s+anything\\s+to\\s+(?:the\\s+)?customers?`,
    means: ['do not send anything'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:post|comment|close|update|reply)\\b[^,;.]{0,20}\\b(?:on\\s+(?:the\\s+)?)?(?:issues?|tickets?|pr|slack)${END}|but\\s+(?:do not|don't)\\s+comment\\s+on\\s+it`,
    means: ['do not send anything'],
  },
  {
    says: `${CLAUSE}(?:please\\s+)?(?:(?:do not|don't|never|stop)\\s+(?:run(?:ning)?\\s+)?|not\\s+)(?:the\\s+)?(?:whole|full|entire|complete)\\s+(?:[\\w-]+\\s+)?suite`,
    means: ['do not run the tests'],
  },
  {
    says: `(?<!\\p{L})(?:nicht\\s+die\\s+(?:ganze|gesamte|komplette)\\s+test-?suite|die\\s+(?:ganze|gesamte|komplette)\\s+test-?suite\\s+nicht|ne\\s+(?:re)?(?:lance|exécute)[rsz]?\\s+(?:pas|jamais)\\s+(?:toute\\s+la\\s+suite|la\\s+suite\\s+(?:complète|entière))|(?:no\\s+(?:ejecutes|corras|lances)|não\\s+(?:rode|roda|execute|rodar)|non\\s+(?:lanciare|eseguire))\\s+(?:tod[ao]\\s+)?(?:la|a)\\s+su[ií]te(?:\\s+(?:completa|entera|inteira|toda|intera))?|(?:niet|nooit)\\s+de\\s+(?:hele|volledige)\\s+test-?suite)`,
    means: ['do not run the tests'],
  },
  { says: `${CLAUSE}no\\s+(?:shell\\s+)?commands${END}`, means: ['do not run any commands'] },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:rename|move)\\s+(?:any\\s+|the\\s+)?(?:files?|anything)`,
    means: ['never git mv', 'never use mv'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:upload|flash|burn|erase)\\s+(?:it\\s+|anything\\s+)?(?:to\\s+)?(?:the\\s+)?(?:board|device|mcu|chip|flash|efuses?)`,
    means: ['do not flash it', 'do not upload it'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:upload|submit)\\s+(?:it\\s+|anything\\s+)?to\\s+(?:the\\s+)?(?:app\\s?store|play\\s?store|testflight|store)`,
    means: ['do not publish'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never|no)\\s+(?:submit|start|launch|queue)\\s+(?:any\\s+|a\\s+|the\\s+)?(?:slurm\\s+)?(?:jobs?|training(?:\\s+run)?s?)(?:\\s+on\\s+the\\s+cluster)?${END}`,
    means: ['never sbatch', 'do not run training'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:download\\s+anything|call\\s+(?:the\\s+)?(?:live|real|prod(?:uction)?)\\s+(?:\\w+\\s+)?api)${END}|${CLAUSE}(?:offline only|no web search|no\\s+(?:api\\s+)?calls\\s+to\\s+(?:the\\s+)?real\\s+api)${END}|^nothing\\s+leaves\\s+(?:this|the|my)\\s+(?:machine|laptop|box)|^data\\s+must\\s+not\\s+leave\\s+(?:this|the|my)\\s+machine`,
    means: ['do not access the network'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:delete|kill|scale down|drain)\\s+(?:any\\s+|the\\s+)?(?:pods?|nodes?|deployments?)${END}`,
    means: ['do not restart anything', 'do not deploy'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:run\\s+)?(?:db:reset|db:drop|db:setup|flushall|flushdb|flush redis|(?:a\\s+)?full-refresh)`,
    means: ['do not reset the database'],
  },
  {
    says: `${CLAUSE}no\\s+(?:reformatting|formatting changes|autofix)${END}|\\b(?:lint\\w*)\\b[^.;]{0,20}\\b(?:do not|don't)\\s+autofix`,
    means: ['do not reformat', 'never use --fix'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:touch|change|edit)\\s+(?:my\\s+|the\\s+)?git\\s+config`,
    means: ['never git config'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+switch\\s+branch(?:es)?|${CLAUSE}stay\\s+on\\s+(?:this|the current|my)\\s+branch`,
    means: ['never git switch', 'never git checkout -b'],
  },
  {
    says: `${CLAUSE}no\\s+new\\s+branch(?:es)?|${CLAUSE}(?:do not|don't|never)\\s+(?:create|make|open)\\s+(?:a\\s+|any\\s+)?(?:new\\s+)?branch(?:es)?`,
    means: ['never git switch -c', 'never git checkout -b'],
  },
  {
    says: `${CLAUSE}(?:work\\s+)?on\\s+a\\s+branch\\s*,\\s*not\\s+(?:on\\s+)?(main|master)`,
    means: ['do not commit to $1', 'do not push to $1'],
  },
  {
    says: `${CLAUSE}no\\s+(?:upload|submission)s?\\s+to\\s+(?:the\\s+)?(?:testflight|app\\s?store|play\\s?store)`,
    means: ['do not publish'],
  },
  {
    says: `${CLAUSE}no\\s+(?:load|stress|performance)\\s+tests\\s+(?:against|on)\\s+(staging|prod(?:uction)?)`,
    means: ['do not run anything on $1'],
  },
  {
    says: `${CLAUSE}(?:select\\s+(?:statements|queries)\\s+only|no\\s+(?:flushall|drop|truncate)\\b)`,
    means: ['do not change the database'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:leave|post|write|add)\\s+(?:any\\s+)?(?:review\\s+)?comments?\\s+on|${CLAUSE}no\\s+posting\\s+(?:to|on)|${CLAUSE}(?:do not|don't|never)\\s+[\\w, ]{2,30}\\banything\\s+on\\s+(?:github|gitlab|jira)`,
    means: ['do not send anything'],
  },
  {
    says: `${CLAUSE}(?:no\\s+(?:real\\s+)?(?:network|http)\\s+calls|no\\s+web\\s+searches|no\\s+downloads|make\\s+no\\s+calls\\s+to|no\\s+(?:curl|requests?|calls?)\\s+(?:to|against)\\s+(?:the\\s+)?(?:live|real|prod(?:uction)?)\\s+(?:api|site|server)(?=\\s*(?:$|[,.;!)]))|(?:look|search)(?:\\s+up)?\\s+nothing\\s+(?:up\\s+)?(?:on|in)\\s+the\\s+(?:web|internet))`,
    means: ['do not access the network'],
  },
  { says: `${CLAUSE}(?:do not|don't|never)\\s+upload\\s+(?:it|them|this|that)\\b`, means: ['do not upload it'] },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+tag\\s+(?:the\\s+|a\\s+)?(?:release|version)`,
    means: ['never git tag'],
  },
  {
    says: `${CLAUSE}(?:use\\s+)?only\\s+(?:use\\s+)?(?:describe|get|list|read)(?:\\s*[/,]\\s*\\w+)*\\s+(?:calls|commands|operations)|${CLAUSE}use\\s+--check\\s+only`,
    means: ['do not deploy', 'do not restart anything', 'do not delete anything'],
  },
  { says: `${CLAUSE}i\\s+apply\\s+(?:them|it|this),?\\s+you\\s+don't`, means: ['do not apply anything'] },
  {
    says: `${CLAUSE}(?:please\\s+)?(?:use\\s+)?(?:get|describe|logs|list|read)(?:\\s*(?:/|,|and)\\s*(?:get|describe|logs|list|top|events))+\\s+only`,
    means: ['do not deploy', 'do not restart anything', 'do not delete anything'],
  },
  {
    says: `${CLAUSE}(?:use\\s+)?--(?:check|dry-run)(?:\\s+mode)?\\s+(?:only|exclusively)|\\bwith\\s+\`?--(?:dry-run|check)\`?\\s+only|(?<!\\p{L})(?:only|just|nur|sólo|solo|solamente|só|somente|apenas|uniquement|seulement|alleen)\\s+(?:with|mit|con|com|avec|met|en|in|im)\\s+(?:the\\s+|modo\\s+|mode\\s+)?\`?--(?:check|dry-run)\`?${END}|^[^:.;]{0,30}:\\s*--(?:check|dry-run)\\s+(?:mode\\s+)?exclusively`,
    means: ['do not deploy', 'do not delete anything', 'do not drop the database'],
  },
  {
    says: `\\b(?:ok|okay|fine|allowed)\\s*,\\s*(?:but\\s+)?no\\s+(?:install|upgrade)\\s+(?:or|and|nor)\\s+(?:install|upgrade)|\\b(?:ok|okay|fine|allowed)\\s*,\\s*(?:but\\s+)?(?:plan/)?apply(?:/\\w+)*\\s+not|kubectl apply only against`,
    means: ['do not deploy'],
  },
  { says: `${CLAUSE}no\\s+(?:restarts?|reboots?)\\s+(?:there|on|of)\\b`, means: ['do not restart anything'] },
  {
    says: `${CLAUSE}no\\s+(?:writes?|changes?)\\s+of\\s+any\\s+(?:sort|kind)|${CLAUSE}no\\s+index(?:es)?\\s+(?:creation|changes)|\\bread[- ]only\\s+on\\s+the\\s+(?:warehouse|db|database|cluster)|\\bselects?\\s+are\\s+(?:fine|ok|okay),?\\s+nothing else`,
    means: ['do not change the database'],
  },
  {
    says: `\\b(?:it's|this is)\\s+production\\s+so\\s+look\\b|\\bkeep\\s+prod(?:uction)?\\s+out of`,
    means: ['do not touch production'],
  },
  {
    says: `${CLAUSE}(?:no|not a single)\\s+(?:real\\s+)?(?:mails?|e-?mails?|messages?)\\s+(?:may|must|should|can|to)\\s+(?:go|be sent)|may a (?:real )?mail go out|^nothing\\s+(?:is to be|may be|must be|gets)\\s+sent|${CLAUSE}no\\s+uploads?\\b|${CLAUSE}(?:do not|don't|never)\\s+(?:submit|request|mark|silence|ack)\\b[^.;]{0,50}\\b(?:github|gitlab|pagerduty|reviewers|ready)`,
    means: ['do not send anything', 'do not upload it'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:re-?trigger|retry|re-?run|restart)\\s+(?:the\\s+)?(?:pipeline|workflow|job|build)`,
    means: ['do not retrigger it', 'do not rerun it', 'do not retry it'],
  },
  {
    says: `(?<!\\p{L})(?:lass(?:e|t)?|starte?)\\s+(?:bitte\\s+)?(?:die|den)\\s+(?:pipeline|workflow)\\s+(?:bitte\\s+)?nicht|(?<!\\p{L})ne\\s+(?:re)?lance[rz]?\\s+(?:pas|plus)\\s+(?:la|le)\\s+(?:pipeline|workflow)(?!\\p{L})`,
    means: ['do not run the pipeline'],
  },
  {
    says: `${CLAUSE}no\\s+\`([a-z][\\w-]*(?:\\s+[\\w:-]+){0,3})\``,
    means: ['never $1'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:trigger|start|do|make|kick off)\\s+(?:a|an|the|any)\\s+(?<act>deploy(?:ment)?|release|migration|push|build|restart)(?![\\w-])`,
    means: ['do not $act'],
  },
  {
    says: `\\bnothing\\s+(?:gets|is to be|may be)\\s+(?:applied|deployed)|\\bdon't deploy there`,
    means: ['do not deploy'],
  },
  {
    says: `${CLAUSE}(?:obviously\\s+)?(?:do not|don't|never)\\s+(?:execute|run)\\s+it(?:\\s+(?:here|on (?:this|my|our) (?:box|host|machine|laptop|server|system)))?${END}`,
    means: ['do not run it'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:comment|approve)\\b[^.;]{0,30}\\bon\\s+(?:github|gitlab|it)|${CLAUSE}(?:do not|don't|never)\\s+post\\s+(?:in|to)\\s+the\\s+real`,
    means: ['do not send anything'],
  },
  {
    says: `\\babsolutely no (?:delete|update|insert)|\\bno writes anywhere`,
    means: ['do not change the database'],
  },
]
