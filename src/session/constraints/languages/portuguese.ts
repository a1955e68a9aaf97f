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
      says: String.raw`\bn[ãa]o (?:o |a )?(?:execute|rode)(?: nada| isso| o (?:script|programa|código)| ainda)?(?=$|[,;.\s](?!os testes))(?!.*testes)|\bsem executar(?:$|[,;.]| nada| o)`,
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
}
