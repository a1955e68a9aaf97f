/** Dutch ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

export const DUTCH: Language = {
  hint: /\b(?:niet|niets|geen|nooit|zonder|alleen|enkel|voordat|vraag|blijf|laat)\b/iu,
  sets: [
    {
      says: String.raw`\b(?:raak|laat) PATH (?:niet aan|met rust|ongemoeid)`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\bvraag (?:het )?(?:me|mij)(?: eerst)?,? voordat je .{0,30}(?:verwijder|wist|wis)`,
      kind: 'ask_first',
      about: ['delete'],
    },
    {
      says: String.raw`\bvraag (?:het )?(?:me|mij)(?: eerst)?,? voordat je .{0,20}pusht`,
      kind: 'ask_first',
      about: ['push'],
    },
    {
      says: String.raw`\bvraag (?:het )?(?:me|mij)(?: eerst)?,? voordat je .{0,20}commit`,
      kind: 'ask_first',
      about: ['commit'],
    },
    {
      says: String.raw`^(?:wijzig|verander|bewerk|pas)\s+(?:alleen|enkel)\s+(?:bestanden )?(?:in )?PATH`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\b(?:wijzig|verander|bewerk)\s+(?:niets|geen bestanden) in\s+PATH|\b(?:wijzig|verander|bewerk|raak)\s+PATH\s+niet|\bblijf van PATH af`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\b(?:wijzig|verander|bewerk|pas)\s+(?:de tests niet|geen tests)`,
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: String.raw`\b(?:wijzig|verander|bewerk)\s+(?:nog\s+)?(?:niets|geen (?:code|bestanden)|de code niet)|\bzonder (?:iets|de code|code) te (?:wijzigen|veranderen)`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\bvoer (?:het|dit|dat)(?: script| programma)? (?:nog )?niet uit|\bzonder het uit te voeren|\bvoer (?:nog )?niets uit`,
      about: ['run'],
    },
    { says: String.raw`\b(?:draai|voer)\s+(?:de tests (?:nog )?niet|geen tests)`, about: ['test'] },
    {
      says: String.raw`\b(?:commit)\s+(?:nog\s+)?(?:niets|(?:niet|nooit)(?!\s+\p{L}+en(?!\p{L})))|\b(?:nog )?niet committen|\bzonder te committen`,
      about: ['commit'],
    },
    {
      says: String.raw`\b(?:push)\s+(?:nog\s+)?(?:niet|niets|nooit)|\b(?:nog )?(?:niet|nooit) pushen|\bzonder te pushen`,
      about: ['push'],
    },
    {
      says: String.raw`\binstalleer (?:niets|geen)|\bzonder iets te installeren|\bniets installeren`,
      about: ['install'],
    },
    {
      says: String.raw`\bgeen nieuwe (?:dependencies|afhankelijkheden|pakketten)`,
      about: ['install'],
      targets: ['new dependencies'],
    },
    { says: String.raw`\b(?:verwijder|wis) (?:niets|geen bestanden)|\bniets verwijderen`, about: ['delete'] },
    { says: String.raw`\b(?:voer|draai) (?:nog )?(?:geen migrat|de migraties? (?:nog )?niet)`, about: ['migrate'] },
    { says: String.raw`\bdeploy (?:nog )?niet|\b(?:nog )?niet deployen`, about: ['deploy'] },
  ],
  marks: /\b(?:nu|het|de|en|je|mag|kunt|maar|alstublieft|voer|draai|installeer)\b/iu,
  not: /\b(?:niet|niets|geen|nooit|zonder|voordat)\b/iu,
  lifts: [
    { says: String.raw`\bvoer (?:het|dit)\b|\bdraai (?:het|dit)\b`, about: ['run'] },
    { says: String.raw`\b(?:draai|voer) de tests`, about: ['test'] },
    { says: String.raw`\bcommit`, about: ['commit'] },
    { says: String.raw`\bpush`, about: ['push'] },
    { says: String.raw`\binstalleer\b`, about: ['install'] },
    { says: String.raw`\b(?:voer|draai) de migraties`, about: ['migrate'] },
    { says: String.raw`\bdeploy`, about: ['deploy'] },
    { says: String.raw`\b(?:wijzig|verander|repareer|implementeer)\b`, about: ['change', 'create', 'delete'] },
    {
      says: String.raw`\b(?:wijzig|wijzigen|veranderen)\b.*tests`,
      about: ['change', 'create', 'delete'],
      targets: ['tests'],
    },
  ],
  requests: {
    leads:
      'alsjeblieft|alstublieft|graag|nu|dan|dus|en|ook|toch|ok(?:ay|é)?|oké|goed|ja|bedankt|in|het bestand|daarna|trouwens|§',
    asks: 'corrigeer|repareer|fix|los|wijzig|verander|bewerk|pas|vervang|vul|voeg|schrijf|verwijder|haal|hernoem|verplaats|werk|ruim|herschrijf|zet|implementeer|doe hetzelfde|verbeter',
    allows:
      '(?:mag|kun|kan|moet|zou) (?:je|jij)|je (?:mag|kunt|kan|moet)|(?:mag|mogen|kan|kunnen|moet|moeten)|wil dat je|graag|alsjeblieft',
    changes:
      'corrig|gecorrig|reparer|gerepar|fix|gefix|oplos|opgelost|wijzig|gewijzigd|verander|bewerk|aanpas|aangepast|vervang|aanvul|toevoeg|schrijv|verwijder|hernoem|verplaats|bijwerk|bijgewerkt|herschrijf|herschreven|aanraak|aanrak|aangeraakt|verbeter',
    opens: String.raw`(?:niet (?:meer|langer)) (?:bevroren|taboe|verboden|geblokkeerd|vergrendeld)|(?:beperking|verbod|limiet|regel|blokkade) .{0,40}(?:geldt niet meer|vervalt|opgeheven|ingetrokken)|(?:trek|hef) .{0,30}(?:beperking|verbod|limiet|blokkade) .{0,20}(?:in|op)|(?:is|zijn) (?:(?:nu|weer) )*(?:vrij|vrijgegeven|ontgrendeld)(?!\p{L})`,
    forgets: '(?:vergeet|negeer),? .{0,40}(?:zei|gezegd|beperking|verbod|limiet|regel)',
    reports:
      'als|wanneer|zodra|voordat|nadat|hoewel|waarom|heb|heeft|hebben|had|werd|is|zijn|wordt|hij|ze|we|wij|ik (?!wil|sta)',
    points: 'het|ze|hem|die|dat|daar|deze',
    aside: '(?:zoals|volgens|zie|net als|op basis van) (?:in |het bestand )?§',
  },
}
