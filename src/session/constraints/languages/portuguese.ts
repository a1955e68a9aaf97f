/** Portuguese ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

export const PORTUGUESE: Language = {
  hint: /\b(?:não|nao|sem|nunca|apenas|somente|só|nenhuma?|nada|antes|pergunte|deix\w+)\b/iu,
  sets: [
    {
      says: String.raw`\bn[ãa]o (?:mexa|mexas|toque|toques)(?: em| n[ao])? PATH|\bdeixa?e? PATH (?:em paz|como está|intact\w)`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\bpergunte(?:-me)?(?: a mim)? antes de (?:apagar|excluir|deletar|remover)`,
      kind: 'ask_first',
      about: ['delete'],
    },
    { says: String.raw`\bpergunte(?:-me)? antes de (?:fazer )?push`, kind: 'ask_first', about: ['push'] },
    { says: String.raw`\bpergunte(?:-me)? antes de (?:fazer )?commit`, kind: 'ask_first', about: ['commit'] },
    {
      says: String.raw`^(?:modifique|altere|mude|edite)\s+(?:apenas|somente|só)\s+(?:os arquivos )?(?:em |de )?PATH`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\bn[ãa]o (?:modifique|altere|mude|mexa|edite|toque)(?: nada)?(?: em| no| na| nos)?(?: arquivos?)?(?: em| de)?\s+PATH`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`\bn[ãa]o (?:modifique|altere|mude|mexa nos|mexa em|edite) (?:os )?testes`,
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: String.raw`\bn[ãa]o (?:modifique|altere|mude|mexa|edite) (?:em )?(?:nada|o código|no código|nenhum arquivo)|\bsem (?:modificar|alterar|mudar|mexer em) (?:nada|o código)`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\bn[ãa]o (?:o |a )?(?:execute|rode)(?: nada| isso| o (?:script|programa|código)| ainda)?(?=$|[,;.\s](?!os testes|(?:as |nenhuma )?migra))(?!.*testes)|\bsem executar(?:$|[,;.]| nada| o)`,
      about: ['run'],
    },
    {
      says: String.raw`\bn[ãa]o (?:execute|rode) (?:ainda )?os testes|\bsem (?:executar|rodar) os testes`,
      about: ['test'],
    },
    {
      says: String.raw`\bn[ãa]o (?:faça|façam) (?:nenhum )?commits?|\bn[ãa]o commite|\bsem (?:fazer )?commits?`,
      about: ['commit'],
    },
    { says: String.raw`\b(?:n[ãa]o|nunca) (?:faça|dê) (?:git )?push|\bsem (?:fazer )?push`, about: ['push'] },
    { says: String.raw`\bn[ãa]o instale (?:nada|pacotes|nenhum)|\bsem instalar nada`, about: ['install'] },
    {
      says: String.raw`\bsem novas dependências|\bn[ãa]o adicione (?:novas )?dependências|\bnenhuma dependência nova`,
      about: ['install'],
      targets: ['new dependencies'],
    },
    { says: String.raw`\bn[ãa]o (?:apague|exclua|delete|remova) (?:nada|nenhum arquivo|arquivos)`, about: ['delete'] },
    { says: String.raw`\bn[ãa]o (?:execute|rode|aplique) (?:as |nenhuma )?migra`, about: ['migrate'] },
    { says: String.raw`\bn[ãa]o (?:faça (?:o )?deploy|publique|implante)`, about: ['deploy'] },
  ],
  marks: /\b(?:agora|o|os|as|e|faça|pode|por favor|um|já|execute|rode|instale)\b/iu,
  not: /\b(?:não|nao|sem|nunca|antes)\b/iu,
  lifts: [
    { says: String.raw`\b(?:execute|rode|executar|rodar)\b(?!.*testes)`, about: ['run'] },
    { says: String.raw`\b(?:execute|rode) os testes`, about: ['test'] },
    { says: String.raw`\bcommit`, about: ['commit'] },
    { says: String.raw`\bpush\b`, about: ['push'] },
    { says: String.raw`\binstale\b|\bpode instalar`, about: ['install'] },
    { says: String.raw`\b(?:execute|rode|aplique) as migra`, about: ['migrate'] },
    { says: String.raw`\bdeploy\b`, about: ['deploy'] },
    {
      says: String.raw`\b(?:modifique|altere|mude|corrija|implemente|aplique)\b`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`\b(?:modifique|modificar|alterar|editar)\b.*testes`,
      about: ['change', 'create', 'delete'],
      targets: ['tests'],
    },
  ],
  requests: {
    leads:
      'por favor|agora|então|e|também|além disso|no fim|afinal|pensando bem|melhor|ok(?:ay)?|bom|sim|obrigad[oa]|em|no|na|o arquivo|o ficheiro|depois|já|§',
    asks: 'corrija|corrige|conserte|conserta|arrume|arruma|modifique|modifica|altere|altera|mude|muda|edite|edita|adapte|adapta|ajuste|ajusta|adicione|adiciona|acrescente|substitua|reescreva|apague|apaga|remova|remove|renomeie|atualize|atualiza|mexa|mexe|toque|faça o mesmo|faz o mesmo|implemente|limpe|mova|aplique',
    allows: 'pode(?:s|m)?|deve(?:s|m)?|tem que|precisa|quero que|preciso que|permito|autorizo|está autorizado',
    changes:
      'corri[gj]|consert|arrum|modifi|alter|mud|edit|adapt|ajust|adicion|acrescent|substitu|reescrev|apag|remov|renome|atualiz|mex|toc|toqu|implement|limp|mov',
    opens: String.raw`(?:já )?não (?:está|é|estão|são) mais (?:congelad|bloquead|proibid|intocáve|restrit)\p{L}*|já não (?:está|é) (?:congelad|bloquead|proibid|intocáve)\p{L}*|(?:restrição|proibição|limite|limitação|bloqueio) .{0,40}(?:não vale mais|já não vale|não se aplica mais|cancelad[oa]|suspens[oa]|levantad[oa])|(?:retiro|levanto|tiro) .{0,30}(?:restrição|proibição|limite|limitação)|(?:está|estão) (?:(?:agora|de novo) )*(?:livre|liberad|desbloquead|descongelad)\p{L}*`,
    forgets: '(?:esque[çc]a|esquece|ignore|ignora),? .{0,40}(?:disse|falei|restrição|proibição|limite|limitação|regra)',
    reports: String.raw`se (?!necessário|precisar)|quando|antes|depois de|embora|por que|eu|ele|ela|nós|eles|foi|foram|está sendo|tinha|havia|\p{L}+ei`,
    points: String.raw`[oa]s?|\p{L}+-[lo][oa]?s?|\p{L}+-[oa]s?|aí|lá|isso|ele|ela|nele|nela`,
    aside: '(?:como|segundo|ver|igual a|tal como) (?:em |o arquivo )?§',
  },
}
