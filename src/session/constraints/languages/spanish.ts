/** Spanish ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

export const SPANISH: Language = {
  hint: /\b(?:no|sin|nunca|jamás|solo|sólo|solamente|únicamente|ningún|ninguna|nada|antes|deja|pregúntame|preguntame)\b/iu,
  sets: [
    {
      says: String.raw`\bno toques PATH|\bdeja PATH (?:en paz|como está|tal cual|intact\w)`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\bpreg[uú]ntame (?:antes de|primero antes de) (?:borrar|eliminar)`,
      kind: 'ask_first',
      about: ['delete'],
    },
    { says: String.raw`\bpreg[uú]ntame antes de (?:hacer )?(?:push|subir)`, kind: 'ask_first', about: ['push'] },
    { says: String.raw`\bpreg[uú]ntame antes de (?:hacer )?commit`, kind: 'ask_first', about: ['commit'] },
    {
      says: String.raw`^(?:modifica|cambia|edita|toca)\s+(?:s[oó]lo|solamente|únicamente)\s+(?:los archivos )?(?:en |de )?PATH|^s[oó]lo (?:modifica|cambia|edita|toca)\s+(?:los archivos )?(?:en |de )?PATH`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\bno (?:modifiques|cambies|toques|edites)(?: nada)?(?: en| de)?(?: el archivo| los archivos)?(?: en| de)?\s+PATH`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\bno (?:modifiques|cambies|toques|edites) (?:las pruebas|los tests)`,
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: String.raw`\bno (?:modifiques|cambies|toques|edites) (?:nada|el código|ningún archivo)|\bsin (?:modificar|cambiar|tocar) (?:nada|el código|ningún archivo)`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\bno (?:lo|la|los) (?:ejecutes|corras|lances)|\bno (?:ejecutes|corras) (?:nada|el (?:script|programa|código)|todavía|aún)|\bsin ejecutarlo`,
      about: ['run'],
    },
    {
      says: String.raw`\bno (?:ejecutes|corras|lances) (?:todavía |aún )?(?:las pruebas|los tests)|\bsin ejecutar (?:las pruebas|los tests)`,
      about: ['test'],
    },
    {
      says: String.raw`\bno (?:hagas|haga) (?:ningún )?commits?|\bno commitees|\bsin hacer commits?`,
      about: ['commit'],
    },
    {
      says: String.raw`\b(?:no|nunca) (?:hagas|haga) (?:ningún )?(?:git )?push|\bno subas (?:nada|los cambios)|\bsin hacer push`,
      about: ['push'],
    },
    { says: String.raw`\bno instales (?:nada|paquetes|ningún|nuevas)|\bsin instalar nada`, about: ['install'] },
    {
      says: String.raw`\b(?:sin|ninguna) (?:nuevas )?dependencias? nuevas?|\bno (?:añadas|agregues) (?:nuevas )?dependencias`,
      about: ['install'],
      targets: ['new dependencies'],
    },
    {
      says: String.raw`\bno (?:borres|elimines) (?:nada|ningún archivo|archivos)|\bsin borrar nada`,
      about: ['delete'],
    },
    {
      says: String.raw`\bno (?:ejecutes|apliques|corras|lances) (?:las |ninguna )?migraci|\bno migres`,
      about: ['migrate'],
    },
    { says: String.raw`\bno (?:despliegues|desplegues|hagas deploy)`, about: ['deploy'] },
  ],
  marks: /\b(?:ahora|el|los|las|y|haz|puedes|por favor|un|ya|ejec[uú]ta\w*|instala|corre|sube)\b/iu,
  not: /\b(?:no|sin|nunca|jamás|antes)\b/iu,
  lifts: [
    { says: String.raw`\b(?:ejec[uú]tal[oa]|c[oó]rrel[oa]|ejecuta|corre)\b(?!.*(?:pruebas|tests))`, about: ['run'] },
    { says: String.raw`\b(?:ejecuta|corre) (?:las pruebas|los tests)`, about: ['test'] },
    { says: String.raw`\bcommit`, about: ['commit'] },
    { says: String.raw`\bpush\b|\bsube\b`, about: ['push'] },
    { says: String.raw`\binstala\b|\bpuedes instalar`, about: ['install'] },
    { says: String.raw`\b(?:ejecuta|aplica|corre|lanza) las migraciones`, about: ['migrate'] },
    { says: String.raw`\bdespliega\b`, about: ['deploy'] },
    {
      says: String.raw`\b(?:modifica|cambia|corrige|arregla|implementa|aplica)\b`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\b(?:modifica|modificar|cambiar|edita|editar)\b.*(?:pruebas|tests)`,
      about: ['change', 'create', 'delete'],
      targets: ['tests'],
    },
  ],
  requests: {
    leads:
      'por favor|ahora|entonces|y|también|además|al final|finalmente|mejor|ok(?:ay)?|vale|bueno|sí|gracias|en|el archivo|luego|después|de paso|ya|pues|§',
    asks: 'corr[ií]ge(?:l[oae]s?)?|arr[eé]gla(?:l[oae]s?)?|modif[ií]ca(?:l[oae]s?)?|c[aá]mbia(?:l[oae]s?)?|ed[ií]ta(?:l[oae]s?)?|adapta(?:l[oa]s?)?|adáptal[oa]s?|ajusta|ajústal[oa]s?|a[ñn][aá]de(?:l[oae]s?)?|agrega|agrégal[oa]s?|reempl[aá]za(?:l[oa]s?)?|sustituye|reescribe|b[oó]rra(?:l[oa]s?)?|elimina|elimínal[oa]s?|quita|quítal[oa]s?|renombra|actualiza|actualízal[oa]s?|t[oó]ca(?:l[oa]s?)?|haz lo mismo|implementa|limpia|repara|mueve|aplica|retoca|corrija|modifique|cambie',
    allows:
      '(?:puedes|podés|puede|debes|tienes que|deberías|tienes permiso)|quiero que|necesito que|se puede|hay que|permito|autorizo|te dejo|pued[ea]n? ser',
    changes:
      'corr[ie][gj]|arregl|modifi|cambi|edit|adapt|ajust|añad|agreg|reempl|sustitu|reescrib|borr|elimin|quit|renombr|actualiz|toc|toq|implement|limpi|repar|mov|muev|retoc',
    opens: String.raw`ya no est[áa]n? (?:congelad|bloquead|prohibid|vetad|restringid)\p{L}*|ya no es intocable|(?:restricción|prohibición|límite|limitación|veto|bloqueo) .{0,40}(?:ya no (?:aplica|vale|rige)|levantad[oa]|queda sin efecto|anulad[oa])|(?:levanto|retiro|quito) .{0,30}(?:restricción|prohibición|límite|limitación|veto|bloqueo)|ya est[áa]n? (?:libre|liberad|desbloquead|descongelad)\p{L}*`,
    forgets: '(?:olvida|olvídate|ignora),? .{0,40}(?:dije|dicho|restricción|prohibición|límite|limitación|regla|lo de)',
    reports: String.raw`si (?!hace falta|es necesario)|cuando|antes|después de|aunque|por qué|he|has|ha|hemos|han|fue|fueron|está|están|yo|él|ella|nosotros|\p{L}+é|se modific\p{L}+`,
    points: String.raw`l[oae]s?|\p{L}+[aeiíáé]l[oae]s?|ahí|allí|eso|ese|esa`,
    aside: '(?:como|según|ver|igual que|tal como) (?:en |el archivo )?§',
  },
}
