/** French ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

export const FRENCH: Language = {
  hint: /\b(?:ne|n['’]|pas|sans|jamais|aucune?|rien|seulement|uniquement|avant|demande|laisse\w*)\b|n['’]/iu,
  sets: [
    {
      says: String.raw`\bne touchez? (?:surtout )?pas (?:à |au |aux )?PATH|\blaisse[zr]? PATH (?:tranquille|intact\w*|tel quel)`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\bdemande[sz]?[- ](?:moi|le[- ]moi)\b.{0,40}\bavant (?:de |d['’])(?:supprimer|effacer)`,
      kind: 'ask_first',
      about: ['delete'],
    },
    {
      says: String.raw`\bdemande[sz]?[- ](?:moi)\b.{0,40}\bavant de (?:pousser|push)`,
      kind: 'ask_first',
      about: ['push'],
    },
    {
      says: String.raw`\bdemande[sz]?[- ](?:moi)\b.{0,40}\bavant de (?:committer|commiter|commit)`,
      kind: 'ask_first',
      about: ['commit'],
    },
    {
      says: String.raw`^(?:modifie[sz]?|change[sz]?|touche[sz]? à)\s+(?:uniquement|seulement)\s+(?:les fichiers )?(?:dans |de )?PATH`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\bne (?:modifie|change|touche)[sz]? (?:pas|rien)(?: à)?(?: dans)?\s+(?:le fichier |les fichiers (?:de |dans )?)?PATH`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\bne (?:modifie|change|touche)[sz]? (?:pas|jamais)(?: aux| les| à les)? tests`,
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: String.raw`\bne (?:modifie|change|touche)[sz]? (?:rien|pas (?:le|au) code|aucun fichier)|\bsans (?:rien )?(?:modifier|changer|toucher)(?: (?:le|au) code| de fichiers?| à rien)?(?=$|[,;.])`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\bne (?:l['’]exécute|le lance|la lance|les lance)[sz]? pas|\bn['’]exécute[sz]? (?:pas (?:encore )?(?:le (?:script|programme|code)|ça)|rien)|\bsans (?:l['’]exécuter|le lancer)`,
      about: ['run'],
    },
    {
      says: String.raw`\bne (?:lance|exécute)[sz]? pas (?:encore )?les tests|\bn['’]exécute[sz]? pas (?:encore )?les tests`,
      about: ['test'],
    },
    {
      says: String.raw`\bne (?:fais|faites) (?:pas|aucun)(?: de)? commits?|\bne (?:committe|commite|commit)[sz]? (?:pas|rien|jamais)|\bsans (?:committer|commiter|faire de commit)`,
      about: ['commit'],
    },
    {
      says: String.raw`\bne (?:pousse|push)[sz]?e? (?:pas|rien|jamais)|\bne fais (?:pas|jamais) (?:de )?(?:git )?push|\bsans (?:pousser|push)`,
      about: ['push'],
    },
    { says: String.raw`\bn['’]installe[sz]? (?:rien|pas|aucun)|\bsans (?:rien )?installer`, about: ['install'] },
    {
      says: String.raw`\b(?:pas de|aucune) nouvelles? dépendances?`,
      about: ['install'],
      targets: ['new dependencies'],
    },
    {
      says: String.raw`\bne (?:supprime|efface)[sz]? (?:rien|aucun fichier|pas de fichiers?)|\bsans rien supprimer`,
      about: ['delete'],
    },
    {
      says: String.raw`\bn['’](?:exécute|applique|lance)[sz]? (?:pas (?:les|de)|aucune) migration|\bne (?:lance|migre)[sz]? (?:pas|aucune)(?: (?:les|de))?(?: migration|$)`,
      about: ['migrate'],
    },
    { says: String.raw`\bne déploie[sz]? (?:pas|rien|jamais)`, about: ['deploy'] },
  ],
  marks:
    /\b(?:maintenant|le|la|les|et|tu|vous|peux|pouvez|fais|faites|un|du|lance[sz]?|exécute[sz]?|installe[sz]?|plaît|vas-y)\b/iu,
  not: /\b(?:ne|pas|sans|jamais|aucune?|avant)\b|\bn['’]/iu,
  lifts: [
    { says: String.raw`\b(?:lance|exécute)[sz]?(?:[- ](?:le|la|les))?\b(?!.*\btests?)`, about: ['run'] },
    { says: String.raw`\b(?:lance|exécute)[sz]? les tests`, about: ['test'] },
    { says: String.raw`\bcommit`, about: ['commit'] },
    { says: String.raw`\bpousse[sz]?\b|\bpush\b`, about: ['push'] },
    { says: String.raw`\binstalle[sz]?\b`, about: ['install'] },
    { says: String.raw`\b(?:exécute|applique|lance)[sz]? les migrations`, about: ['migrate'] },
    { says: String.raw`\bdéploie[sz]?\b`, about: ['deploy'] },
    {
      says: String.raw`\b(?:modifie|change|corrige|implémente|applique)[sz]?\b`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\b(?:modifie|modifier|change)[sz]?\b.*\btests`,
      about: ['change', 'create', 'delete'],
      targets: ['tests'],
    },
  ],
  requests: {
    leads:
      "s['’]il (?:te|vous) plaît|maintenant|alors|donc|et|aussi|également|finalement|ok(?:ay)?|bon|oui|merci|là|dans|en fait|ensuite|puis|enfin|pour|le fichier|du coup|§",
    asks: 'corrige[sz]?|modifie[sz]?|change[sz]?|répare[sz]?|adapte[sz]?|ajoute[sz]?|remplace[sz]?|réécri[st]|réécrivez|supprime[sz]?|retire[sz]?|renomme[sz]?|met(?:s|tez) à jour|édite[sz]?|touche[sz]?|traite[sz]?|nettoie|fai(?:s|tes) (?:la même|pareil|de même)|implémente[sz]?|complète[sz]?|déplace[sz]?|applique[sz]?|occupe-toi',
    allows:
      "(?:tu|vous) (?:peux|pouvez|dois|devez|as le droit|avez le droit)|(?:peux|pouvez)[- ](?:tu|vous)|je (?:te |vous )?(?:veux|voudrais|permets|autorise)|peu(?:t|vent) être|doi(?:t|vent) être|autorisée?s?|merci de|il faut|d['’]accord pour|que (?:tu|vous)",
    changes:
      'corrig|modifi|chang|répar|adapt|ajout|remplac|réécri|supprim|retir|renomm|mett|mis|édit|touch|trait|nettoy|implément|complét|déplac',
    opens:
      "n['’]est plus|ne sont plus|(?:restriction|interdiction|limite|consigne|gel|contrainte)s? .{0,40}(?:levée?s?|ne (?:s['’]applique|tient|vaut) plus|annulée?s?|caduque)|lève .{0,30}(?:restriction|interdiction|limite|consigne)|(?:est|sont) (?:(?:maintenant|désormais|de nouveau|enfin) )*(?:libres?|débloquée?s?|dégelée?s?)",
    forgets: '(?:oublie[sz]?|ignore[sz]?),? .{0,40}(?:dit|restriction|interdiction|limite|consigne|règle)',
    reports: String.raw`si (?!nécessaire|besoin)|quand|lorsque|avant|dès|après|pourquoi|je (?!veux|voudrais|te|vous|permets|autorise)|j['’]\p{L}+|il (?!faut)|elle|on|nous|ils|ont|ait`,
    points: String.raw`le|la|les|l['’]|y|ça|lui|\p{L}+-(?:le|la|les|y)`,
    aside: "(?:comme|selon|d['’]après|voir|sur le modèle de) (?:dans |le fichier )?§",
  },
}
