/** Words of other languages that limits are made of: who knows the words understands sentences that no table holds. */
import { once } from '../../common/memo.ts'
import type { Constrained } from '../../model/session.ts'
import { type LanguageCode, words } from './connectives.ts'
import { polishWords } from './languages/polish-words.ts'
import { scandinavianWords } from './languages/scandinavian-words.ts'

/** What is done, as a person says it to whom they address: imperative, infinitive, subjunctive. */
export type OperationKind = Exclude<Constrained, 'any' | 'production' | 'read' | 'delegate' | 'code' | 'amount'>

export interface Lexicon {
  readonly language: LanguageCode
  /** Without one of these letters or words a sentence is of another language. */
  readonly marks: RegExp
  readonly not: RegExp
  readonly only: RegExp
  readonly before: RegExp
  readonly ask: RegExp
  readonly operations: readonly (readonly [OperationKind, RegExp])[]
  readonly tests: RegExp
  readonly dependencies: RegExp
  readonly database: RegExp
  /** Words that say that a text is in a language that shares the marks of this one. */
  readonly unlike?: RegExp
  /** Nothing, everything, the code, files: an object that leaves nothing out. */
  readonly all: RegExp
  /** Words without a meaning of their own. */
  readonly fillers: RegExp
  /** It speaks of what a program does, not to the agent. */
  readonly others: RegExp
  /** The operation stands before the word for before. */
  readonly backwards?: true
}

const parts = (source: string): RegExp => new RegExp(source, 'iu')

