/** Polish ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

const NOTHING_YET = '(?:(?:jeszcze|na razie|póki co|poki co|niczego|nic|mi|tu|tego|tam)\\s+)*'

export const POLISH: Language = {
  hint: /(?<!\p{L})(?:nie|nic|trzymaj|wstrzymaj|unikaj|pracuj|ogranicz|zmian|niczego|żadn\p{L}*|zadn\p{L}*|nigdy|bez|tylko|wyłącznie|zanim|przed|zapytaj|spytaj|zostaw)(?!\p{L})/iu,
  sets: [
    {
      says: String.raw`(?<!\p{L})(?:nie (?:ruszaj|dotykaj|zmieniaj|edytuj|modyfikuj)(?:cie)?|zostaw(?:cie)?|trzymaj (?:się|sie) z daleka od|unikaj zmian w|(?:żadnych|zadnych) zmian w) (?:pliku |katalogu |folderu )?PATH|PATH (?:jest tylko do odczytu|ma zostać bez zmian|zostaw|nie ruszaj|nie dotykaj|nie zmieniaj)(?:cie)?|(?<!\p{L})(?:w|we|pod) (?:(?:pliku|plikach|katalogu|folderze) (?:z )?)?PATH .{0,12}(?:nic|niczego) nie (?:ruszaj|zmieniaj|dotykaj|edytuj)`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`(?<!\p{L})bez (?:mojej zgody|mojego ok|pytania)[^.;]{0,15}\s(?:nic|niczego) nie (?:usuwaj|kasuj)`,
      kind: 'ask_first',
      about: ['delete'],
    },
    {
      says: String.raw`(?<!\p{L})(?:za|s)?pytaj(?:cie)?(?: mnie)?,? (?:zanim|przed) .{0,30}(?:usuń|usuw|usuni|skasuj|kasow)`,
      kind: 'ask_first',
      about: ['delete'],
    },
    {
      says: String.raw`(?<!\p{L})(?:zmieniaj|edytuj|ruszaj|popraw)(?:cie)? (?:tylko|wyłącznie) (?:pliki |plik )?(?:w )?PATH|(?<!\p{L})pracuj (?:tylko|wyłącznie) (?:w|na) (?:katalogu |folderze |pliku )?PATH|(?<!\p{L})ogranicz się do (?:katalogu |pliku )?PATH|(?<!\p{L})nie wychodź poza (?:katalog |folder )?PATH`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`(?<!\p{L})nie (?:ruszaj|dotykaj|zmieniaj|edytuj)(?:cie)? (?:tych |moich )?test\p{L}*|(?<!\p{L})test\p{L}* (?:nie (?:ruszaj|dotykaj|zmieniaj)|zostaw)|(?<!\p{L})zostaw(?:cie)? (?:te |moje )?testy`,
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: String.raw`(?<!\p{L})(?:niczego|nic)(?: w (?:kodzie|plikach|repo\p{L}*))? (?:nie )?(?:zmieniaj|ruszaj|edytuj|modyfikuj)|(?<!\p{L})nie (?:zmieniaj|ruszaj|edytuj)(?:cie)? ${NOTHING_YET}(?:kodu|plików|plikow|niczego|nic)(?!\p{L})(?![^.;]*[\w-]/)|(?<!\p{L})bez (?:zmian|zmieniania) (?:w )?(?:kod|plik)|(?<!\p{L})nie pisz (?:jeszcze |na razie )?kodu|(?<!\p{L})(?:tylko odczyt|żadnych zmian)(?=\s*(?:$|[.,!]))`,
      about: ['change', 'create', 'delete'],
    },
    { says: String.raw`(?<!\p{L})nie (?:odpalaj|uruchamiaj|puszczaj)(?:cie)? ${NOTHING_YET}test`, about: ['test'] },
    {
      says: String.raw`(?<!\p{L})nie (?:odpalaj|uruchamiaj|puszczaj|wykonuj)(?:cie)? ${NOTHING_YET}migrac`,
      about: ['migrate'],
    },
    {
      says: String.raw`(?<!\p{L})nie (?:odpalaj|uruchamiaj|puszczaj|wykonuj)(?:cie)? (?:tego|go|jej|skryptu|programu|jeszcze|niczego)(?! \S+\.\w)`,
      about: ['run'],
    },
    {
      says: String.raw`(?<!\p{L})nie (?:rób|rob) ${NOTHING_YET}(?:żadnych )?(?:commit|komit)|(?<!\p{L})(?:nic|niczego|nie) ${NOTHING_YET}(?:nie )?(?:commit|komit)uj|(?<!\p{L})bez (?:commit|komit)`,
      about: ['commit'],
    },
    {
      says: String.raw`(?<!\p{L})(?:nic|niczego|nie) ${NOTHING_YET}(?:nie )?(?:push|pusz|wypychaj)|(?<!\p{L})bez push|(?<!\p{L})wstrzymaj (?:się|sie) z push`,
      about: ['push'],
    },
    {
      says: String.raw`(?<!\p{L})(?:żadnych|zadnych|bez) (?:dodawania )?(?:nowych|dodatkowych|kolejnych|zewnętrznych|zewnetrznych) (?:zależności|zaleznosci|paczek|pakietów|pakietow|bibliotek|libek)|(?<!\p{L})bez dodawania (?:zależności|zaleznosci|paczek|bibliotek)|(?<!\p{L})nie (?:używaj|uzywaj|dorzucaj|dokładaj) (?:żadnych |zadnych )?(?:zewnętrznych |zewnetrznych |nowych )*(?:zależności|zaleznosci|paczek|bibliotek)|(?<!\p{L})nie dodawaj (?:mi )?(?:żadnych |nowych )*(?:zależności|zaleznosci|paczek|pakietów|pakietow|bibliotek)`,
      about: ['install'],
      targets: ['new dependencies'],
    },
    { says: String.raw`(?<!\p{L})(?:niczego|nic|nie) ${NOTHING_YET}(?:nie )?instaluj`, about: ['install'] },
    {
      says: String.raw`(?<!(?:zgody|pytania)\s)(?<!\p{L})(?:niczego|nic) nie (?:usuwaj|kasuj)|(?<!\p{L})nie (?:usuwaj|kasuj)(?:cie)? (?:niczego|nic|żadnych)(?![^.;]*[\w-]/)(?!.*bez pytania)`,
      about: ['delete'],
    },
    { says: String.raw`(?<!\p{L})nie (?:wdrażaj|wdrazaj|deployuj|deploy)`, about: ['deploy'] },
  ],
  marks:
    /[ąęłńśźż]|(?<!\p{L})(?:teraz|tylko|żeby|zeby|jest|są|sie|się|możesz|mozesz|proszę|prosze|też|tez|już|juz)(?!\p{L})/iu,
  not: /(?<!\p{L})(?:nie|bez|nigdy|zanim|przed)(?!\p{L})/iu,
  lifts: [
    { says: String.raw`(?<!\p{L})(?:odpal|uruchom|puść|pusc|wykonaj)(?!.*(?:test|migrac))`, about: ['run'] },
    { says: String.raw`(?<!\p{L})(?:odpal|uruchom|puść|pusc).*test`, about: ['test'] },
    { says: String.raw`(?<!\p{L})(?:za|s)?(?:commit|komit)uj|(?:zrób|zrob) (?:commit|komit)`, about: ['commit'] },
    { says: String.raw`(?<!\p{L})(?:za|wy)?(?:push|pusz)uj|(?<!\p{L})wypchnij`, about: ['push'] },
    { says: String.raw`(?<!\p{L})(?:zainstaluj|doinstaluj|instaluj)`, about: ['install'] },
    { says: String.raw`(?<!\p{L})(?:odpal|uruchom|wykonaj|puść|pusc) migrac`, about: ['migrate'] },
    { says: String.raw`(?<!\p{L})(?:wdróż|wdroz|zdeployuj|deployuj)`, about: ['deploy'] },
    { says: String.raw`(?<!\p{L})(?:zmień|zmien|popraw|napraw|zaimplementuj)`, about: ['change', 'create', 'delete'] },
    {
      says: String.raw`(?<!\p{L})(?:zmień|zmien|popraw|dostosuj|zaktualizuj).*test`,
      about: ['change', 'create', 'delete'],
      targets: ['tests'],
    },
  ],
  requests: {
    asks: 'popraw(?:cie)?|napraw(?:cie)?|zmień|zmien|zmieniaj|edytuj|przerób|przerob|przepisz|zamień|zamien|dodaj|dopisz|uzupełnij|uzupelnij|usuń|usun|wywal|zaktualizuj|przenieś|przenies|dostosuj|zaimplementuj|ruszaj|zrób to samo|zrob to samo',
    allows: 'możesz|mozesz|można|mozna|proszę|prosze|wolno|pozwalam|musisz|trzeba|niech',
    changes:
      'popraw|napraw|zmien|zmian|edyt|przerab|przerob|przepis|zamien|doda|dopis|uzupełn|usu|aktualiz|przenie|dostosow|implement|rusz|dotk|dotyk',
    opens: String.raw`(?:już|juz) nie (?:jest |są |sa )?(?:zamrożon|zamrozon|zablokowan|zabronion|zakazan)\p{L}*|(?:ograniczenie|zakaz|blokada|reguła|regula) .{0,40}(?:zniesion\p{L}*|nie obowiązuje|nie obowiazuje|zdjęt\p{L}*|cofni\p{L}*)|(?:odblokowan|odmrożon|odmrozon)\p{L}*`,
    forgets: String.raw`(?:zapomnij|ignoruj|zignoruj)\p{L}*,? .{0,40}(?:mówił|mowil|powiedział|powiedzial|pisał|pisal|ogranicze|zakaz)\p{L}*`,
    reports: String.raw`jeśli|jesli|jeżeli|jezeli|gdy|kiedy|zanim|po tym|dlaczego|czemu|ja|on|ona|my|oni|był\p{L}*|zmienił\p{L}*|poprawił\p{L}*`,
    points: 'go|ją|ja|je|ich|tam|to|w nim|w niej|tego',
    aside: '(?:jak|według|wedlug|zgodnie z|patrz|na wzór) (?:w |pliku )?§',
  },
}
