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
  requests: {
    joined: true,
    asks: String.raw`(?:수정|변경|편집|갱신|업데이트|추가|삭제|적용|교체|정리|처리|구현|반영)(?:도|을|를)?\s*(?:해|부탁|하세요|하십시오|합시다)|(?:고쳐|바꿔|바꾸어|건드려|손봐|지워|옮겨|넣어)(?:\s*(?:주|줘|도|놔|라|요|$)|$)|(?:고치|바꾸)(?:세요|십시오|자|도록)`,
    allows: String.raw`(?:도|해도|져도|쳐도|꿔도|려도)\s*(?:돼|되|괜찮|좋)|허락|허용|가능|수 있`,
    changes: '수정|변경|편집|고[치쳐]|바[꾸꿔]|건드|손[대봐]|만져|업데이트|추가|삭제',
    opens: String.raw`(?:제한|금지|제약|동결)[^.]{0,10}(?:해제|풀|취소|철회|없)|더\s?이상\s*(?:동결|금지|제한)[^.]{0,6}(?:아니|않)|해금`,
    forgets: '(?:제한|금지|아까|전에)[^.]{0,20}(?:잊|무시)',
    reports: '경우|으면|라면|했는데|했습니다|했어|했다|었습니다|왜|누가|어제|때문|내가|제가',
    points: '그것|그거|거기|이것|이거|같은|도',
    aside: String.raw`§\s*(?:처럼|와 같이|과 같이|를? ?참고|을? ?참고|대로|에서|를? ?실행|을? ?실행|의 테스트)`,
  },
}
