/** What the lexicon says of words: see src/detect/injection/lexicon.ts, which says the same. */
import { bare, isGlued, isWordSign } from './letters'
import { KNOWN_WORDS, LETTERS, says, saysOneOf, small, WORD_PLACES } from './memory'
import { begins, exact, firstMeaning, mixed, SEED, STEM_SEED, step, WITHIN_SEED } from './table'

/** Kinds of tokens; see `KIND` there. */
export const NUMBER: i32 = 200
export const LETTER: i32 = 201
export const ADDRESS: i32 = 202
export const MAIL: i32 = 203
export const DOMAIN: i32 = 204
export const PATH: i32 = 205
export const SECRET_PATH: i32 = 206
export const SETTINGS_PATH: i32 = 207
export const FILE: i32 = 208
export const PUNCTUATION: i32 = 256

const WORD_GROUP: i32 = 1
export function wordFeature(hash: i32): i32 {
  return mixed(WORD_GROUP, hash)
}

const LONGEST_WORD: i32 = 40
const TOP_LEVEL = 'example com org net io dev sh test ai app co eu de'
const SECRET_FILE = 'pem key env crt pfx kdbx'

/** What was found last: as it is counted in pairs, its feature (0 for what is only of a kind), its meanings. */
export let id: i32 = 0
export let feature: i32 = 0
export let means: i32 = 0

/** Known words: a number for each hash's place (0: none), and what it stands for, one after the other. */
const PLACES: i32 = 1 << 14
const MOST: i32 = PLACES / 2
const SIZE: usize = 24
const HASH: usize = 0
const AT: usize = 4
const LENGTH: usize = 8
const ID: usize = 12
const FEATURE: usize = 16
const MEANS: usize = 20
let known: i32 = 0

export function forgetWords(): void {
  if (known > 0) memory.fill(WORD_PLACES, 0, <usize>PLACES << 1)
  known = 0
}

/** Looks a word up that stands in lower case at a place. */
export function find(at: i32, end: i32): void {
  if (known == MOST) forgetWords()
  const length = end - at
  let hash = length
  for (let place = at; place < end; place++) hash = step(hash, small(place))
  let slot = WORD_PLACES + (<usize>((hash ^ (hash >> 15)) & (PLACES - 1)) << 1)
  for (let number = load<u16>(slot); number != 0; number = load<u16>(slot)) {
    const entry = KNOWN_WORDS + <usize>number * SIZE
    if (load<i32>(entry, HASH) == hash && load<i32>(entry, LENGTH) == length && isSame(load<i32>(entry, AT), at, length)) {
      id = load<i32>(entry, ID)
      feature = load<i32>(entry, FEATURE)
      means = load<i32>(entry, MEANS)
      return
    }
    slot = slot + 2 < KNOWN_WORDS ? slot + 2 : WORD_PLACES
  }
  lookUp(at, end)
  store<u16>(slot, ++known)
  const entry = KNOWN_WORDS + <usize>known * SIZE
  store<i32>(entry, hash, HASH)
  store<i32>(entry, at, AT)
  store<i32>(entry, length, LENGTH)
  store<i32>(entry, id, ID)
  store<i32>(entry, feature, FEATURE)
  store<i32>(entry, means, MEANS)
}

function isSame(one: i32, other: i32, length: i32): bool {
  for (let index = 0; index < length; index++) if (small(one + index) != small(other + index)) return false
  return true
}

/** A short name of a model. */
export function findModel(): void {
  means = 1
  id = firstMeaning(1)
  feature = wordFeature(step(step(SEED, 97), 105))
}

function letter(at: i32): i32 {
  return load<i32>(LETTERS + (<usize>at << 2))
}

function lookUp(at: i32, end: i32): void {
  let hash = SEED
  let apostrophe = 0
  const length = min(end - at, LONGEST_WORD)
  for (let index = 0; index < length; index++) {
    const written = small(at + index)
    const code = written == 0x2019 ? 39 : bare(written)
    if (code == 39) apostrophe = index
    store<i32>(LETTERS + (<usize>index << 2), code)
    hash = step(hash, code)
  }
  means = exact(hash)
  if (means == 0 && hasPoint(at, end)) {
    id = isDomain(at, end) ? DOMAIN : isSecretFile(at, end) ? SECRET_PATH : FILE
    feature = 0
    return
  }
  if (means == 0) means = derived(length, apostrophe)
  id = means != 0 ? firstMeaning(means) : length == 1 ? LETTER : hash | 0x80000000
  feature = wordFeature(hash)
}

function hasPoint(at: i32, end: i32): bool {
  for (let place = at; place < end; place++) if (small(place) == 46) return true
  return false
}

function isDomain(at: i32, end: i32): bool {
  let point = end - 1
  while (point > at && small(point) != 46) point--
  return small(point) == 46 && isOneOf(point + 1, end, TOP_LEVEL)
}

