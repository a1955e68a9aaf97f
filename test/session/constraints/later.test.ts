/** Requests that lift a limit in each language, and what only looks like one: the file is spoken of, compared with, run, or was changed. */
import { describe, expect, test } from 'vitest'
import { constraintsIn } from '../../../src/session/constraints/index.ts'
import { stillHolding } from '../../../src/session/constraints/lifting.ts'

/** A limit, later prompts that lift it, and prompts that leave it in force. */
const LATER: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'Leave package-lock.json alone.',
    [
      'Das Lockfile darfst du jetzt ändern.',
      'You may change the lockfile now.',
      'You may update package-lock.json now.',
    ],
    ['You may change the config now.', 'What is in the lockfile?', 'The lockfile stays as it is.'],
  ],
  [
    'Ändere app/legacy.py nicht.',
    [
      'Doch, korrigiere bitte auch legacy.py.',
      'Die Kollegin ist einverstanden: app/legacy.py darfst du jetzt auch ändern.',
      'legacy.py ist nicht mehr tabu.',
      'Vergiss, was ich zu legacy.py gesagt habe.',
      'Danke. In legacy.py ist derselbe Fehler. Behebe ihn dort auch.',
      'legacy.py bitte ebenfalls anpassen.',
      'Ich möchte, dass du legacy.py jetzt doch korrigierst.',
    ],
    [
      'Ich habe legacy.py selbst korrigiert.',
      'Ändere legacy.py bitte weiterhin nicht.',
      'Was macht legacy.py?',
      'Korrigiere allocate.py wie in legacy.py.',
      'legacy.py wurde gestern von Eva geändert, prüf nur allocate.py.',
      'Korrigiere die Tests.',
    ],
  ],
  [
    'Ne touche pas à app/legacy.py.',
    [
      'Finalement, corrige aussi legacy.py.',
      'Tu peux maintenant modifier app/legacy.py.',
      "legacy.py n'est plus gelé.",
      "Oublie ce que j'ai dit sur legacy.py.",
      'Merci. legacy.py a le même défaut. Corrige-le aussi.',
      'Il faut aussi adapter legacy.py.',
    ],
    [
      "J'ai corrigé legacy.py moi-même.",
      'Ne modifie toujours pas legacy.py.',
      'Que fait legacy.py ?',
      'Corrige allocate.py comme dans legacy.py.',
      'legacy.py a été modifié hier par Eva, regarde allocate.py.',
      'Corrige les tests.',
      'Explique-moi legacy.py.',
    ],
  ],
  [
    'No toques app/legacy.py.',
    [
      'Al final arregla también legacy.py, por favor.',
      'Ya puedes modificar app/legacy.py.',
      'legacy.py ya no está congelado.',
      'Olvida lo que dije de legacy.py.',
      'Gracias. legacy.py tiene el mismo fallo. Arréglalo también.',
      'Quiero que cambies también legacy.py.',
    ],
    [
      'Ya corregí legacy.py yo mismo.',
      'Sigue sin tocar legacy.py.',
      '¿Qué hace legacy.py?',
      'Arregla allocate.py como en legacy.py.',
      'legacy.py fue modificado ayer por Eva, revisa allocate.py.',
      'Arregla las pruebas.',
    ],
  ],
  [
    'Não mexa em app/legacy.py.',
    [
      'Pensando bem, corrija também o legacy.py.',
      'Agora você pode alterar app/legacy.py.',
      'legacy.py não está mais congelado.',
      'Esqueça o que eu disse sobre legacy.py.',
      'Obrigado. legacy.py tem o mesmo problema. Corrija-o também.',
    ],
    [
      'Eu já corrigi legacy.py.',
      'Continue sem mexer em legacy.py.',
      'O que faz legacy.py?',
      'Corrija allocate.py como em legacy.py.',
      'legacy.py foi alterado ontem pela Eva, olhe allocate.py.',
      'Corrija os testes.',
    ],
  ],
  [
    'Non toccare app/legacy.py.',
    [
      'Alla fine correggi anche legacy.py.',
      'Adesso puoi modificare app/legacy.py.',
      'legacy.py non è più congelato.',
      'Dimentica quello che ho detto su legacy.py.',
      'Grazie. legacy.py ha lo stesso difetto. Correggilo.',
    ],
    [
      'Ho corretto legacy.py io stesso.',
      'Continua a non toccare legacy.py.',
      'Che cosa fa legacy.py?',
      'Correggi allocate.py come in legacy.py.',
      'legacy.py è stato modificato ieri da Eva, guarda allocate.py.',
      'Correggi i test.',
    ],
  ],
  [
    'Raak app/legacy.py niet aan.',
    [
      'Corrigeer toch ook legacy.py.',
      'Je mag app/legacy.py nu wijzigen.',
      'legacy.py is niet meer bevroren.',
      'Vergeet wat ik over legacy.py zei.',
      'Bedankt. legacy.py heeft dezelfde fout. Pas het daar ook aan.',
    ],
    [
      'Ik heb legacy.py zelf gewijzigd.',
      'Wijzig legacy.py nog steeds niet.',
      'Wat doet legacy.py?',
      'Corrigeer allocate.py zoals in legacy.py.',
      'legacy.py is gisteren door Eva gewijzigd, bekijk allocate.py.',
      'Corrigeer de tests.',
    ],
  ],
  [
    'Не трогай app/legacy.py.',
    [
      'Всё-таки исправь и legacy.py.',
      'Теперь можешь изменить app/legacy.py.',
      'legacy.py больше не заморожен.',
      'Забудь, что я говорил про legacy.py.',
      'Спасибо. В legacy.py та же ошибка. Исправь её там тоже.',
    ],
    [
      'Я сам исправил legacy.py.',
      'По-прежнему не трогай legacy.py.',
      'Что делает legacy.py?',
      'Исправь allocate.py как в legacy.py.',
      'legacy.py вчера изменила Ева, посмотри allocate.py.',
      'Исправь тесты.',
    ],
  ],
  [
    '不要修改 app/legacy.py。',
    [
      '还是把 legacy.py 也改了吧。',
      '现在可以修改 app/legacy.py 了。',
      'legacy.py 的限制取消。',
      '忘掉我之前说的关于 legacy.py 的要求。',
      '谢谢。legacy.py 也有同样的问题，请一起修复。',
      '请修改 legacy.py。',
    ],
    [
      'legacy.py 我已经改好了。',
      'legacy.py 仍然不要改。',
      'legacy.py 是做什么的？',
      '参考 legacy.py 修改 allocate.py。',
      '昨天小王改了 legacy.py，请检查 allocate.py。',
      '请修改测试。',
    ],
  ],
  [
    'app/legacy.py は触らないでください。',
    [
      'やっぱり legacy.py も直してください。',
      'app/legacy.py を変更しても大丈夫です。',
      'legacy.py の制限は解除します。',
      'legacy.py についてさっき言ったことは忘れてください。',
      'legacy.py にも同じ問題があります。そちらも修正をお願いします。',
      'legacy.py も触っていいです。',
    ],
    [
      'legacy.py は私が直しました。',
      'legacy.py は引き続き触らないでください。',
      'legacy.py は何をしていますか？',
      'legacy.py のように allocate.py を直してください。',
      '昨日、佐藤さんが legacy.py を変更しました。allocate.py を見てください。',
      'テストを直してください。',
      'legacy.py を読んで allocate.py を修正してください。',
    ],
  ],
  [
    'app/legacy.py는 건드리지 마세요.',
    [
      '역시 legacy.py도 고쳐 주세요.',
      '이제 app/legacy.py를 수정해도 됩니다.',
      'legacy.py 제한은 해제합니다.',
      '아까 legacy.py에 대해 한 말은 잊어 주세요.',
      'legacy.py에도 같은 문제가 있어요. 거기도 수정해 주세요.',
    ],
    [
      'legacy.py는 제가 고쳤습니다.',
      'legacy.py는 계속 건드리지 마세요.',
      'legacy.py는 무엇을 하나요?',
      'legacy.py처럼 allocate.py를 수정해 주세요.',
      '어제 민수가 legacy.py를 수정했습니다. allocate.py를 봐 주세요.',
      '테스트를 수정해 주세요.',
    ],
  ],
  [
    'Do not touch app/legacy.py.',
    [
      'Actually, fix legacy.py too.',
      'You may change app/legacy.py now.',
      'The team agreed: legacy.py may be changed now.',
      'legacy.py is no longer off limits.',
      'The restriction on legacy.py is lifted.',
      'Forget what I said about legacy.py.',
      'Thanks. legacy.py has the same bug. Fix it there as well.',
      'Please apply the same fix to legacy.py.',
    ],
    [
      'I fixed legacy.py myself.',
      'Still do not touch legacy.py.',
      'What does legacy.py do?',
      'Fix allocate.py like in legacy.py.',
      'legacy.py was changed by Eva yesterday, look at allocate.py.',
      'Fix the tests.',
    ],
  ],
  [
    'Ändere nichts, erklär mir nur, wie das Modul arbeitet.',
    ['Gut. Jetzt bau den Filter ein.', 'Dann passe src/filter.ts entsprechend an.'],
    ['Und wie verhält sich der Filter bei leeren Listen?', 'Die Datei src/filter.ts ist mir noch unklar.'],
  ],
  [
    'Das Abrechnungsmodul im Ordner billing bleibt unverändert, nur in src/auth darfst du ändern.',
    [],
    ['Prüfe bitte noch src/auth/login.ts.'],
  ],
  [
    'Ändere nur src/auth/login.ts.',
    ['Bitte korrigiere auch src/auth/token.ts.'],
    ['Bitte korrigiere den Tippfehler in src/auth/login.ts.', 'Die Tests in src/auth/token.test.ts sind grün.'],
  ],
  [
    'Fass die Tests nicht an.',
    ['Du darfst die Tests jetzt anpassen.', 'Ok, aktualisiere auch die Tests.'],
    ['Lass die Tests laufen.', 'Korrigiere src/app.ts, bis die Tests grün sind.'],
  ],
  [
    'Ne modifie pas le module facturation.',
    ['Finalement, tu peux modifier le module facturation.'],
    ['Que fait le module facturation ?', 'Lance les tests du module facturation.'],
  ],
  ['Ne touche pas aux tests.', ['Tu peux adapter les tests maintenant.'], ['Lance les tests.']],
  [
    'No toques el módulo de facturación.',
    ['Ahora sí puedes tocar el módulo de facturación.', 'El módulo de facturación ya no está congelado.'],
    ['¿Por qué falla el módulo de facturación?', 'El módulo de facturación lo cambió Ana ayer.'],
  ],
  [
    'Modifica solo src/pagos/cobro.ts.',
    ['Arregla también src/pagos/refund.ts.'],
    ['Arregla el nombre de la función en src/pagos/cobro.ts.'],
  ],
  ['Não altere os testes.', ['Pode ajustar os testes agora.'], ['Rode os testes.']],
  [
    'Non modificare il modulo pagamenti.',
    ['Ora puoi modificare il modulo pagamenti.'],
    ['Il modulo pagamenti è stato modificato da Anna.'],
  ],
  ['Verander alleen src/auth/login.ts.', ['Pas ook src/auth/token.ts aan.'], ['Pas de naam in src/auth/login.ts aan.']],
  ['Не меняй тесты.', ['Можешь теперь поправить тесты.'], ['Запусти тесты.']],
  [
    '不要改动 billing 模块。',
    ['现在可以改 billing 模块了。'],
    ['billing 模块是怎么工作的？', 'billing 模块的测试跑一下。'],
  ],
  [
    '只修改 src/auth/login.ts。',
    ['src/auth/token.ts 也改一下。'],
    ['login.ts 里的变量名再改一下，src/auth/login.ts 就行。'],
  ],
  [
    'billing モジュールは変更しないでください。',
    ['billing モジュールも修正してください。', 'やはり billing モジュールを直してもらえますか。'],
    ['billing モジュールのテストを実行してください。', 'billing モジュールの仕組みを説明してください。'],
  ],
  ['テストは変更しないでください。', ['テストも直してください。'], ['テストを実行してください。']],
  ['billing 모듈은 수정하지 마세요.', ['이제 billing 모듈도 수정해 주세요.'], ['billing 모듈 테스트를 실행해 주세요.']],
  ['테스트는 수정하지 마세요.', ['테스트도 고쳐 주세요.'], ['테스트를 실행해 주세요.']],
  [
    "Don't touch the billing module.",
    ['You may touch the billing module now.', 'The billing module is no longer frozen.'],
    ['How does the billing module work?', 'The billing module was changed yesterday.'],
  ],
  ["Don't change the tests.", ['The tests may be changed now.'], ['Run the tests.']],
]

const isLifted = (limit: string, later: string) => {
  const limits = constraintsIn(limit, 'p1')
  expect(limits, limit).not.toEqual([])
  return stillHolding(limits, later).length === 0
}

describe('a limit on files', () => {
  test.each(LATER)('%s', (limit, lifting, others) => {
    for (const later of lifting) expect(isLifted(limit, later), later).toBe(true)
    for (const later of others) expect(isLifted(limit, later), later).toBe(false)
  })
})
