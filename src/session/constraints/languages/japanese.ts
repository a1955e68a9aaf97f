/** Japanese ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

export const JAPANESE: Language = {
  hint: /[\u3040-\u30ff]/iu,
  sets: [
    {
      says: String.raw`PATH\s*(?:に|には|は|を)\s*(?:触ら|さわら|変更し|編集し)な`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: '(?:削除|消)(?:する|す)?前に.{0,8}(?:確認|聞い|尋ね|許可)',
      kind: 'ask_first',
      about: ['delete'],
    },
    {
      says: '(?:プッシュ|push)(?:する)?前に.{0,8}(?:確認|聞い|尋ね|許可)',
      kind: 'ask_first',
      about: ['push'],
    },
    {
      says: '(?:コミット|commit)(?:する)?前に.{0,8}(?:確認|聞い|尋ね|許可)',
      kind: 'ask_first',
      about: ['commit'],
    },
    {
      says: String.raw`PATH\s*(?:だけ|のみ)(?:を)?(?:変更|編集|修正)`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`PATH\s*(?:は|を|には|に)(?:変更|編集|修正|触ら|触れ|さわら)(?:し)?ないで`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: 'テスト(?:コード|ファイル)?(?:は|を)(?:変更|編集|修正|触ら)(?:し)?ないで',
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: '(?:コード|ファイル|何も)(?:は|を)?(?:変更|編集|修正)(?:し)?ないで',
      about: ['change', 'create', 'delete'],
    },
    { says: 'テスト(?:は|を)(?:まだ)?実行しないで', about: ['test'] },
    { says: '(?:まだ|絶対に|スクリプトを|コードを|それを)?実行しないで', about: ['run'] },
    { says: '(?:まだ)?(?:コミット|commit)(?:は)?しないで', about: ['commit'] },
    { says: '(?:プッシュ|push)(?:は)?しないで', about: ['push'] },
    { says: '(?:インストール)(?:は)?しないで|何もインストール(?:し)?ないで', about: ['install'] },
    {
      says: '(?:新しい|新規)?(?:依存(?:関係|パッケージ|ライブラリ)?|パッケージ|ライブラリ)(?:は|を|も)?(?:追加し(?:ないで|ない(?:こと|方針)|たくない|ません)|増やさ(?:ないで|ず|ない(?:こと|方針))|増やしたくない|入れないで|足さないで)',
      about: ['install'],
      targets: ['new dependencies'],
    },
    { says: '(?:ファイルを|何も)?削除しないで', about: ['delete'] },
    { says: 'マイグレーション(?:は|を)?(?:まだ)?(?:実行)?しないで', about: ['migrate'] },
    { says: 'デプロイ(?:は)?しないで', about: ['deploy'] },
  ],
  marks: /[\p{Script=Hiragana}\p{Script=Katakana}]/iu,
  not: /ないで|なく|前に|せずに/iu,
  lifts: [
    { says: '実行して(?!.*テスト)', about: ['run'] },
    { says: 'テスト.*実行して', about: ['test'] },
    { says: 'コミットして', about: ['commit'] },
    { says: '(?:プッシュ|push)して', about: ['push'] },
    { says: 'インストールして', about: ['install'] },
    { says: 'マイグレーション(?:を)?(?:実行)?して', about: ['migrate'] },
    { says: 'デプロイして', about: ['deploy'] },
    { says: '(?:変更|修正|実装)して', about: ['change', 'create', 'delete'] },
    { says: 'テスト.*(?:変更|修正|編集)して', about: ['change', 'create', 'delete'], targets: ['tests'] },
  ],
  requests: {
    joined: true,
    asks: '(?:直|治|変え|書き換え|いじ|触|加え|消|入れ替え|置き換え|整え|移)(?:し|っ|り)?て(?:おいて|みて|あげて)?(?:ください|下さい|くれ|ほしい|欲しい|もらえ|もらいた|いただ|ね|よ|$)|(?:修正|変更|編集|更新|追加|削除|対応|調整|実装|置換|反映|移動|リファクタリング)(?:を)?(?:し|お願い|して)(?:て)?(?:おいて)?(?:ください|下さい|くれ|ほしい|します|いたします|いただ|もらえ|ね|よ|$)?|(?:修正|変更|編集|更新|追加|削除|対応|調整|実装)(?:も|を)?お願い',
    allows: '(?:て|で)も?(?:いい|よい|良い|構いません|かまいません|大丈夫|OK|ok|問題)|許可|できます|OK(?:です)?$',
    changes: '直|変|触|いじ|修正|編集|更新|追加|削除|対応|書き換え|さわ',
    opens:
      '(?:制限|禁止|制約|凍結|ルール)[^。]{0,10}(?:解除|撤回|なし|取り消|解か|不要)|もう(?:凍結|制限|禁止)(?:され)?(?:てい)?(?:ません|ない)|解禁|凍結(?:は)?解除',
    forgets: '(?:制限|禁止|さっき|先ほど|前)[^。]{0,20}(?:忘れて|無視して)',
    reports:
      '場合|たら|れば|なら(?!ば$)|ので|なぜ|どうして|誰|昨日|(?:し|っ|え)ました|(?:し|っ)た$|私が|ていました|てあり',
    points: 'それ|そこ|これ|こちら|そちら|同じ|も',
    aside: String.raw`§\s*(?:の(?:よう|通り|とおり)|と同(?:じ|様)|を(?:参考|参照|実行|読|確認|見)|を使|から|に(?:ならって|合わせて|従って)|のテスト)`,
  },
}