/** Whether a word is one of some others. */
function isOneOf(at: i32, end: i32, words: string): bool {
  for (let from = 0; from < words.length; ) {
    let to = from
    let isSame = true
    for (; to < words.length && words.charCodeAt(to) != 32; to++)
      if (isSame && small(at + to - from) != words.charCodeAt(to)) isSame = false
    if (isSame && to - from == end - at) return true
    from = to + 1
  }
  return false
}

function isSecretFile(at: i32, end: i32): bool {
  if (small(at) == 46) return true
  for (let place = at; place < end; place++) {
    if (small(place) != 46) continue
    const size = saysOneOf(place + 1, SECRET_FILE)
    const next = place + 1 + size
    if (size > 0 && next <= end && (next == end || !isWordSign(small(next)))) return true
  }
  return false
}

function derived(length: i32, apostrophe: i32): i32 {
  let found = stemOf(0, length, 3)
  if (found == 0 && apostrophe > 0)
    found =
      length - apostrophe > 3 ? meaningOf(apostrophe + 1, length, 3) : meaningOf(0, min(apostrophe, length), 3)
  const first = letter(0)
  if (found == 0 && first >= 0x590 && first <= 0x6ff)
    for (let skip = 1; skip <= 3 && found == 0 && length - skip >= 2 && isGlued(letter(skip - 1)); skip++)
      found = meaningOf(skip, length, 2)
  if (found == 0 && length >= 10)
    for (let skip = 3; skip <= length - 6 && found == 0; skip++) found = meaningOf(skip, length, 6)
  return found
}

function stemOf(first: i32, length: i32, least: i32): i32 {
  let hash = STEM_SEED
  let best = 0
  const last = min(length - first, 14)
  for (let size = 1; size <= last; size++) {
    hash = step(hash, letter(first + size - 1))
    if (size == 3 && !begins(hash)) return 0
    if (size >= least) {
      const found = exact(hash)
      if (found != 0) best = found
    }
  }
  return best
}

function meaningOf(first: i32, length: i32, least: i32): i32 {
  let hash = SEED
  for (let index = first; index < length; index++) hash = step(hash, letter(index))
  const whole = length - first >= least ? exact(hash) : 0
  return whole != 0 ? whole : stemOf(first, length, max(least, 3))
}

/** The longest word that is known at a place of a text without spaces: its meanings in `means`; gives its length. */
export function findDense(at: i32, to: i32): i32 {
  let hash = WITHIN_SEED
  let size = 1
  means = 0
  for (let length = 1; length <= 6 && at + length <= to; length++) {
    hash = step(hash, small(at + length - 1))
    const found = exact(hash)
    if (found != 0) {
      means = found
      size = length
    }
  }
  return size
}

export function kindOfPath(at: i32, end: i32): i32 {
  let kind = PATH
  for (let place = at; place < end; place++) {
    const found = kindOfPart(place, end)
    if (found == SECRET_PATH) return found
    if (found == SETTINGS_PATH) kind = found
  }
  return kind
}

/** What a path is in which this stands at a place; by its first letter, since nearly all places are of neither kind. */
function kindOfPart(at: i32, end: i32): i32 {
  switch (small(at)) {
    case 97:
      return isPart(at, end, 'aws') ? SECRET_PATH : isPart(at, end, 'agents') ? SETTINGS_PATH : PATH
    case 98:
      return isPart(at, end, 'bashrc') ? SETTINGS_PATH : PATH
    case 99:
      if (isPart(at, end, 'cred')) return SECRET_PATH
      return isPart(at, end, 'claude') || isPart(at, end, 'cron') ? SETTINGS_PATH : PATH
    case 101:
      return isPart(at, end, 'env') ? SECRET_PATH : PATH
    case 103:
      return isPart(at, end, 'gnupg') ? SECRET_PATH : isPart(at, end, 'github') ? SETTINGS_PATH : PATH
    case 104:
      return isPart(at, end, 'hook') ? SETTINGS_PATH : PATH
    case 107:
      return isPart(at, end, 'kube') || isPart(at, end, 'key') ? SECRET_PATH : PATH
    case 110:
      return isPart(at, end, 'netrc') || isPart(at, end, 'npmrc') ? SECRET_PATH : PATH
    case 112:
      return isPart(at, end, 'passw') ? SECRET_PATH : isPart(at, end, 'profile') ? SETTINGS_PATH : PATH
    case 115:
      if (isPart(at, end, 'ssh') || isPart(at, end, 'secret') || isPart(at, end, 'shadow')) return SECRET_PATH
      return isPart(at, end, 'settings') ? SETTINGS_PATH : PATH
    case 116:
      return isPart(at, end, 'token') ? SECRET_PATH : PATH
    case 122:
      return isPart(at, end, 'zshrc') ? SETTINGS_PATH : PATH
    default:
      return PATH
  }
}

function isPart(at: i32, end: i32, part: string): bool {
  return at + part.length <= end && says(at, part)
}
