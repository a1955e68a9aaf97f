/** Chinese ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

export const CHINESE: Language = {
  hint: /[\u4e00-\u9fff]/iu,
  sets: [
    {
      says: String.raw`(?:不要|别|勿|請勿|请勿)\s*(?:动|動|碰|修改|更改|改)\s*PATH`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: '(?:删除|刪除)(?:任何)?(?:文件|檔案)?(?:之)?前.{0,6}(?:先)?(?:问我|問我|询问我|跟我确认|征求我)',
      kind: 'ask_first',
      about: ['delete'],
    },
    {
      says: '(?:推送|push)(?:之)?前.{0,6}(?:先)?(?:问我|問我|询问我|跟我确认)',
      kind: 'ask_first',
      about: ['push'],
    },
    {
      says: '(?:提交|commit)(?:之)?前.{0,6}(?:先)?(?:问我|問我|询问我|跟我确认)',
      kind: 'ask_first',
      about: ['commit'],
    },
    {
      says: String.raw`(?:只|仅|僅)(?:能|可以|允许)?(?:修改|改动|编辑|改)\s*PATH`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`(?:不要|别|請勿|请勿|禁止|不准)(?:修改|改动|更改|编辑|动|碰)\s*PATH`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: '(?:不要|别|請勿|请勿|禁止|不准)(?:修改|改动|更改|编辑|动|碰)(?:任何)?(?:测试|測試)',
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: '(?:不要|别|請勿|请勿|禁止|不准)(?:修改|改动|更改|编辑|动)(?:任何)?(?:代码|程式碼|文件|檔案|东西)(?!的)',
      about: ['change', 'create', 'delete'],
    },
    { says: '(?:不要|别|請勿|请勿|先不要|先别)(?:运行|執行|执行|跑)(?:任何)?(?:测试|測試)', about: ['test'] },
    {
      says: '(?:不要|别|請勿|请勿|先不要|先别|还不要)(?:运行|執行|执行|跑)(?:它|代码|脚本|程序|任何命令)?(?=$|[,，。;；])',
      about: ['run'],
    },
    {
      says: '(?:不要|别|請勿|请勿|先不要|先别)(?:提交|commit)(?:代码|更改|任何)?(?=$|[,，。;；和或])',
      about: ['commit'],
    },
    { says: '(?:不要|别|請勿|请勿|先不要|先别|永远不要|禁止)(?:推送|push)', about: ['push'] },
    { says: '(?:不要|别|請勿|请勿|禁止)(?:安装|安裝)(?:任何|新)?', about: ['install'] },
    {
      says: '(?:不要|别|請勿|请勿|禁止)(?:添加|引入|新增)(?:任何)?(?:新的?)?(?:依赖|依賴)',
      about: ['install'],
      targets: ['new dependencies'],
    },
    { says: '(?:不要|别|請勿|请勿|禁止)(?:删除|刪除)(?:任何)?(?:文件|檔案|东西)', about: ['delete'] },
    {
      says: '(?:不要|别|請勿|请勿|先不要)(?:运行|执行|執行|跑)?(?:任何)?(?:数据库|資料庫)?(?:迁移|遷移)',
      about: ['migrate'],
    },
    { says: '(?:不要|别|請勿|请勿|先不要)部署', about: ['deploy'] },
  ],
  marks: /\p{Script=Han}/iu,
  not: /不|别|勿|禁止|前/iu,
  lifts: [
    { says: '(?:运行|执行|執行|跑)(?!.*(?:测试|測試))', about: ['run'] },
    { says: '(?:运行|执行|跑).*(?:测试|測試)', about: ['test'] },
    { says: '提交|commit', about: ['commit'] },
    { says: '推送|push', about: ['push'] },
    { says: '安装|安裝', about: ['install'] },
    { says: '(?:运行|执行|執行|跑)(?:数据库|資料庫)?(?:迁移|遷移)', about: ['migrate'] },
    { says: '部署', about: ['deploy'] },
    { says: '(?:修改|修复|实现|改)', about: ['change', 'create', 'delete'] },
    { says: '(?:修改|改|更新).*(?:测试|測試)', about: ['change', 'create', 'delete'], targets: ['tests'] },
  ],
}
