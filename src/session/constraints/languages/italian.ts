/** Italian ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

export const ITALIAN: Language = {
  hint: /\b(?:non|senza|mai|solo|soltanto|nessuna?|niente|nulla|prima|chiedimi|lascia\w*)\b/iu,
  sets: [
    {
      says: String.raw`\bnon toccare PATH|\blascia(?:re)? (?:stare|in pace) PATH|\blascia(?:re)? PATH (?:in pace|com'è|stare)`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\bchiedimi (?:il permesso |conferma )?prima di (?:cancellare|eliminare)`,
      kind: 'ask_first',
      about: ['delete'],
    },
    {
      says: String.raw`\bchiedimi (?:il permesso |conferma )?prima di (?:fare )?(?:il )?push`,
      kind: 'ask_first',
      about: ['push'],
    },
    {
      says: String.raw`\bchiedimi (?:il permesso |conferma )?prima di (?:fare )?(?:il )?commit`,
      kind: 'ask_first',
      about: ['commit'],
    },
    {
      says: String.raw`^(?:modifica|cambia|tocca)\s+(?:solo|soltanto|solamente)\s+(?:i file )?(?:in )?PATH`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\bnon (?:modificare|cambiare|toccare)(?: nulla| niente)?(?: in)?(?: i file)?(?: in| di)?\s+PATH`,
      about: ['change', 'delete', 'create'],
    },
    { says: String.raw`\bnon (?:modificare|cambiare|toccare) i test`, about: ['change', 'delete'], targets: ['tests'] },
    {
      says: String.raw`\bnon (?:modificare|cambiare|toccare) (?:nulla|niente|il codice|nessun file)|\bsenza (?:modificare|cambiare|toccare) (?:nulla|niente|il codice)`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\bnon (?:eseguirl[oa]|lanciarl[oa]|eseguire (?:nulla|niente|ancora|lo script|il (?:programma|codice)))|\bsenza eseguirl[oa]`,
      about: ['run'],
    },
    { says: String.raw`\bnon (?:eseguire|lanciare) (?:ancora )?i test|\bsenza eseguire i test`, about: ['test'] },
    {
      says: String.raw`\bnon (?:fare|committare|creare)(?: nessun| alcun)?(?: commit|$)|\bsenza (?:fare )?commit`,
      about: ['commit'],
    },
    {
      says: String.raw`\bnon (?:fare|pushare)(?: mai)?(?: il| git)?(?: push|$)|\bsenza (?:fare )?push`,
      about: ['push'],
    },
    {
      says: String.raw`\bnon installare (?:nulla|niente|pacchetti|nuov)|\bsenza installare (?:nulla|niente)`,
      about: ['install'],
    },
    {
      says: String.raw`\b(?:nessuna|senza) nuov[ae] dipendenz[ae]|\bnon aggiungere dipendenze`,
      about: ['install'],
      targets: ['new dependencies'],
    },
    { says: String.raw`\bnon (?:cancellare|eliminare) (?:nulla|niente|nessun file|file)`, about: ['delete'] },
    { says: String.raw`\bnon (?:eseguire|applicare|lanciare) (?:le |nessuna )?migrazion`, about: ['migrate'] },
    { says: String.raw`\bnon (?:fare il deploy|deployare)`, about: ['deploy'] },
  ],
  marks: /\b(?:ora|adesso|il|lo|gli|puoi|fai|fa|per favore|esegui\w*|lancia\w*|installa)\b/iu,
  not: /\b(?:non|senza|mai|prima)\b/iu,
  lifts: [
    { says: String.raw`\b(?:eseguil[oa]|esegui|lancial[oa])\b(?!.*test)`, about: ['run'] },
    { says: String.raw`\b(?:esegui|lancia) i test`, about: ['test'] },
    { says: String.raw`\bcommit`, about: ['commit'] },
    { says: String.raw`\bpush\b`, about: ['push'] },
    { says: String.raw`\binstalla\b`, about: ['install'] },
    { says: String.raw`\b(?:esegui|applica|lancia) le migrazioni`, about: ['migrate'] },
    { says: String.raw`\bdeploy\b`, about: ['deploy'] },
    { says: String.raw`\b(?:modifica|cambia|correggi|implementa|applica)\b`, about: ['change', 'create', 'delete'] },
    {
      says: String.raw`\b(?:modifica|modificare|cambiare)\b.*test`,
      about: ['change', 'create', 'delete'],
      targets: ['tests'],
    },
  ],
  requests: {
    leads:
      'per favore|ora|adesso|allora|quindi|e|anche|inoltre|alla fine|meglio|ok(?:ay)?|va bene|bene|sì|grazie|in|nel|il file|poi|dopo|già|§',
    asks: 'corregg[ie](?:l[oaie])?|sistema(?:l[oaie])?|ripara(?:l[oaie])?|modifica(?:l[oaie])?|cambia(?:l[oaie])?|edita|adatta(?:l[oaie])?|aggiorna(?:l[oaie])?|aggiungi(?:l[oaie])?|sostituisci(?:l[oaie])?|riscrivi(?:l[oaie])?|cancella(?:l[oaie])?|elimina(?:l[oaie])?|rimuovi(?:l[oaie])?|rinomina(?:l[oaie])?|tocca(?:l[oaie])?|fai (?:lo stesso|la stessa cosa)|implementa|pulisci|sposta(?:l[oaie])?|applica|ritocca',
    allows:
      'puoi|potete|devi|dovresti|voglio che|vorrei che|si può|bisogna|ti permetto|ti autorizzo|p(?:uò|ossono) essere|hai il permesso',
    changes:
      'corregg|corrett|sistem|ripar|modific|cambi|edit|adatt|aggiorn|aggiun|sostitu|riscriv|cancell|elimin|rimuov|rinomin|tocc|implement|pul|spost|ritocc',
    opens:
      'non (?:è|sono) più|(?:restrizione|divieto|limite|limitazione|vincolo|blocco) .{0,40}(?:non vale più|non si applica più|revocat[oa]|tolt[oa]|decadut[oa])|(?:tolgo|revoco|ritiro) .{0,30}(?:restrizione|divieto|limite|limitazione|vincolo|blocco)|(?:è|sono) (?:(?:ora|adesso|di nuovo) )*(?:liber[oaie]|sbloccat[oaie]|scongelat[oaie])',
    forgets: '(?:dimentica|dimenticati|ignora),? .{0,40}(?:detto|restrizione|divieto|limite|limitazione|regola)',
    reports:
      'se (?!necessario|serve)|quando|prima|dopo che|anche se|perché|io|lui|lei|noi|ho|ha|hanno|abbiamo|è stat[oa]|sono stat[ie]|viene',
    points: String.raw`l[oaie]|\p{L}+l[oaie]|lì|ciò|quello`,
    aside: '(?:come|secondo|con|vedi|uguale a) (?:in |il file )?§',
  },
}