const list = once((): readonly Lexicon[] => [
  {
    language: 'de',
    // Polish "nie" is "not".
    unlike: /(?<!\p{L})nie\s+\p{L}+[auiy]j(?:cie)?(?!\p{L})/iu,
    marks: words(
      'nicht|nichts|keine?[nrms]?|nie|niemals|ohne|nur|bevor|vor|bitte|und|die|das|der|den|erst|finger|tabu|unangetastet|lass|jetzt|kannst|darfst|du|ihn|sie|ich|selbst|selber',
    ),
    not: words('nicht|nichts|keine?[nrms]?|nie|niemals|ohne|finger (?:weg|von)|tabu|unangetastet|unverändert|in ruhe'),
    only: words('nur|ausschließlich|lediglich'),
    before: words('bevor|vor dem|vor jedem|vor der|vor einem'),
    ask: words(
      'frag\\p{L}*|nachfrag\\p{L}*|rückfrag\\p{L}*|bestätig\\p{L}*|zeig\\p{L}* (?:\\p{L}+ )?mir|sag\\p{L}* (?:\\p{L}+ )?mir|gib mir bescheid|(?:rück|ab)sprache|absprech\\p{L}*|abstimm\\p{L}*|sprich .{0,20}mit mir|ok(?:ay)? von mir|mein\\p{L}* (?:ok(?:ay)?|go)|warte auf mein\\p{L}*|freigabe|zustimmung|erlaubnis',
    ),
    operations: [
      [
        'stop',
        words(
          'neu ?start\\p{L}*|start(?:e|est)?(?=\\s.*\\sneu(?!\\p{L}))|restart\\p{L}*|stopp\\p{L}*|beend\\p{L}*|kill\\p{L}*|herunterfahr\\p{L}*|abschalt\\p{L}*',
        ),
      ],
      ['commit', words('(?:ge)?commit(?:t?e[nstd]?|t?e?st|tete[nt]?|s|t)?|eincheck\\p{L}*|eingecheckt')],
      ['push', words('push(?:e[nst]?|e?st|t|ten?|s)?|gepush(?:e?t|ed)|hochl[aä]d\\p{L}*|hochgeladen')],
      ['merge', words('merg(?:e[nsdt]?|st|t)?|gemerge?[dt]')],
      ['deploy', words('apply|(?:ge)?deploy\\p{L}*|ausroll\\p{L}*|ausgerollt|ausliefer\\p{L}*|ausgeliefert')],
      ['publish', words('veröffentlich\\p{L}*|publish\\p{L}*|releas\\p{L}*|poste(?:n|st|t)?')],
      ['migrate', words('migrier\\p{L}*|\\p{L}*migration\\p{L}*')],
      ['install', words('install\\p{L}*')],
      ['delete', words('lösch\\p{L}*|entfern\\p{L}*|gelöscht|entfernt')],
      [
        'change',
        words(
          '(?:ver|ab)?änder\\p{L}*|(?:schema|code|datenbank)-?änderung(?:en)?|(?:ver|ab)?geändert|verändert|aktualisier(?:e|en|t)|erneuer(?:e|n|t)|bearbeit\\p{L}*|modifizier\\p{L}*|anfass\\p{L}*|angefasst|fass\\p{L}*|anrühr\\p{L}*|angerührt|rühr\\p{L}*|anpass\\p{L}*|angepasst|editiert|überschrieben|überschreib\\p{L}*|umschreib\\p{L}*|editier\\p{L}*|finger (?:weg|von)|tabu|unangetastet|unverändert|in ruhe',
        ),
      ],
      ['create', words('erstell\\p{L}*|anleg\\p{L}*|erzeug\\p{L}*|hinzufüg\\p{L}*|füg\\p{L}*')],
      ['send', words('versend\\p{L}*|verschick\\p{L}*|sende\\p{L}*|schick\\p{L}*')],
      ['data', words('truncat\\p{L}*|drop\\p{L}*|leer(?:e|en)')],
      ['run', words('ausführ\\p{L}*|führ\\p{L}*|start\\p{L}*|laufen lassen|ausgeführt|gestartet')],
    ],
    tests: words('(?:unit|integrations)?-?tests?(?:datei(?:en)?|code|fälle)?|specs?'),
    dependencies: words(
      'abhängigkeit(?:en)?|dependenc(?:y|ies)|(?:\\p{L}+-)?pakete?n?|bibliothek(?:en)?|libs?|libraries',
    ),
    database: words(
      'datenbank(?:en|-?schema\\p{L}{0,2}|-?struktur|-?tabellen?)?|db(?:-schema)?|tabellen?|produktionsdaten|schema(?:-?änderung(?:en)?)?',
    ),
    all: words(
      'nichts|alles|etwas|irgendetwas|irgendwas|code|quellcode|quelltext|datei(?:en)?|repo(?:sitory)?|projekt',
    ),
    fillers: words(
      'bitte|von hand|manuell|auf keinen fall|keinesfalls|unter keinen umständen|noch|jetzt|erstmal|vorerst|erst|einmal|aber|und|oder|also|nur|dabei|hier|selbst|selber|einfach|ja|wirklich|neue?[nrms]?|die|das|der|den|dem|des|ein(?:e[nrms]?)?|du|es|sie|ihn|zu|daran|an|am|aus|weg|irgendwelche|weitere|diese[nrsm]?|woche|tage?|monat|zusätzliche|bestehende[nr]?|darfst|sollst|kannst|mir|ich|heute|automatisch|mehr|so|dass|von|im|in|darf|dürfen|soll|sollen|werden|muss|müssen|bleiben|bleibt|auch|sonst|wird|lass|lasse|von|ist|sind',
    ),
    others: words(
      '(?:(?:der|die|das|ein|eine|er|man|user|nutzer|benutzer|server|app|programm|skript|kunden?|sie)\\s+(?:\\p{L}+\\s+)?(?:soll|sollte|sollten|darf|dürfen|kann|können|muss|wird|werden|würde|hat|ist|sind)(?:te|t|n)?|damit|weil|wenn|obwohl|warum|wieso|weshalb)',
    ),
  },
  {
    language: 'fr',
    unlike: words('me ne|gli|della|dei|nel|di|non (?!plus)'),
    marks: words(
      "ne|n['’]|pas|sans|jamais|aucune?|rien|seulement|uniquement|avant|le|la|les|et|des|du|de|tu|vous|interdiction|interdit",
    ),
    not: parts(
      "(?<!\\p{L})(?:ne|pas|sans|jamais|aucune?|rien|intouché\\p{L}*|tel(?:le)?s? quel(?:le)?s?|interdit\\p{L}*|interdiction|défense de|évite\\p{L}*)(?!\\p{L})|(?<!\\p{L})n['’]",
    ),
    only: words('seulement|uniquement|exclusivement|rien que|que dans'),
    before: words("avant(?: de| d['’]| que| chaque| tout| toute)?"),
    ask: words(
      'demande\\p{L}*|consult\\p{L}*|confirm\\p{L}*|montre\\p{L}*|préviens|avertis|dis-le-moi|parle-m\\p{L}+|mon (?:accord|ok|feu vert|autorisation|aval)|attends',
    ),
    operations: [
      ['stop', words('redémarr\\p{L}*|relanc\\p{L}*|arrêt\\p{L}*|stopp\\p{L}*|tue[rsz]?|coup(?:e|er|ez)')],
      ['commit', words('commit\\p{L}*')],
      ['push', words('push\\p{L}*|pouss\\p{L}*')],
      ['merge', words('merg\\p{L}*|fusionn\\p{L}*')],
      ['deploy', words('apply|déploi\\p{L}*|déploy\\p{L}*|met\\p{L}* en production')],
      ['publish', words('publi\\p{L}*|poste[rsz]?')],
      ['migrate', words('migr\\p{L}*')],
      ['install', words('install\\p{L}*')],
      ['delete', words('supprim\\p{L}*|effac\\p{L}*|enlèv\\p{L}*|retir\\p{L}*')],
      [
        'change',
        words(
          'modifi\\p{L}*|met(?:s|tez|tre) (?:pas )?à jour|régén[èé]r\\p{L}*|actualis(?:er?|ez)|chang(?!elog)\\p{L}*|touch\\p{L}*|édit\\p{L}*|réécri\\p{L}*|toucher à|intouché\\p{L}*|tel(?:le)?s? quel(?:le)?s?',
        ),
      ],
      ['create', words('cré(?:e|er|es|ez)|ajout\\p{L}*')],
      ['send', words('envo[iy]\\p{L}*')],
      ['data', words('vide[rz]?|tronqu\\p{L}*|drop\\p{L}*')],
      ['run', words('exécut\\p{L}*|lanc\\p{L}*|démarr\\p{L}*')],
    ],
    tests: words('tests?(?: unitaires)?|specs?'),
    dependencies: words('dépendances?|paquets?|librairies?|bibliothèques?|packages?|bundles?|libs?|plugins?'),
    database: words('bases?(?: de données)?|bdd|tables?|schéma'),
    all: words('rien|tout|code(?: source)?|fichiers?|projet|dépôt|quoi que ce soit'),
    fillers: words(
      "s['’]il (?:te|vous) plaît|surtout|encore|pour (?:le moment|l['’]instant)|mais|et|ou|ni|non plus|plus|donc|le|la|les|l|un|une|de|des|du|d|à|au|aux|en|y|ce|cette|ces|tu|vous|me|moi|ça|cela|nouve(?:au|aux|lle|lles)|dois|devez|peux|pouvez|toi-même|ici|directement|être|doit|doivent|faut|droit|avez|as|veuillez|fais|faites|faire|autre|autres|que|aucun|aucune|dans|sous|sur",
    ),
    others: words(
      '(?:(?:le|la|les|un|une|il|elle|on|ça)\\s+(?:\\p{L}+\\s+)?(?:doit|doivent|peut|peuvent|devrait|va|est|sont|a|ont|fait)|pourquoi|parce que|quand|lorsque|si)',
    ),
  },
  {
    language: 'es',
    // Portuguese "no" is "in the".
    unlike:
      /[ãõ]|(?<!\p{L})(?:faz(?:er|es|endo)?|faça|os|uma?|você|vc|não|nao|d[oa]s|do|aos?|com|sem|isso|isto|já|deve|devem|também|pel[oa]|meus?|minhas?)(?!\p{L})/iu,
    marks: words(
      'ni(?=\\s+(?:se te ocurra|to(?:car|ques|quéis)))|sin|nunca|jamás|sólo|solamente|únicamente|ningún|ninguna|nada|antes|el|los|las|por favor|prohibido|hacer|haz|vayas|se|del|al|yo|mí|deja\\p{L}*|(?:en|a|de|con|para) la|(?:no|nunca|y|pero|solo|todavía|aún) (?:me |te |l[oae]s? |se |todavía |aún )*(?:hag(?:as?|áis|an)|toques|modifiques|cambies|edites|borres|elimines|instales|ejecutes|corras|lances|publiques|despliegues|subas|reinicies|pares|mates|crees|añadas|agregues|envíes|mandes|commitees|pushees|mergees|fusiones|migres|actualices|quites|abras|apliques|uses|debes?|deben|puedes|quiero|(?:toc|modific|cambi|edit|borr|elimin|instal|ejecut|corr|lanz|public|despleg|sub|reinici|cre|envi|mand|hac|migr|actualiz|quit|abr|aplic|us)(?:ar|er|ir)(?:l[oa]s?)?)|todavía|aún|está[ns]?|después|también|aquí|así|ningún|preg[uú]nta\\p{L}*|solo (?:modifica|cambia|edita|toca|lectura|\\S*\\/\\S*)',
    ),
    not: words(
      'no|sin|nunca|jamás|ningún|ninguna|nada|ni(?=\\s+(?:se te ocurra|to(?:car|ques|quéis)))|intact[oa]s?|en paz|evita\\p{L}*|prohibido',
    ),
    only: words('solo|sólo|solamente|únicamente|exclusivamente'),
    before: words('antes de(?:l| que| cada| cualquier)?'),
    ask: words(
      'preg[uú]nt\\p{L}*|cons[uú]lt\\p{L}*|conf[ií]rm\\p{L}*|(?:mu[eé]str|ens[eé]ñ)\\p{L}*|avísame|p[ií]de\\p{L}*|habla conmigo|mi (?:aprobación|permiso|visto bueno|ok|confirmación)|espera',
    ),
    operations: [
      ['stop', words('reinici\\p{L}*|deten\\p{L}*|det[eé]ng\\p{L}*|par(?:es|ar|e)|mat(?:es|ar)|apag\\p{L}*')],
      ['commit', words('commit\\p{L}*|confirm\\p{L}* cambios')],
      ['push', words('push\\p{L}*|sub(?:as|ir|e|áis)')],
      ['merge', words('merge\\p{L}*|fusion\\p{L}*')],
      ['deploy', words('apply|desplieg\\p{L}*|despleg\\p{L}*|deploy\\p{L}*')],
      ['publish', words('publi\\p{L}*')],
      ['migrate', words('migr\\p{L}*')],
      ['install', words('instal\\p{L}*')],
      ['delete', words('borr\\p{L}*|elimin\\p{L}*|quit\\p{L}*|suprim\\p{L}*')],
      [
        'change',
        words(
          'modifi\\p{L}*|actuali(?:ces|ce|zar|céis)|regener(?:es|e|ar)|cambi(?:es|ar|e|éis)|to(?:car|ques|que|quéis)|toca\\p{L}*|edit\\p{L}*|alter\\p{L}*|sobrescrib\\p{L}*|intact[oa]s?|en paz',
        ),
      ],
      ['create', words('cre(?:es|ar|e|éis)|añad\\p{L}*|agreg\\p{L}*')],
      ['send', words('enví\\p{L}*|envi\\p{L}*|mand\\p{L}*')],
      ['data', words('vací\\p{L}*|vaci\\p{L}*|trunc\\p{L}*|drop\\p{L}*')],
      ['run', words('ejecut\\p{L}*|corr(?:as|er|e)|lanc\\p{L}*|lanz\\p{L}*|arranqu\\p{L}*|inici\\p{L}*')],
    ],
    tests: words('pruebas?(?: unitarias)?|tests?|specs?'),
    dependencies: words('dependencias?|paquetes?|librerías?|bibliotecas?|libs?|plugins?'),
    database: words('base de datos|bbdd|bd|tablas?|esquema|schema'),
    all: words('nada|todo|código|archivos?|ficheros?|proyecto|repo(?:sitorio)?'),
    fillers: words(
      'por favor|todavía|aún|por ahora|pero|y|o|ni|el|la|los|las|lo|un|una|de|del|a|al|en|que|me|mi|te|tú|nuev[oa]s?|más|bajo ningún concepto|debes|puedes|hagas|hacer|haz|hagáis|ningún|ninguna|ser|debe|deben|se|directamente|tampoco|para|con|otra|otro|otros|otras|cosa',
    ),
    others: words(
      '(?:(?:el|la|los|las|un|una|se|usuario|usuarios)\\s+(?:\\p{L}+\\s+)?(?:debe|deben|puede|pueden|debería|va|es|son|ha|han|está|funciona)|por qué|porque|cuando|si)',
    ),
  },
  {
    language: 'pt',
    marks: words('não|nao|sem|nunca|apenas|somente|só|nenhuma?|nada|antes|o|os|as|e|por favor|pode|agora|já'),
    not: words('não|nao|sem|nunca|jamais|nenhuma?|nada|intact[oa]s?|evite'),
    only: words('apenas|somente|só|exclusivamente'),
    before: words('antes d[eao]s?|antes que|antes de cada'),
    ask: words(
      'pergunt\\p{L}*|consult\\p{L}*|confirm\\p{L}*|mostr\\p{L}*|avis\\p{L}*|fal(?:e|a|ar) comigo|pe[çc]a\\p{L}*|minha (?:aprovação|permissão|autorização)|meu (?:ok|aval)|espere|aguarde',
    ),
    operations: [
      ['stop', words('reinici\\p{L}*|par(?:es?|ar)|mat(?:es?|ar)|deslig\\p{L}*|derrub\\p{L}*')],
      ['commit', words('commit\\p{L}*|comit\\p{L}*')],
      ['push', words('push\\p{L}*|sub(?:as?|ir)|envi(?:e|ar) para o (?:remoto|github)')],
      ['merge', words('merge\\p{L}*')],
      ['deploy', words('apply|deploy\\p{L}*|implant\\p{L}*')],
      ['publish', words('publi\\p{L}*')],
      ['migrate', words('migr\\p{L}*')],
      ['install', words('instal\\p{L}*')],
      ['delete', words('apag\\p{L}*|exclu\\p{L}*|delet\\p{L}*|remov\\p{L}*')],
      [
        'change',
        words(
          'modifi\\p{L}*|atualiz(?:es?|ar|em)|regener(?:es?|ar)|alter\\p{L}*|mud(?:es?|ar|em)|mex(?:as?|e|er|am)|edit\\p{L}*|toqu\\p{L}*|tocar|sobrescrev\\p{L}*|intact[oa]s?',
        ),
      ],
      ['create', words('cri(?:es?|ar|em)|adicion\\p{L}*|acrescent\\p{L}*')],
      ['send', words('envi\\p{L}*|mand\\p{L}*')],
      ['data', words('trunc\\p{L}*|drop\\p{L}*|limp\\p{L}*')],
      ['run', words('execut\\p{L}*|rod(?:es?|ar|em)|corr(?:as?|er)|inici(?:es?|ar)')],
    ],
    tests: words('su[ií]tes?|testes?|specs?'),
    dependencies: words('dependências?|pacotes?|bibliotecas?|libs?'),
    database: words('banco(?: de dados)?|bd|tabelas?|esquema|schema'),
    all: words('nada|tudo|código|arquivos?|ficheiros?|projeto|repo(?:sitório)?'),
    fillers: words(
      'por favor|ainda|por enquanto|mas|e|ou|nem|o|a|os|as|um|uma|de|do|da|dos|das|em|no|na|nos|nas|que|me|eu|você|nov[oa]s?|mais|de jeito nenhum|deve|devem|pode|faça|fazer|façam|nenhum|nenhuma|ser|diretamente|também|para|com|outra|outro|outros|outras|coisa',
    ),
    others: words(
      '(?:(?:o|a|os|as|um|uma|usuário|usuários)\\s+(?:\\p{L}+\\s+)?(?:deve|devem|pode|podem|deveria|vai|é|são|foi|está|funciona)|por que|porque|quando|se)',
    ),
  },
  {
    language: 'it',
    marks: words('io|non|senza|mai|solo|soltanto|nessuna?|niente|nulla|prima|il|lo|gli|per favore'),
    not: words('non(?!-)|senza|mai|nessun[oa]?|niente|nulla|intatt[oaie]|lascia\\p{L}* stare|evita\\p{L}*'),
    only: words('solo|soltanto|solamente|esclusivamente'),
    before: words('prima d(?:i|el|ella|ei|i ogni)|prima che'),
    ask: words(
      'chied\\p{L}*|conferm\\p{L}*|mostra\\p{L}*|avvis\\p{L}*|famm\\p{L}+ (?:vedere|sapere)|parlane con me|consult\\p{L}*|mia (?:approvazione|conferma|autorizzazione)|mio (?:ok|benestare|consenso)|aspetta',
    ),
    operations: [
      ['stop', words('riavvi\\p{L}*|ferm\\p{L}*|arrest\\p{L}*|spegn\\p{L}*')],
      ['commit', words('commit\\p{L}*|committ\\p{L}*')],
      ['push', words('push\\p{L}*')],
      ['merge', words('merg\\p{L}*|unire')],
      ['deploy', words('apply|deploy\\p{L}*|rilasci\\p{L}*')],
      ['publish', words('pubblic\\p{L}*')],
      ['migrate', words('migr\\p{L}*')],
      ['install', words('install\\p{L}*')],
      ['delete', words('cancell\\p{L}*|elimin\\p{L}*|rimuov\\p{L}*')],
      [
        'change',
        words(
          'modific\\p{L}*|aggiorn(?:are|a|ate)|rigener(?:are|a)|cambi(?:are|a|ate)|tocc\\p{L}*|edit\\p{L}*|sovrascriv\\p{L}*|intatt[oaie]|stare',
        ),
      ],
      ['create', words('cre(?:are|a|ate)|aggiung\\p{L}*')],
      ['send', words('invi\\p{L}*|mand\\p{L}*|spedi\\p{L}*')],
      ['data', words('svuot\\p{L}*|tronc\\p{L}*|drop\\p{L}*')],
      ['run', words('esegu\\p{L}*|lanci\\p{L}*|avvi\\p{L}*')],
    ],
    tests: words('test|specs?'),
    dependencies: words('dipendenz[ae]|pacchett[io]|librerie?'),
    database: words('database|db|tabell[ae]|schema'),
    all: words('nulla|niente|tutto|codice|file|progetto|repo(?:sitory)?'),
    fillers: words(
      'per favore|ancora|per ora|ma|e|o|né|il|lo|la|i|gli|le|un|una|di|del|dei|della|a|al|ai|in|nel|nella|che|mi|io|tu|nuov[oaie]|più|assolutamente|devi|puoi|fare|fai|nessun|nessuna|essere|deve|devono|direttamente|altr[oaie]',
    ),
    others: words(
      '(?:(?:il|lo|la|i|gli|le|un|una|utente|utenti)\\s+(?:\\p{L}+\\s+)?(?:deve|devono|può|possono|dovrebbe|va|è|sono|ha|funziona)|perché|quando|se)',
    ),
  },
  {
    language: 'nl',
    marks: words('niet|niets|geen|nooit|zonder|alleen|enkel|voordat|het|de|een|en|je'),
    not: words('niet|niets|geen|nooit|zonder|afblijven|blijf .* af|ongewijzigd|met rust'),
    only: words('alleen|enkel|uitsluitend'),
    before: words('voordat|voor je|vóór|alvorens|voor elke|voor het(?= \\p{L}+en(?!\\p{L}))'),
    ask: words(
      'vraag\\p{L}*|vragen|bevestig\\p{L}*|toon|laat .* zien|overleg|toestemming|akkoord|mijn (?:ok(?:é|ay)?|goedkeuring)|wacht op',
    ),
    operations: [
      ['stop', words('herstart\\p{L}*|stop\\p{L}*|afsluit\\p{L}*|kill\\p{L}*')],
      ['commit', words('(?:ge)?commit\\p{L}*')],
      ['push', words('push(?:en|t|te)?|gepusht')],
      ['merge', words('(?:ge)?merge\\p{L}*')],
      ['deploy', words('apply|(?:ge)?deploy\\p{L}*|uitrol\\p{L}*')],
      ['publish', words('publice\\p{L}*')],
      ['migrate', words('migr\\p{L}*')],
      ['install', words('install\\p{L}*')],
      ['delete', words('verwijder\\p{L}*|wis(?:sen)?')],
      [
        'change',
        words(
          'wijzig\\p{L}*|gewijzigd|aangepast|bijgewerkt|aangeraakt|overschreven|veranderd|bewerkt|bijwerken|werk .* bij|updaten?|vernieuw(?:en)?|verander\\p{L}*|bewerk\\p{L}*|aanpas\\p{L}*|pas\\p{L}*|raak|aanraken|overschrijf|overschrijven|blijf|afblijven|ongewijzigd|met rust',
        ),
      ],
      ['create', words('maak\\p{L}*|toevoeg\\p{L}*|voeg\\p{L}*')],
      ['send', words('verstuur\\p{L}*|stuur\\p{L}*')],
      ['data', words('truncate\\p{L}*|drop\\p{L}*|leegma\\p{L}*')],
      ['run', words('uitvoer\\p{L}*|voer\\p{L}*|draai\\p{L}*|start\\p{L}*')],
    ],
    tests: words('tests?|testbestanden|specs?'),
    dependencies: words('afhankelijkhe(?:id|den)|dependenc(?:y|ies)|pakketten?|packages?|libraries'),
    database: words('database(?:s|-?schema)?|db(?:-schema)?|tabel(?:len)?|schema'),
    all: words('niets|alles|iets|code|bestanden|project|repo(?:sitory)?'),
    fillers: words(
      'alsjeblieft|alstublieft|nog|nu|even|maar|en|of|dus|het|de|een|die|dat|deze|dit|je|jij|mij|me|ik|nieuwe|meer|zelf|in|op|aan|af|van|uit|te|mag|moet|worden|er|ook|hier|absoluut|andere|hem|ze|worden|mogen',
    ),
    others: words(
      '(?:(?:de|het|een|gebruikers?)\\s+(?:\\p{L}+\\s+)?(?:moet|moeten|mag|mogen|kan|kunnen|zou|is|zijn|wordt|heeft)|waarom|omdat|als|wanneer)',
    ),
  },
  polishWords(),
  scandinavianWords(),
  {
    language: 'ru',
    marks: parts('\\p{Script=Cyrillic}'),
    not: words('не|без|никогда|ничего|никаких|нельзя|запрещено'),
    only: words('только|лишь|исключительно'),
    before: words('перед(?: тем,? как| каждым| любым)?|прежде чем|до того,? как'),
    ask: words(
      'спр(?:оси|ашивай|осить)\\p{L}*|покаж\\p{L}*|подтвержд\\p{L}*|согласу\\p{L}*|уточни\\p{L}*|дождись|мо(?:его|ё|е) (?:ок(?![\\p{L}])|разрешени|согласи|одобрени|подтверждени)\\p{L}*',
    ),
    operations: [
      [
        'stop',
        words(
          'перезапуск\\p{L}*|перезагружа\\p{L}*|перезапусти\\p{L}*|останавлива\\p{L}*|остановк\\p{L}*|рестарт\\p{L}*|убива\\p{L}*',
        ),
      ],
      ['commit', words('комм?ит\\p{L}*|закомм?ит\\p{L}*|commit\\p{L}*')],
      ['push', words('пуш\\p{L}*|запуш\\p{L}*|push\\p{L}*')],
      ['merge', words('мерж\\p{L}*|мёрж\\p{L}*|слива\\p{L}*')],
      ['deploy', words('apply|депло\\p{L}*|разв[её]рт\\p{L}*|развора\\p{L}*|выкат\\p{L}*|выкладыва\\p{L}*')],
      ['publish', words('публик\\p{L}*')],
      ['migrate', words('мигра\\p{L}*|мигрир\\p{L}*')],
      ['install', words('устан\\p{L}*|став(?:ь|ить|ьте)|инсталлир\\p{L}*')],
      ['delete', words('удал\\p{L}*|стира\\p{L}*')],
      [
        'change',
        words(
          '(?:по)?меняй\\p{L}*|(?:по)?менять|измен\\p{L}*|обновля(?:й|йте|ть)|обнови(?:ть)?|трога\\p{L}*|трогать|прав(?:ь|ить|ьте)|редактир\\p{L}*|перезаписыва\\p{L}*|переписыва\\p{L}*',
        ),
      ],
      ['create', words('созда\\p{L}*|добавл\\p{L}*')],
      ['send', words('отправ\\p{L}*|отсыла\\p{L}*|шли')],
      ['data', words('дропа\\p{L}*|очища\\p{L}*|транкейт\\p{L}*')],
      ['run', words('запуска\\p{L}*|выполня\\p{L}*|исполня\\p{L}*|запустить')],
    ],
    tests: words('тест\\p{L}*'),
    dependencies: words('зависимост\\p{L}*|пакет\\p{L}*|библиотек\\p{L}*'),
    database: words('баз[уыае]|бд|таблиц\\p{L}*|схем\\p{L}*'),
    all: words('ничего|вс[её]|код\\p{L}*|файл\\p{L}*|проект\\p{L}*|репозитори\\p{L}*'),
    fillers: words(
      'пожалуйста|пока|ещё|еще|сейчас|но|и|или|ни|а|же|там|тут|здесь|его|её|их|это|этот|эти|новы\\p{L}*|никак\\p{L}*|мне|меня|я|ты|вы|в|на|к|с|сам|сама|самостоятельно|больше|любые|любых|должн\\p{L}*|быть|надо|нужно|при этом|другие|других|что|бы|чтобы',
    ),
    others: words(
      '(?:пользовател\\p{L}*|сервер|приложение|программа|скрипт|система|он|она|оно|они)\\s+(?:не\\s+)?(?:долж\\p{L}*|може\\p{L}*|буд\\p{L}*|работа\\p{L}*)|почему|потому|когда|если',
    ),
  },
  {
    language: 'zh',
    marks: /[一-鿿](?!.*[぀-ヿ])/u,
    not: /不要|別(?!的|[処人])|别(?!的|处|人)|勿|請勿|请勿|禁止|不准|不得|不許|不许|不能|不可以?|千万别|无需|不用/u,
    only: /只能?|仅|僅|只允许|只可以/u,
    before: /之?前/u,
    ask: /问我|問我|询问我|跟我确认|和我确认|与我确认|征[求得]我|我的(?:同意|许可|批准)|经我|我同意|我确认|我批准|告诉我|给我看|让我看/u,
    operations: [
      ['stop', /重启|重新启动|停止|关闭服务|停掉|杀掉|重啟/u],
      ['commit', /提交|commit/iu],
      ['push', /推送|push/iu],
      ['merge', /合并|合併|merge/iu],
      ['deploy', /apply|部署|上线|发版/u],
      ['publish', /发布|發布|發佈/u],
      ['migrate', /迁移|遷移|migrat/iu],
      ['install', /安装|安裝|装新/u],
      ['delete', /删|刪|移除|清空/u],
      ['change', /修改|改动|更改|编辑|更新|改变|变更|动(?!态|画|作)|碰|改|變更|編輯|覆盖/u],
      ['create', /创建|新建|新增|添加|建立|引入/u],
      ['send', /发送|发邮件|寄出/u],
      ['run', /运行|執行|执行|跑|启动(?<!重新启动)/u],
    ],
    tests: /测试|測試/u,
    dependencies: /依赖|依賴|第三方库|包(?!含|括)/u,
    database: /数据库|資料庫|表结构|数据表|库表/u,
    all: /任何|代码|程式碼|文件(?!夹)|檔案|东西|所有|内容|一切/u,
    fillers:
      /请|請|先|还|也|都|再|绝对|千万|务必|任何|所有|的|了|它|这个|这些|那些|里面?|中|下|目录|文件夹|对|把|将|现在|暂时|自己|自行|直接|但|而且|并且|和|或者?|与|及|到|远程|新|一下|吧|哦|啊|您|你|我/gu,
    others: /用户|服务器(?:不|应|会)|程序(?:不|应|会)|系统(?:不|应|会)|应该|为什么|如果|因为|导致|无法/u,
    backwards: true,
  },
  {
    language: 'ja',
    marks: /[぀-ヿ]/u,
    not: /ないで|しないこと|せずに|禁止|触らず|変えず|厳禁|なしで|不可|やめて/u,
    only: /だけ|のみ|以外/u,
    before: /前に/u,
    ask: /確認|聞い|尋ね|許可|承認|見せて|相談/u,
    operations: [
      ['stop', /再起動|停止|止め|落とさ|リスタート|kill/iu],
      ['commit', /コミット|commit/iu],
      ['push', /プッシュ|push/iu],
      ['merge', /マージ|merge/iu],
      ['deploy', /apply|デプロイ|deploy/iu],
      ['publish', /公開|リリース|投稿/u],
      ['migrate', /マイグレーション(?!の?ファイル)|migrat/iu],
      ['install', /インストール/u],
      ['delete', /削除|消さ|消す|消し/u],
      ['change', /変更|編集|修正|更新し?(?!た)|触ら|触れ|触る|さわら|いじら|変え|書き換え|上書き/u],
      ['create', /作成|追加|作ら|新規/u],
      ['send', /送信|送[らるりっ]/u],
      ['run', /実行|起動|走らせ/u],
    ],
    tests: /テスト/u,
    dependencies: /依存(?:関係)?|パッケージ|ライブラリ/u,
    database: /データベース|DB|テーブル|スキーマ/iu,
    all: /コード|ファイル|何も|すべて|全て|一切/u,
    fillers:
      /まだ|絶対に|ください|下さい|くれ|は|を|に|が|も|の|で|と|や|から|まで|こと|ね|よ|しないで?|ないで?|する|して|せずに?|お願い(?:します)?|新しい|新規の?|勝手に|今は|今回|ここ|中|内|配下|以下|フォルダ|ディレクトリ|既存|他の?|その|この|それ|これ|何|一切|し|禁止|です|ます|いただ[きく]|やめて/gu,
    others: /ユーザー|サーバーが|アプリが|なぜ|どうして|場合|ので|ため|れない|られない/u,
    backwards: true,
  },
  {
    language: 'ko',
    marks: /[가-힯]/u,
    not: /지\s*(?:마|말)|금지|않고|없이|안 ?되/u,
    only: /만(?=\s|$)|오직/u,
    before: /전에/u,
    ask: /물어|확인|허락|승인|보여/u,
    operations: [
      ['stop', /재시작|중지|종료|멈추/u],
      ['commit', /커밋|commit/iu],
      ['push', /푸시|push/iu],
      ['merge', /머지|병합|merge/iu],
      ['deploy', /apply|배포/iu],
      ['publish', /공개|발행|릴리스|게시/u],
      ['migrate', /마이그레이션/u],
      ['install', /설치/u],
      ['delete', /삭제|지우|제거/u],
      ['change', /수정|변경|편집|업데이트|갱신|건드리|바꾸|고치|올리(?=지)|업그레이드/u],
      ['create', /생성|추가|만들/u],
      ['send', /전송|보내/u],
      ['run', /실행|돌리|시작/u],
    ],
    tests: /테스트/u,
    dependencies: /의존성|패키지|라이브러리/u,
    database: /데이터(?!\s*(?:구조|타입|형식?|모델|클래스|셋))|디비|DB|테이블|스키마/iu,
    all: /코드|파일|아무것도|전부|모든|모두/u,
    fillers:
      /아직|절대로?|제발|은|는|이|가|을|를|에|에서|도|의|하|지|마세요|마|말고?|말아|주세요|줘|안의?|폴더|디렉(?:터|토)리|새로운?|다른|그|이것|그것|요|세요|해|않고|없이/gu,
    others: /사용자|서버가|앱이|왜|경우|때문/u,
    backwards: true,
  },
])

/** Verbs that languages borrow without a word of their own, and that no kind of operation has. */
export const BORROWED: readonly (readonly [RegExp, string])[] = ['flash', 'rebas', 'stash', 'squash', 'upload'].map(
  stem => [
    new RegExp(`(?<![\\p{L}-])(?:ge)?${stem}(?:e[nrsz]?|est|e?t|st|ees|ear|ar|are|ate|i|hen)(?![\\p{L}-])`, 'iu'),
    stem === 'rebas' ? 'rebase' : stem,
  ],
)

export const lexicons = list
