/** Korean ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

export const KOREAN: Language = {
  hint: /[\uac00-\ud7af]/iu,
  sets: [
    {
      says: String.raw`PATH\s*(?:은|는|를|을|에)?\s*(?:건드리지|만지지|수정하지|변경하지)\s*(?:마|말)`,
      about: ['change', 'delete', 'create'],
    },
    { says: '(?:삭제|지우)(?:하)?기 전에.{0,8}(?:물어|확인|허락)', kind: 'ask_first', about: ['delete'] },
    { says: '(?:푸시|push)(?:하)?기 전에.{0,8}(?:물어|확인|허락)', kind: 'ask_first', about: ['push'] },
    { says: '(?:커밋|commit)(?:하)?기 전에.{0,8}(?:물어|확인|허락)', kind: 'ask_first', about: ['commit'] },
    { says: String.raw`PATH\s*(?:만)\s*(?:수정|변경|편집)`, kind: 'only', about: ['change', 'create', 'delete'] },
    {
      says: String.raw`PATH\s*(?:는|은|을|를|에는)?\s*(?:수정|변경|편집|건드리)(?:하)?지\s*(?:마|말)`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`테스트(?:는|를|코드는|코드를)?\s*(?:수정|변경|편집|건드리)(?:하)?지\s*(?:마|말)`,
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: String.raw`(?:코드|파일|아무것도)(?:는|를|을)?\s*(?:수정|변경|편집|건드리)(?:하)?지\s*(?:마|말)`,
      about: ['change', 'create', 'delete'],
    },
    { says: String.raw`테스트(?:는|를)?\s*(?:아직\s*)?(?:실행|돌리)(?:하)?지\s*(?:마|말)`, about: ['test'] },
    { says: String.raw`(?:아직\s*)?실행(?:은|을)?\s*하지\s*(?:마|말)`, about: ['run'] },
    { says: String.raw`(?:아직\s*)?(?:커밋|commit)(?:은|을)?\s*하지\s*(?:마|말)`, about: ['commit'] },
    { says: String.raw`(?:푸시|push)(?:는|를)?\s*하지\s*(?:마|말)`, about: ['push'] },
    { says: String.raw`설치(?:는|를)?\s*하지\s*(?:마|말)`, about: ['install'] },
    {
      says: String.raw`(?:새로운?\s*)?(?:의존성|패키지)(?:은|을|는|를)?\s*추가하지\s*(?:마|말)`,
      about: ['install'],
      targets: ['new dependencies'],
    },
    { says: String.raw`(?:파일을?|아무것도)?\s*삭제하지\s*(?:마|말)`, about: ['delete'] },
    { says: String.raw`마이그레이션(?:은|을|를)?\s*(?:실행)?\s*하지\s*(?:마|말)`, about: ['migrate'] },
    { says: String.raw`배포(?:는|를)?\s*하지\s*(?:마|말)`, about: ['deploy'] },
  ],
  marks: /\p{Script=Hangul}/iu,
  not: /지\s*(?:마|말)|전에/iu,
  lifts: [
    { says: '실행해(?!.*테스트)', about: ['run'] },
    { says: '테스트.*(?:실행해|돌려)', about: ['test'] },
    { says: '커밋해', about: ['commit'] },
    { says: String.raw`(?:푸시|push)\s*해`, about: ['push'] },
    { says: '설치해', about: ['install'] },
    { says: String.raw`마이그레이션(?:을|를)?\s*(?:실행)?\s*해`, about: ['migrate'] },
    { says: '배포해', about: ['deploy'] },
    { says: '(?:수정|변경|구현)해', about: ['change', 'create', 'delete'] },
    { says: '테스트.*(?:수정|변경)해', about: ['change', 'create', 'delete'], targets: ['tests'] },
  ],
}
