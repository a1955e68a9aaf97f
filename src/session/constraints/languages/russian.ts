/** Russian ways to set and to lift a constraint. */
import type { Language } from '../language.ts'

export const RUSSIAN: Language = {
  hint: /(?<!\p{L})(?:не|без|никогда|только|ничего|спроси|спрашивай|перед|оставь|оставьте)(?!\p{L})/iu,
  sets: [
    {
      says: 'не трогай(?:те)? PATH|оставь(?:те)? PATH в покое',
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`спр(?:оси|ашивай)\p{L}*(?: у)? меня перед (?:тем,? как )?удал`,
      kind: 'ask_first',
      about: ['delete'],
    },
    {
      says: String.raw`спр(?:оси|ашивай)\p{L}*(?: у)? меня перед (?:тем,? как )?(?:пуш|push)`,
      kind: 'ask_first',
      about: ['push'],
    },
    {
      says: String.raw`спр(?:оси|ашивай)\p{L}*(?: у)? меня перед (?:тем,? как )?(?:коммит|commit)`,
      kind: 'ask_first',
      about: ['commit'],
    },
    {
      says: String.raw`^(?:меняй|изменяй|измени|правь|редактируй)\s+только\s+(?:файлы )?(?:в )?PATH`,
      kind: 'only',
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`(?<!\p{L})не (?:меняй|изменяй|трогай|правь|редактируй)(?:те)?(?: ничего| файлы?)?(?: в)?\s+PATH`,
      about: ['change', 'delete', 'create'],
    },
    {
      says: String.raw`(?<!\p{L})не (?:меняй|изменяй|трогай|правь|редактируй)(?:те)? тесты`,
      about: ['change', 'delete'],
      targets: ['tests'],
    },
    {
      says: String.raw`(?<!\p{L})(?:ничего не (?:меняй|изменяй|трогай)|не (?:меняй|изменяй|трогай|правь)(?:те)? (?:ничего|код|файлы))|(?<!\p{L})без изменени[йя] (?:кода|файлов)`,
      about: ['change', 'create', 'delete'],
    },
    {
      says: String.raw`(?<!\p{L})не запускай(?:те)? (?:пока )?тесты|(?<!\p{L})пока не запускай(?:те)? тесты`,
      about: ['test'],
    },
    {
      says: String.raw`(?<!\p{L})(?:пока )?(?:ничего )?не (?:запускай|выполняй)(?:те)?(?: (?:его|это|её|пока|ничего|скрипт|программу|код))?(?=$|[,;.])`,
      about: ['run'],
    },
    {
      says: String.raw`(?<!\p{L})не (?:делай(?:те)? )?(?:коммить|коммит|комить)|(?<!\p{L})без коммит`,
      about: ['commit'],
    },
    {
      says: String.raw`(?<!\p{L})(?:не|никогда не) (?:делай(?:те)? )?(?:пушь|пуш|push)|(?<!\p{L})без пуша`,
      about: ['push'],
    },
    {
      says: String.raw`(?<!\p{L})(?:ничего )?не (?:устанавливай|ставь)(?:те)?(?: ничего| пакеты| новые)?`,
      about: ['install'],
    },
    {
      says: String.raw`(?<!\p{L})без новых зависимостей|(?<!\p{L})не добавляй(?:те)? (?:новые )?зависимости`,
      about: ['install'],
      targets: ['new dependencies'],
    },
    { says: String.raw`(?<!\p{L})(?:ничего не удаляй|не удаляй(?:те)? (?:ничего|файлы))`, about: ['delete'] },
    { says: String.raw`(?<!\p{L})не (?:запускай|выполняй|применяй)(?:те)? миграци`, about: ['migrate'] },
    { says: String.raw`(?<!\p{L})не (?:деплой|разворачивай)`, about: ['deploy'] },
  ],
  marks: /\p{Script=Cyrillic}/iu,
  not: /(?<!\p{L})(?:не|без|никогда|перед)(?!\p{L})/iu,
  lifts: [
    { says: String.raw`(?<!\p{L})запусти(?!.*тест)`, about: ['run'] },
    { says: String.raw`(?<!\p{L})запусти.*тест`, about: ['test'] },
    { says: 'коммит', about: ['commit'] },
    { says: String.raw`(?<!\p{L})(?:пуш|push)`, about: ['push'] },
    { says: String.raw`(?<!\p{L})(?:установи|поставь)`, about: ['install'] },
    { says: String.raw`(?<!\p{L})(?:запусти|выполни|примени)(?:те)? миграци`, about: ['migrate'] },
    { says: String.raw`(?<!\p{L})(?:задеплой|деплой)`, about: ['deploy'] },
    { says: String.raw`(?<!\p{L})(?:измени|исправь|реализуй|поменяй)`, about: ['change', 'create', 'delete'] },
    {
      says: String.raw`(?<!\p{L})(?:измени|поменяй|исправь|менять).*тест`,
      about: ['change', 'create', 'delete'],
      targets: ['tests'],
    },
  ],
}
