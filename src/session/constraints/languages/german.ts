/** German ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

export const GERMAN: Language = {
  hint: /\b(?:nicht|nichts|keine?n?|nie|niemals|ohne|nur|frag|frage|finger|lass|lasse|bevor)\b/iu,
  sets: [
    {
      says: String.raw`\b(?:frag|frage)\w* mich\b.{0,20}\bbevor\b.{0,30}\b(?:lösch|entfern)`,
      kind: 'ask_first',
      about: ['delete'],
    },
    {
      says: String.raw`\b(?:frag|frage)\w* mich\b.{0,20}\bbevor\b.{0,30}\b(?:push)`,
      kind: 'ask_first',
      about: ['push'],
    },
    {
      says: String.raw`\b(?:frag|frage)\w* mich\b.{0,20}\bbevor\b.{0,30}\b(?:commit|committ)`,
      kind: 'ask_first',
      about: ['commit'],
    },
    {
      says: String.raw`\b(?:frag|frage)\w* mich\b.{0,20}\bbevor\b.{0,30}\b(?:installier)`,
      kind: 'ask_first',
      about: ['install'],
    },
    {
      says: String.raw`\bnur\s+(?:die\s+)?(?:dateien?\s+)?(?:in\s+|unter\s+)?PATH\s+(?:zu\s+)?(?:ändern|bearbeiten|anfassen|anpassen)`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`^(?:ändere|bearbeite|verändere)\s+(?:bitte\s+)?nur\s+(?:die\s+)?(?:dateien?\s+)?(?:in\s+|unter\s+)?PATH`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\b(?:fass|fasse|ändere|bearbeite|lösche|rühr|lass|lasse)\w*\s+(?:bitte\s+)?(?:nichts\s+|die\s+dateien\s+)?(?:in\s+|unter\s+)?PATH\s+(?:(?:bitte\s+)?nicht|in ruhe|unverändert)`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\b(?:fass|ändere|bearbeite)\w*\s+(?:bitte\s+)?nichts\s+(?:in|unter)\s+PATH`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\b(?:lass|lasse)\s+(?:bitte\s+)?(?:die|deine)\s+finger\s+(?:weg\s+)?von\s+PATH`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\b(?:lass|lasse)\s+(?:bitte\s+)?(?!(?:mich|uns|ihn|sie|es|das|die|den|der|alles|ihm)\b)([\w-]+)\s+(?:bitte\s+)?in ruhe`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\b(?:fass|fasse)\s+(?:bitte\s+)?(?!(?:mich|uns|ihn|sie|es|das|die|den|der|alles|tests?|nichts)\b)([\w-]+)\s+(?:bitte\s+)?nicht an(?![\p{L}-])`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\bPATH\s+darfst\s+du\s+nicht\s+(?:ändern|anfassen|bearbeiten|löschen|verändern)`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte)\s+)(?:nur\s+lokal\s+(?:committen|commiten)|committe\s+(?:bitte\s+)?nur\s+lokal)`,
      about: ['push'],
    },
    { says: String.raw`^finger weg von\s+PATH`, about: ['change', 'delete', 'create'] },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte)\s+)(?:ändere|bearbeite|verändere|fass)\w*\s+(?:bitte\s+)?(?:(?:nicht\s+)?(?:die|keine)\s+tests?(?:\s+(?:nicht|an))*)(?=$|[,;.\s])`,
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte)\s+)die tests nicht (?:ändern|anfassen|bearbeiten)`,
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte)\s+)(?:ändere|verändere|bearbeite)\s+(?:bitte\s+)?(?:noch\s+)?(?:nichts|keinen? (?:code|dateien?)|den code nicht)`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte|noch)\s+)(?:nichts|keinen code|keine dateien?) (?:ändern|verändern|anfassen)`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte)\s+)ohne (?:etwas|irgendetwas|den code|code|dateien) zu (?:ändern|verändern)`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte)\s+)(?:führ|führe|starte)\s+(?:(?:es|das|sie|ihn)|(?:das|den) (?:skript|programm|server))\s+(?:bitte\s+)?(?:noch\s+)?nicht(?!\s+neu)`,
      about: ['run'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte)\s+)(?:führ|führe|lass)\s+(?:bitte\s+)?(?:die\s+tests\s+(?:noch\s+)?nicht|keine tests)`,
      about: ['test'],
    },
    {
      says: String.raw`\b(?:führ|führe)\s+(?:bitte\s+)?(?:noch\s+)?nichts\s+aus`,
      about: ['run', 'test', 'install', 'migrate', 'deploy'],
    },
    { says: String.raw`\bohne (?:es|das|sie) auszuführen`, about: ['run'] },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte|noch|oder)\s+)(?:(?:noch\s+)?(?:nicht|nie|niemals)\s+(?:committen|commiten)|committe\s+(?:bitte\s+)?(?:noch\s+)?(?:nichts?|nie))`,
      about: ['commit'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte|noch|oder)\s+)(?:(?:noch\s+)?(?:nicht|nie|niemals)\s+pushen|pushe?\s+(?:bitte\s+)?(?:noch\s+)?(?:nichts?|nie))`,
      about: ['push'],
    },
    {
      says: String.raw`\bohne (?:etwas|irgendetwas|pakete) zu installieren|\binstallier\w*\s+(?:bitte\s+)?(?:nichts|keine)\b|\bnichts installieren`,
      about: ['install'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte|mit)\s+)keine neuen (?:abhängigkeiten|pakete|dependencies)(?=$|[,;.\s])`,
      about: ['install'],
      targets: ['new dependencies'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte)\s+)lösche?\s+(?:bitte\s+)?(?:nichts|keine dateien?)|\bnichts löschen`,
      about: ['delete'],
    },
    {
      says: String.raw`\b(?:führe?|wende?|starte)\s+(?:bitte\s+)?(?:noch\s+)?(?:keine\s+\w*migration|(?:die\s+)?\w*migration(?:en)?\s+(?:bitte\s+)?(?:noch\s+)?nicht)|\bmigriere\s+(?:bitte\s+)?(?:noch\s+)?nich|\bkeine\s+migration(?:en)?\s+(?:ausführen|anwenden|starten)|\bohne\s+(?:die\s+)?migrationen\s+auszuführen`,
      about: ['migrate'],
    },
    {
      says: String.raw`(?:^|[,;]\s*|\b(?:und|aber|bitte|noch)\s+)(?:deploye?\s+(?:noch\s+)?nicht|(?:noch\s+)?nicht deployen)`,
      about: ['deploy'],
    },
  ],
  marks:
    /\b(?:jetzt|nun|bitte|du|und|die|das|der|den|es|darfst|kannst|dann|mach|alles|führe?|lass|installiere?|deploye?)\b/iu,
  not: /\b(?:nicht|nichts|keine?n?|nie|niemals|ohne|bevor)\b/iu,
  lifts: [
    { says: String.raw`\b(?:führ|führe|starte)\s+(?:es|das|sie)\b`, about: ['run'] },
    { says: String.raw`\b(?:lass|führ|führe)\s+die tests\b`, about: ['test'] },
    { says: String.raw`\bcommitt?e?n?\b`, about: ['commit'] },
    { says: String.raw`\bpushe?n?\b`, about: ['push'] },
    { says: String.raw`\binstallier`, about: ['install'] },
    { says: String.raw`\bmigrier|\bmigration(?:en)?\b.*\b(?:aus|an|durch)\b`, about: ['migrate'] },
    { says: String.raw`\bdeploye?n?\b`, about: ['deploy'] },
    {
      says: String.raw`(?:^|\b(?:jetzt|nun|bitte|darfst|kannst)\s+)(?:ändere|ändern|behebe|implementiere|setz)\b`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\b(?:ändere|ändern|anpassen|passe|darfst)\b.*\btests?\b`,
      about: ['change', 'create', 'delete'],
      targets: ['tests'],
    },
  ],
  requests: {
    leads:
      'bitte|jetzt|nun|dann|danach|also|und|auch|doch|ok(?:ay)?|gut|ja|danke|mach|noch|außerdem|zusätzlich|trotzdem|eigentlich|am ende|nach rücksprache|in|im|an|die|das|den|datei|§',
    asks: '(?:korrigier|reparier|behebe?|fixe?|änder|bearbeite|pass|überarbeite|ersetz|ergänz|erweiter|schreib|zieh|füge?|entfern|lösch|benenn|verschieb|räum|refaktorier|aktualisier|streich|implementier|bau|rühr|nimm|setz)(?:e|en|t)?',
    allows:
      '(?:darfst|kannst|könntest|sollst|solltest|musst) du|du (?:darfst|kannst|sollst|solltest)|(?:darf|dürfen|kann|können|soll|sollen|muss|müssen)|bitte|möchte|will|dass du',
    changes:
      'korrig|repar|behe?[bo]|gefix|fix|änder|geändert|bearbeit|anpass|angepasst|überarbeit|anfass|angefasst|angerührt|anrühr|ersetz|ergänz|erweiter|schreib|lösch|gelösch|entfern|verschieb|umbenenn|aktualis|umbau|ran',
    opens: String.raw`(?:nicht mehr|nicht länger|nimmer) (?:tabu|gesperrt|eingefroren|geschützt|verboten)|(?:ist|sind) (?:(?:jetzt|nun|wieder|ab sofort|doch) )*(?:frei|freigegeben|offen|entsperrt)(?!\p{L})|(?:sperre|einschränkung|verbot|vorgabe|regel|bann|beschränkung)\p{L}* .{0,40}(?:aufgehoben|gilt nicht mehr|fällt weg|entfällt|hinfällig|weg(?!\p{L}))|(?:heb|nehm|zieh)\p{L}* .{0,40}(?:sperre|einschränkung|verbot|vorgabe|beschränkung)\p{L}* .{0,30}(?:auf|zurück)`,
    forgets: String.raw`(?:vergiss|vergesst|ignorier\p{L}*),? .{0,40}(?:gesagt|einschränkung|vorgabe|verbot|regel|beschränkung|sperre)`,
    reports:
      'wenn|falls|sobald|bevor|erst|nachdem|hat|hatte|habe|haben|wurden?|worden|ist|sind|wird|werde|warum|er|man|ich (?!möchte|will|hätte|erlaube|bitte)|wir',
    points: 'sie|es|ihn|dort|da|daran|das|ihm',
    aside:
      '(?:wie|gemäß|analog zu|entsprechend|laut|siehe|nach dem muster von|in anlehnung an) (?:in |der datei |die datei )?§',
  },
}
