/** "Before X ask me" in each language, and what only looks like it: a program asks its users, or another step comes first. */
import { describe, expect, test } from 'vitest'
import { constraintsIn } from '../../../src/session/constraints/index.ts'

const SAID: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'en',
    [
      'Before you publish the post on Confluence, ask me.',
      'Ask me before pushing.',
      'Before deleting any files, show me the list.',
      'Check with me before you deploy anything.',
    ],
    [
      'Before publishing, the app must ask the user for confirmation.',
      'Before deploying, run the tests.',
      'Add a dialog that asks users before it deletes a file.',
      'Before you start, ask yourself whether the cache is needed.',
    ],
  ],
  [
    'de',
    [
      'Bevor du etwas veröffentlichst, frag mich.',
      'Frag mich, bevor du pushst.',
      'Vor dem Löschen von Dateien zeig mir die Liste.',
      'Vor jedem Deployment bitte bei mir rückfragen.',
      'Vor dem Veröffentlichen bitte mit mir absprechen.',
    ],
    [
      'Bevor die App etwas veröffentlicht, soll sie den Nutzer fragen.',
      'Vor dem Deployment lass die Tests laufen.',
      'Das Skript soll vor dem Löschen den Benutzer fragen.',
    ],
  ],
  [
    'fr',
    [
      'Avant de publier quoi que ce soit, demande-moi.',
      'Demande-moi avant de pousser.',
      'Avant de supprimer des fichiers, montre-moi la liste.',
      'Consulte-moi avant de déployer.',
    ],
    [
      "Avant de publier, l'application doit demander à l'utilisateur.",
      'Avant de déployer, lance les tests.',
      'Le script doit demander confirmation aux utilisateurs avant de supprimer.',
    ],
  ],
  [
    'es',
    [
      'Antes de publicar nada, pregúntame.',
      'Antes de publicar en la wiki, por favor pregúntame primero.',
      'Pregúntame antes de hacer push.',
      'Antes de borrar archivos, muéstrame la lista.',
      'Consúltame antes de desplegar.',
    ],
    [
      'Antes de publicar, la aplicación debe preguntar al usuario.',
      'Antes de desplegar, ejecuta las pruebas.',
      'El script debe pedir confirmación a los usuarios antes de borrar.',
    ],
  ],
  [
    'pt',
    [
      'Antes de publicar qualquer coisa, pergunte para mim.',
      'Pergunte-me antes de fazer push.',
      'Antes de apagar arquivos, me mostre a lista.',
      'Antes do deploy, fale comigo.',
      'Me pergunta antes de publicar.',
    ],
    [
      'Antes de publicar, o aplicativo deve perguntar ao usuário.',
      'Antes do deploy, rode os testes.',
      'O script deve pedir confirmação aos usuários antes de apagar.',
    ],
  ],
  [
    'it',
    [
      'Prima di pubblicare qualcosa, chiedimi.',
      'Chiedimi prima di fare push.',
      'Prima di cancellare i file, mostrami la lista.',
      'Prima di pubblicare, fammi vedere il testo.',
    ],
    [
      "Prima di pubblicare, l'applicazione deve chiedere all'utente.",
      'Prima del deploy, esegui i test.',
      'Lo script deve chiedere conferma agli utenti prima di cancellare.',
    ],
  ],
  [
    'nl',
    [
      'Vraag het mij voordat je iets publiceert.',
      'Voordat je pusht, vraag het me.',
      'Laat me de lijst zien voordat je bestanden verwijdert.',
      'Overleg met mij voor je deployt.',
    ],
    [
      'Voordat de app iets publiceert, moet ze het de gebruiker vragen.',
      'Voor de deploy: draai de tests.',
      'Het script moet gebruikers om bevestiging vragen voordat het iets verwijdert.',
    ],
  ],
  [
    'ru',
    [
      'Прежде чем публиковать, спроси меня.',
      'Перед публикацией спроси меня.',
      'Спроси меня, прежде чем пушить.',
      'Перед удалением файлов покажи мне список.',
      'Перед деплоем согласуй со мной.',
    ],
    [
      'Перед публикацией приложение должно спросить пользователя.',
      'Перед деплоем запусти тесты.',
      'Скрипт должен спрашивать пользователей перед удалением.',
    ],
  ],
  [
    'zh',
    ['发布之前先问我。', '推送之前请先问我。', '删除文件之前先给我看列表。', '部署前请先征得我的同意。'],
    ['发布之前，应用应该询问用户。', '部署之前先运行测试。', '脚本在删除之前要让用户确认。'],
  ],
  [
    'ja',
    [
      '公開する前に私に聞いてください。',
      'プッシュする前に確認してください。',
      'ファイルを削除する前に一覧を見せてください。',
      'デプロイの前に私の承認を取ってください。',
    ],
    [
      '公開する前にアプリがユーザーに確認するようにしてください。',
      'デプロイの前にテストを実行してください。',
      'スクリプトは削除する前にユーザーに確認します。',
    ],
  ],
  [
    'ko',
    [
      '게시하기 전에 저에게 물어봐 주세요.',
      '푸시하기 전에 저에게 확인받으세요.',
      '파일을 삭제하기 전에 목록을 보여 주세요.',
      '배포 전에 제 승인을 받으세요.',
    ],
    [
      '게시하기 전에 앱이 사용자에게 확인하도록 해 주세요.',
      '배포 전에 테스트를 실행해 주세요.',
      '스크립트는 삭제하기 전에 사용자에게 확인합니다.',
    ],
  ],
]

const isToAsk = (said: string) => constraintsIn(said, 'p1').some(({ kind }) => kind === 'ask_first')

describe('an order to be asked first', () => {
  test.each(SAID)('%s', (_language, orders, others) => {
    for (const said of orders) expect(isToAsk(said), said).toBe(true)
    for (const said of others) expect(isToAsk(said), said).toBe(false)
  })
})
