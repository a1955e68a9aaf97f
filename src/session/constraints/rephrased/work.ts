/** Limits on dependencies, on what is asked about first and on what is forbidden, in other words than those of an order. */
import { ACT, ASK, CLAUSE, END, LIBRARIES, MY_OK, NAMED_ACTS, type Row } from './row.ts'

export const ON_WORK: readonly Row[] = [
  // dependencies
  {
    says: `${CLAUSE}(?:(?:absolutely\\s+)?(?:no|zero|without|i would prefer no|i'd prefer no)\\s+(?:(?:new|extra|additional|more|third[- ]party|3rd[- ]party|external|other)\\s+)*(?:(?:npm|pip|go|python|ruby|node|rust|composer|nuget|maven)\\s+)?(?:gems?|crates?|packages?|libs?|librar(?:y|ies)|modules?|dependenc(?:y|ies)|deps|pods|plugins))${END}`,
    means: ['do not add new dependencies'],
  },
  {
    says: `${CLAUSE}(?:(?:(?:use|stick\\s+to|keep\\s+to|stay\\s+with|rely\\s+on)\\s+)?(?:(?:only|just|nothing\\s+but)\\s+)?(?:the\\s+)?(?:stdlib|standard\\s+library|std lib|std)(?:\\s+(?:only|for\\s+this|here))*|use only (?:the )?(?:stdlib|standard library))${END}`,
    means: ['do not add new dependencies'],
  },
  {
    says: `(?:^|[,;.(–—]\\s*|(?<!\\p{L})(?:und|et|y|e|en|и|i|ve)\\s+)(?:(?:bitte|use|usa|utilise|utilisez|verwende|nimm|gebruik|используй|użyj)\\s+)?(?:nur|ausschließlich|uniquement|seulement|rien\\s+que|solo|sólo|únicamente|solamente|só|apenas|somente|soltanto|alleen|enkel|только|tylko|wyłącznie|sadece|yalnızca)\\s+(?:(?:mit|die|der|avec|la|con|a|com|de|met)\\s+){0,2}(?:standard-?bibliothek|bibliothèque\\s+standard|(?:biblioteca|librería)\\s+estándar|biblioteca\\s+padrão|libreria\\s+standard|standaardbibliotheek|стандартн\\p{L}+\\s+библиотек\\p{L}+|bibliotek\\p{L}\\s+standardow\\p{L}+|standart\\s+kütüphane\\p{L}*)(?!\\s+(?:en|und|et|y|e|oder|ou|of)\\s)|(?:^|[，。；])\\s*请?只(?:能)?用标准库(?=\\s*(?:$|[，。！]))|標準ライブラリ(?:だけ|のみ)(?:で|を使って)?(?:書いて|実装して|作って|お願い)|표준\\s?라이브러리만\\s*(?:써|사용해)`,
    means: ['do not add new dependencies'],
  },
  {
    says: `(?:外部|サードパーティ(?:の)?|追加の)ライブラリ(?:は|を)?\\s*(?:使わず(?:に)?、?[^。]{0,20}(?:書いて|実装して|作って|お願い)|(?:使わない|追加しない|入れない)で(?:ください)?(?=\\s*(?:$|[。、！])))|(?:^|[，。；])\\s*请?(?:不要|别|不许)(?:引入|添加)(?:任何|新的?)?(?:第三方|外部)?(?:库(?!存)|依赖|包(?![邮含装]))|(?:^|[,;.]\\s*)bez\\s+(?:now|dodatkow|zewnętrzn)ych\\s+(?:zależności|bibliotek|paczek|pakietów)(?=\\s*(?:$|[,;.!]))|(?<!\\p{L})yeni\\s+(?:bağımlılık|paket|kütüphane)\\s+ekleme(?:yin)?(?=\\s*(?:$|[.,!]|lütfen|ve\\s))|(?:^|[,;.]\\s*)без\\s+(?:сторонних|внешних|дополнительных)\\s+библиотек(?=\\s*(?:$|[,;.!]))`,
    means: ['do not add new dependencies'],
  },
  {
    says: `${CLAUSE}(?:(?:only\\s+)?use\\s+(?:only\\s+)?(?:the\\s+)?existing\\s+(?:deps|dependencies|packages|libs|libraries)|(?:stick to|only) (?:the )?existing (?:deps|dependencies|packages|libraries)|existing (?:deps|dependencies) only|use what(?:'s| is) already in (?:the )?package\\.json)`,
    means: ['do not add new dependencies'],
  },
  {
    says: `${CLAUSE}(?:we|you)\\s+(?:can't|cannot|can not|may not)\\s+add\\s+(?:any\\s+)?(?:new\\s+)?(?:dependencies|packages|deps)`,
    means: ['do not add new dependencies'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:add|use|pull in)\\s+(?<list>${LIBRARIES})(?:\\s+(?:here|for\\s+(?:this|it)|in\\s+(?:this|here)(?:\\s+\\w+)?))?${END}|${CLAUSE}no\\s+(?<list2>${LIBRARIES})${END}|^(?!.*\\b(?:with\\s+and\\s+without|tests?|pages?|machines?|customers?|users?|works?|compar\\w+)\\b)(?:please\\s+)?(?:write|implement|rewrite|solve|do|port|refactor|parse)\\b[^.;]{0,60}\\s(?:without|w/o)\\s+(?:using\\s+)?(?<list3>${LIBRARIES})${END}`,
    means: ['do not install $list'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+run\\s+(?:pod|bundle|yarn|npm|pnpm|composer)\\s+install`,
    means: ['do not install anything'],
  },
  {
    says: `${CLAUSE}(?:no\\s+(?:major\\s+)?version\\s+bumps?|(?:do not|don't)\\s+bump\\s+(?:any\\s+)?versions?|(?:do not|don't)\\s+upgrade\\s+any(?:thing| other packages?))`,
    means: ['do not upgrade dependencies'],
  },
  {
    says: `\\bif (?:it|you|this) needs? (?:a|any) new (?:dependency|package|library),?\\s*(?:please\\s+)?ask`,
    means: ['ask me before you add new dependencies'],
  },
  {
    says: `(?<!\\p{L})(?:neue|zusätzliche|weitere)\\s+(?:pakete|abhängigkeiten|libs|bibliotheken|dependencies)\\s+(?:aber\\s+|bitte\\s+)*nur\\s+(?:nach|mit|in)\\s+(?:rück|ab)sprache(?!\\p{L})|${CLAUSE}(?:any\\s+)?new\\s+(?:packages?|dependenc(?:y|ies)|deps|libs?|librar(?:y|ies))\\s+only\\s+(?:after\\s+(?:asking|talking\\s+to)\\s+me|if\\s+i\\s+(?:say|agree|ok)|with\\s+my\\s+(?:ok|okay|approval))(?![\\w-])`,
    means: ['ask me before you add new dependencies'],
  },
  {
    says: `${CLAUSE}(?:we(?:'re| are)|i(?:'m| am)|you(?:'re| are))\\s+not\\s+(?:pulling|bringing|dragging)\\s+in\\s+(?<rest>[a-z@][\\w./-]*\\w)(?:\\s+(?:for|just|here)\\b[^,.;]*)?${END}`,
    means: ['do not add $rest'],
  },
  {
    says: `${CLAUSE}no\\s+(?:new|additional)\\s+(?:indexes|indices|index|tables?|columns?|views?)${END}`,
    means: ['do not change the schema'],
  },
  {
    says: `\\bi don't want any packages installed`,
    means: ['do not install anything'],
  },
  // asked first
  {
    says: `${CLAUSE}${ACT}\\s+(?:(?:has to\\s+|must\\s+|should\\s+)?waits?\\s+(?:for\\s+${MY_OK}|until i)|(?:needs?|requires?)\\s+${MY_OK}|(?:only\\s+)?(?:with|after)\\s+${MY_OK}|only\\s+when\\s+(?:i\\s+)?asked)`,
    means: [ASK],
  },
  {
    says: `${CLAUSE}only\\s+${ACT}\\s+(?:it\\s+)?(?:with\\s+${MY_OK}|when\\s+(?:i\\s+)?ask(?:ed)?|if i (?:say|ask))`,
    means: [ASK],
  },
  {
    says: `${CLAUSE}no\\s+${ACT}\\s+without\\s+(?:asking(?:\\s+me)?(?:\\s+first)?|approval|${MY_OK})`,
    means: [ASK],
  },
  { says: `${CLAUSE}(?:get|obtain)\\s+(?:${MY_OK}|approval)\\s+before\\s+(?:you\\s+)?${ACT}`, means: [ASK] },
  {
    says: `${CLAUSE}(?:check in with me|check with me|run it by me|come back to me)\\s+before\\s+(?:you\\s+)?(?:make\\s+|do\\s+)?(?:any\\s+)?${ACT}`,
    means: [ASK],
  },
  { says: `${CLAUSE}(?:any\\s+)?(?:confirm|clear)\\s+${ACT}\\s+with me`, means: [ASK] },
  {
    says: `${CLAUSE}before\\s+you\\s+(?:make\\s+)?(?<act>add a dependency|touch the db|touch the database|push|deploy|commit|merge|make schema changes|schema changes)\\s*,?\\s*(?:please\\s+)?ask${END}`,
    means: [ASK],
  },
  {
    says: `${CLAUSE}if\\s+(?:a\\s+|any\\s+)?${ACT}\\s+(?:is|are)\\s+(?:needed|necessary|required),?\\s*(?:please\\s+)?(?:stop and\\s+)?ask`,
    means: [ASK],
  },
  {
    says: `${CLAUSE}(?:plan|propose)\\b[^,;.]{0,40}\\bfirst\\s*(?:,|and|then|;)\\s*(?:then\\s+)?(?:and\\s+)?wait\\s+for\\s+(?:my|me)`,
    means: ['ask me before you change anything'],
  },
  {
    says: `${CLAUSE}(?:do not|don't)\\s+(?:start|begin)\\s+(?:coding|implementing|the implementation|with (?:the )?(?:code|coding|implementation))\\s+(?:until|till|before)\\s+i\\b`,
    means: ['ask me before you change anything'],
  },
  {
    says: `${CLAUSE}let me see the (?:command|query|sql|script)\\s+before\\s+you\\s+(?<rest>run|execute)\\s+it`,
    means: ['ask me before you run it'],
  },
  {
    says: `${CLAUSE}i\\s+(?:have to\\s+|want to\\s+|need to\\s+)?(?:approve|review|see)\\s+${ACT}(?:\\s+before\\s+(?:it|they)\\s+\\w+)?${END}|${CLAUSE}i(?:'d| would) like to see it before it(?:'s| is)\\s+(?<act2>merged|pushed|deployed)`,
    means: [ASK],
  },
  {
    says: `^(?:please\\s+)?(?<act>delet|remov|drop|merg|deploy|restart|publish)[a-z]*\\b[^.;]{3,120}[,;.–-]\\s*(?:but\\s+)?ask\\s+me\\s+before\\s+(?:each|every)(?:\\s+(?:one|single\\s+one|of\\s+them))?(?![\\w-])`,
    means: [ASK],
  },
  { says: `${CLAUSE}(?:stop|wait)\\s+before\\s+(?:you\\s+)?${ACT}(?:\\s+step)?${END}`, means: [ASK] },
  {
    says: `${CLAUSE}(?:do\\s+)?everything\\s+(?:except|but|up to)\\s+(?:for\\s+)?${ACT}${END}`,
    means: ['do not $act'],
  },
  {
    says: `${CLAUSE}(?:no|nothing)\\s+(?:destructive|irreversible)(?:\\s+(?:commands?|actions?|operations?))?|${CLAUSE}(?:do not|don't)\\s+(?:run|do)\\s+anything\\s+(?:destructive|irreversible)${END}`,
    means: ['do not delete anything', 'do not drop the database'],
  },
  {
    says: `${CLAUSE}(?:anything\\s+(?:destructive|irreversible)\\s+(?:needs|requires)\\s+${MY_OK}|(?:ask|check with me|confirm with me)(?:\\s+me)?\\s+before\\s+(?:doing\\s+|running\\s+)?anything\\s+(?:destructive|irreversible)|run\\s+anything\\s+(?:destructive|irreversible)\\s+by\\s+me|(?:do not|don't)\\s+do\\s+anything\\s+(?:destructive|irreversible)\\s+without)`,
    means: ['ask me before you delete anything', 'ask me before you drop the database'],
  },
  {
    says: `\\b(?:wait|hold)\\s+(?:for|until)\\s+(?:my\\s+(?:go|ok|okay|approval|feedback|answer|review|confirmation|word)|i\\s+(?:approve|confirm|ok|say|review|reply))\\b|\\bi(?:'ll| will| want to| need to)\\s+approve\\b[^.;]*(?:\\bthen you can\\b|$)|\\bthen you can (?:code|start|implement|begin)\\b|\\bi want to approve the \\w+|${CLAUSE}stop (?:after each|before the (?:second|third|next))\\b`,
    means: ['ask me before you change anything'],
  },
  { says: `\\bcome to me before you (?:change|touch|edit) it`, means: ['ask me before you change the tests'] },
  {
    says: `\\bplan first,?\\s*(?:and\\s+)?then i approve|\\bi don't want you to write any code (?:till|until)|\\bstop and wait until i\\b`,
    means: ['ask me before you change anything'],
  },
  // forbidden, in other words
  {
    says: `^(?:the\\s+)?(?<act>${NAMED_ACTS.map(([name]) => name).join('|')}|(?:editing|touching|changing|installing|modifying)\\s+(?:the\\s+)?[\\w./]+)\\s+(?:is|are)\\s+(?:strictly\\s+)?(?:not\\s+allowed|forbidden|prohibited|off the table|not permitted|not ok)${END}`,
    means: ['do not $act'],
  },
  {
    says: `^i (?:do not|don't) want you to\\s+(?!ask)(?<rest2>.+)$|^you(?:'re| are) not allowed to\\s+(?<rest3>.+)$`,
    means: ['do not $rest$rest2$rest3'],
  },
  {
    says: `^i (?:do not|don't) want (?:any|to see any)\\s+(?:(?:new|more)\\s+)?${ACT}${END}`,
    means: ['do not $act'],
  },
  {
    says: `^(do not|don't|never),?\\s+(?:under any circumstances|ever|for any reason|please),?\\s+(?<rest>.+)$`,
    means: ['do not $rest'],
  },
  {
    says: `^(?:while|as long as|until)\\s+i(?:'m| am)\\s+[\\w ]{2,20}?,?\\s+((?:do not|don't|never)\\s+.+)$`,
    means: ['$1'],
  },
  {
    says: `${CLAUSE}neither\\s+(commit|push|deploy|merge)\\s+nor\\s+(commit|push|deploy|merge)`,
    means: ['do not $1', 'do not $2'],
  },
  {
    says: `${CLAUSE}no\\s+(commits?|push(?:es)?|deploys?|merges?)\\s*[/&]\\s*(commits?|push(?:es)?|deploys?|merges?)(?:\\s*[/&]\\s*(?:migrations?|installs?))?${END}`,
    means: ['do not $1', 'do not $2'],
  },
  {
    says: `${CLAUSE}(?:you (?:can|may)\\s+)?commit,?\\s+but\\s+(?:do\\s+)?not\\s+push${END}`,
    means: ['do not push'],
  },
  { says: `${CLAUSE}plan\\s+is\\s+(?:fine|ok|okay),?\\s+apply\\s+is\\s+not`, means: ['do not apply anything'] },
  {
    says: `${CLAUSE}(?:you can\\s+)?read\\s+(?:everything|anything),?\\s+(?:but\\s+)?(?:write|change|touch)\\s+nothing`,
    means: ['do not change anything'],
  },
  {
    says: `${CLAUSE}look,?\\s+(?:but\\s+)?(?:do not|don't)\\s+touch${END}|^look only$|^(?:just\\s+)?diagnose\\s+only`,
    means: ['do not change anything'],
  },
  {
    says: `${CLAUSE}(?:just\\s+)?(?:tell|show)\\s+me\\s+what(?:'s wrong| you'd change| is wrong|[^,;.]{0,30}),?\\s*(?:but\\s+)?(?:do not|don't)\\s+(?:fix|change|do)\\s+it${END}|${CLAUSE}(?:just\\s+)?diagnose,?\\s+(?:but\\s+)?(?:do not|don't)\\s+fix(?:\\s+it)?${END}|${CLAUSE}diagnose only,?\\s+no\\s+fixes`,
    means: ['do not change anything'],
  },
  {
    says: `${CLAUSE}(?:find|list|count|show)\\b[^.;]{2,60}?[,;.]?\\s+(?:but\\s+)?(?:do not|don't)\\s+(?:delete|remove)(?:\\s+(?:them|it|any|anything))?${END}|^just count,?\\s+(?:do not|don't)\\s+delete`,
    means: ['do not delete anything'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:change|modify|edit|touch|adapt|weaken)\\s+(?:the\\s+)?tests\\s+(?:just\\s+)?(?:to make|so that|in order to)\\s`,
    means: ['do not change the tests'],
  },
  {
    says: `${CLAUSE}(?:do not|don't|never)\\s+(?:skip\\s+or\\s+delete|delete\\s+or\\s+skip)\\s+(?:the\\s+|any\\s+)?tests`,
    means: ['do not delete the tests'],
  },
  {
    says: `${CLAUSE}(?:we|you)\\s+(?:can't|cannot|must not|may not)\\s+(?![^.]*,\\s*so\\b)(?<rest>(?:change the schema|restart \\w+|push to \\w+|deploy|touch \\w+)\\b.*)$`,
    means: ['do not $rest'],
  },
  {
    says: `${CLAUSE}(?:the\\s+)?([\\w-]+)\\s+(?:must not|must never|can't|cannot|may not)\\s+be\\s+(?:restarted|stopped|killed|rebooted)${END}|${CLAUSE}keep\\s+(?:the\\s+)?([\\w-]+)\\s+running${END}`,
    means: ['do not stop $1$2'],
  },
  {
    says: `${CLAUSE}(?:a\\s+)?dry[- ]run\\s+only|${CLAUSE}only\\s+(?:do\\s+)?a\\s+dry[- ]run`,
    means: ['do not deploy', 'do not delete anything', 'do not drop the database'],
  },
  {
    says: `${CLAUSE}(?:just\\s+)?(?:build|compile)(?:\\s+(?:it|and test))?(?:\\s+only)?,?\\s*(?:but\\s+)?(?:no\\s+flashing|(?:do not|don't)\\s+flash|stop there)(?:\\s+(?:it|yet))?${END}|^(?:build|compile)\\s+only$`,
    means: ['do not flash it'],
  },
  {
    says: `\`([^\`\\n]{2,60})\`\\s+(?:must not|may not|should not|is not to|shouldn't|mustn't)\\s+be\\s+(?:executed|run|used|called)`,
    means: ['never $1'],
  },
  {
    says: `\\b((?:(?:existing|new|old|other)\\s+)?(?:test|workflow|config|migration|fixture|snapshot|golden)\\s*files?|tests?|fixtures?|snapshots?)\\b(?:\\s+[\\w./-]+){0,4}?\\s+(?:must not|may not|should not|are not|aren't|remain)\\s+(?:to\\s+)?(?:be\\s+)?(?:altered|changed|modified|edited|touched|regenerated|unmodified|unchanged)`,
    means: ['do not change $1'],
  },
  {
    says: `\\b(?:they(?:'re| are)|it(?:'s| is))\\s+not\\s+to\\s+be\\s+(?:regenerated|re-recorded)`,
    means: ['do not change the snapshots'],
  },
  {
    says: `${CLAUSE}(?:the\\s+)?([\\w-]+)\\s+(?:is|are)\\s+not\\s+yours\\s+to\\s+(?:change|touch|edit)`,
    means: ['do not touch $1'],
  },
  { says: `\\bnot\\s+by\\s+(?:editing|changing|touching)\\s+the\\s+tests?`, means: ['do not change the tests'] },
  {
    says: `^(?:please\\s+)?no\\s+code\\s+changes\\s+in\\s+between|i don't want to see a single code line changed`,
    means: ['do not change anything'],
  },
]
