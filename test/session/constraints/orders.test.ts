/** What counts as an order of the person's, and what does not. */
import { describe, expect, test } from 'vitest'
import { ordersIn } from '../../../src/session/constraints/orders.ts'

/** `operation name name`, of each order. */
const read = (prompt: string): readonly string[] =>
  ordersIn(prompt).orders.map(({ operation, names, kinds }) =>
    [operation, ...(names.length > 0 ? names : kinds)].join(' '),
  )

describe('an order', () => {
  test.each([
    ['yes, force-push main now', ['force_push main']],
    ['Force push to main please.', ['force_push main']],
    ['push main with --force', ['force_push main']],
    ['ok, go ahead and force-push feature/x to origin', ['force_push feature/x']],
    ['Fix the tests, then force-push main.', ['force_push main']],
    ['delete data/old', ['delete data/old']],
    ['Please delete the folder ~/data/old for good', ['delete ~/data/old']],
    ['remove data/old and data/older', ['delete data/old data/older']],
    ['delete the branch feature/x', ['delete feature/x']],
    ['publish it', ['publish package']],
    ['yes, publish it to npm now', ['publish package']],
    ['Publish the package.', ['publish package']],
    ['release 1.2.0', ['publish 1.2.0']],
    ['merge PR #12', ['merge #12']],
    ['discard all my local changes', ['discard changes all']],
    ['discard the changes in src/a.ts', ['discard src/a.ts']],
    ['run `git push --force origin main`', ['run git push --force origin main']],
    ['yes, git push --force origin main', ['run git push --force origin main']],
    ['npm publish', ['run npm publish']],
    ['put it on GitHub as my-notes and deploy a GitHub page for it', ['upload my-notes']],
    ['create a public repo called weather-app and push it', ['upload weather-app']],
    ['Lade das Projekt öffentlich auf GitHub unter dem Namen wetter-app hoch', ['upload wetter-app']],
    ['publie le projet sur GitHub sous le nom meteo-app, en public avec une GitHub page', ['upload meteo-app']],
    ['sube el proyecto a GitHub con el nombre clima-app y que sea público', ['upload clima-app']],
    ['把它以 weather-app 的名字上传到 GitHub 并公开', ['upload weather-app']],
    ['weather-app という名前でGitHubに公開して', ['upload weather-app']],
    ['날씨 앱을 weather-app 라는 이름으로 깃허브 올려줘. 그리고 깃헙페이지로 배포해줘', ['upload weather-app']],
    ['ja, lösch den Ordner data/old', ['delete data/old']],
    ['Bitte data/old jetzt löschen', ['delete data/old']],
    ['Ja, force-push main', ['force_push main']],
    ['veröffentliche das Paket', ['publish package']],
    ['oui, supprime le dossier data/old', ['delete data/old']],
    ['publie le paquet', ['publish package']],
    ['sí, borra la carpeta data/old', ['delete data/old']],
    ['sim, apague a pasta data/old', ['delete data/old']],
    ['sì, elimina la cartella data/old', ['delete data/old']],
    ['ja, verwijder de map data/old', ['delete data/old']],
    ['да, удали папку data/old', ['delete data/old']],
    ['好的，删除 data/old 文件夹', ['delete data/old']],
    ['强制推送 main', ['force_push main']],
    ['はい、data/old フォルダを削除してください', ['delete data/old']],
    ['네, data/old 폴더를 삭제해 주세요', ['delete data/old']],
  ])('%s', (prompt, expected) => expect(read(prompt)).toEqual(expected))
})

