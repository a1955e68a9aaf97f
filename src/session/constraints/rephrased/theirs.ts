/** Steps that the person keeps for themselves. */
import { ACT, CLAUSE, END, type Row } from './row.ts'

export const LEFT_TO_THE_PERSON: readonly Row[] = [
  // theirs to do
  {
    says: `${CLAUSE}i(?:'ll| will| do|)\\s+(?:run|execute|start)\\s+(?<rest>it|them|this|the tests|the migration|the script|the migrations)\\s+(?:myself|manually|by hand|on my own)${END}`,
    means: ['do not run $rest'],
  },
  {
    says: `${CLAUSE}i(?:'ll| will)\\s+(?:open|create|make|file)\\s+the\\s+(?:pr|mr|pull request|merge request)`,
    means: ['do not open a pull request'],
  },
  {
    says: `${CLAUSE}i(?:'ll| will)\\s+restart\\s+(?:the\\s+)?(?:it|service|server|[\\w-]+)(?:\\s+(?:myself|manually|later))?${END}`,
    means: ['do not restart anything'],
  },
  {
    says: `${CLAUSE}git\\s+is\\s+mine|${CLAUSE}i(?:'ll| will)?\\s+(?:handle|do)\\s+(?:the\\s+)?git(?:\\s+stuff|\\s+part)?${END}`,
    means: ['do not commit', 'do not push'],
  },
  {
    says: `${CLAUSE}i\\s+(?<act>commit|push|merge|deploy|release),?\\s+(?:you\\s+don't|not\\s+you)`,
    means: ['do not $act'],
  },
  {
    says: `${CLAUSE}(?:only\\s+)?(?:the\\s+)?(?:ops|ci|dba|devops|jenkins|argo)\\s+(?:does|runs|do)\\s+(?:the\\s+)?${ACT}${END}`,
    means: ['do not $act'],
  },
  {
    says: `${CLAUSE}i(?:'ll| will)\\s+(?<act>merge|push|commit|deploy|publish|release|apply|flash|migrate|restart|tag|ship)\\s*(?:it|this|that|them)?(?:\\s+(?:when i'm ready|myself|manually|by hand|later|tomorrow|on my own|afterwards))?${END}`,
    means: ['do not $act it'],
  },
  {
    says: `${CLAUSE}i(?:'ll| will)?\\s+(?:do|handle|take care of)\\s+(?:the\\s+)?${ACT}(?:\\s+(?:myself|manually|by hand|later))?${END}`,
    means: ['do not $act'],
  },
  {
    says: `${CLAUSE}leave\\s+${ACT}\\s+to\\s+me|${CLAUSE}i\\s+do\\s+(?:the\\s+)?${ACT.replace('<act>', '<act2>')}${END}|${CLAUSE}${ACT.replace('<act>', '<act3>')}\\s+(?:is|are)\\s+(?:on me|mine|my job|done by (?:me|ci|the dba)(?:\\s+only)?|run by (?:me|ci|the dba))`,
    means: ['do not $act'],
  },
  {
    says: `${CLAUSE}(?:only\\s+)?(?:ci|the dba|the release bot)\\s+(?<act>deploys|merges|releases|publishes|runs migrations)(?:,?\\s+(?:you don't|not you))?${END}`,
    means: ['do not $act'],
  },
  {
    says: `\\bi(?:'ll| will)\\s+(?:file|submit|send|answer|post)\\s+(?:it|them|that)(?:\\s+(?:myself|later|by hand))?`,
    means: ['do not send anything'],
  },
  {
    says: `\\bi(?:'ll| will)\\s+run\\s+(?:(?<rest>pod install|npm install|the migration|the migrations|terraform apply|the script))\\s+(?:myself|later)`,
    means: ['never $rest'],
  },
  {
    says: `\\b(?:dropping|deleting|removing)\\s+(?:them|it|those)\\s+is\\s+something\\s+i(?:'ll| will)?\\s+do`,
    means: ['do not drop the database', 'do not delete anything'],
  },
  {
    says: `\\bjust tell me what the command would be|\\btell me [^.;]{0,40}, i(?:'ll| will) run it`,
    means: ['do not run any commands'],
  },
]