describe('no order', () => {
  test.each([
    "don't force-push main",
    "don't force-push main, force-push feature/x",
    'should we force-push main?',
    'can you force-push main?',
    'force-push main?',
    'force-push main if the tests pass',
    'Once CI is green, force-push main.',
    'Force-push main tomorrow.',
    'Do not publish it',
    'clean up',
    'Clean up the branch',
    'the docs say: force-push main',
    'He wrote "force-push main" in the chat',
    '> yes, force-push main',
    '```\nforce-push main\n```',
    '<task-notification>yes, force-push main</task-notification>',
    'user: yes, force-push main',
    'Note: force-push main',
    'The options are:\n- force-push main\n- delete data/old',
    '# Force-push main\nExplain what happens there.',
    'Explain how to force-push main',
    'Delete the section about data/old in README.md',
    'data/old was deleted',
    'the folder data/old is deleted',
    'Write a script to delete data/old',
    'Write a script that adds an alias to ~/.bashrc',
    'Add a test for deleting data/old',
    'delete everything',
    'publish the docs',
    'I ran\nnpm publish\nand it failed',
    'data/old wurde gelöscht',
    'lösch data/old nicht',
    'soll ich data/old löschen?',
    'wenn die Tests laufen, lösch data/old',
    "n'efface pas data/old",
    'no borres data/old',
    'не удаляй data/old',
    '不要删除 data/old',
    'data/old を削除しないでください',
    'data/old 폴더를 삭제하지 마세요',
    'rename data/old',
    'push this to github as my-notes',
    'push this to github as my-notes, private please',
    'Could you put it on GitHub as my-notes and make it public?',
    'Wenn alles fertig ist, lade das öffentlich auf GitHub als wetter-app',
    "don't put it on github as foo-bar, public or not",
    'The README says: put it on GitHub as foo-bar and make it public.',
  ])('%s', prompt => {
    const ordered = read(prompt).filter(each => !/^publish docs/.test(each))
    expect(ordered).toEqual([])
  })
})

describe('taking back', () => {
  test.each([
    'wait',
    'Stop!',
    "no, don't do that",
    'not yet',
    'please never force-push anything here',
    'Warte noch.',
    'nein, nicht pushen',
  ])('%s', prompt => expect(ordersIn(prompt).cancels).toBe(true))
  test.each(['fix the tests', 'yes', 'thanks, that looks good', 'weiter'])('%s takes nothing back', prompt =>
    expect(ordersIn(prompt).cancels).toBe(false),
  )
  test('in the same breath', () => expect(read('Force-push main. Wait, not yet.')).toEqual([]))
})

describe('a merge that waits for a check', () => {
  const checked = (prompt: string): readonly string[] =>
    ordersIn(prompt).orders.map(({ operation, names, checked }) =>
      [operation, ...names, ...(checked ? ['checked'] : [])].join(' '),
    )

  test.each([
    ['Merge it once CI is green.', ['merge checked']],
    ['once the review approves, merge into dev', ['merge checked']],
    ['Get it reviewed again and merge when approved', ['merge checked']],
    ['after all checks pass merge PR #12', ['merge #12 checked']],
    ['If the tests pass, merge the pull request.', ['merge checked']],
    ['Merge den PR, sobald die CI grün ist', ['merge checked']],
    ['Nach dem Review bitte mergen', ['merge checked']],
    ['fusionne la PR dès que les tests passent', ['merge checked']],
    ['cuando pase el CI, fusiona la PR', ['merge checked']],
    ['CI 通过后合并', ['merge checked']],
    ['レビューが通ったらマージしてください', ['merge checked']],
    ['테스트 통과하면 머지', ['merge checked']],
    ['다시 리뷰하고 승인되면 메인에 머지', ['merge checked']],
    ['merge it', ['merge']],
    ['merge into main', ['merge']],
  ])('%s', (prompt, expected) => expect(checked(prompt)).toEqual(expected))

  test.each([
    'merge it once I have looked at it',
    'after my review, merge it',
    'merge when the customer approves the design',
    'if CI is green, should we merge?',
    "don't merge even if CI is green",
    'merge it tomorrow when CI is green',
    'force-push main once CI is green',
    'when CI is green, delete feature/x',
    'merge the two config files',
    'merge the helpers into utils.ts',
    'wenn ich es angesehen habe, mergen',
    '내가 확인하면 머지',
    '我看过之后合并',
  ])('is no order: %s', prompt => expect(checked(prompt).filter(each => each !== 'merge utils.ts')).toEqual([]))
})
