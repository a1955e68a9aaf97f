/** Letters of many scripts: see src/detect/injection/letters.ts, which says the same. */

const LATIN =
  'aaaaaaaceeeeiiiidnooooo×ouuuuyþsaaaaaaaceeeeiiiidnooooo÷ouuuuyþyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs'
const VIETNAMESE = 'aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy'
const GREEK_FROM = 'άέήίόύώϊϋΐΰς'
const GREEK_TO = 'αεηιουωιυιυσ'
const GLUED = 'وفبكلالهובלמשכ'

function indexIn(letters: string, code: i32): i32 {
  for (let at = 0; at < letters.length; at++) if (letters.charCodeAt(at) == code) return at
  return -1
}

function letterOf(letters: string, at: i32): i32 {
  return at < letters.length ? letters.charCodeAt(at) : 0
}

export function bare(code: i32): i32 {
  if (code < 0xc0) return code
  if (code < 0x180) return letterOf(LATIN, code - 0xc0)
  if (code >= 0x1ea0 && code < 0x1efa) return letterOf(VIETNAMESE, code - 0x1ea0)
  if (code >= 0x390 && code < 0x3d0) {
    const at = indexIn(GREEK_FROM, code)
    return at < 0 ? code : GREEK_TO.charCodeAt(at)
  }
  if (code == 0x451) return 0x435
  if (code == 0x1a1) return 0x6f
  if (code == 0x1b0) return 0x75
  return code
}

export function isDigit(code: i32): bool {
  return code >= 48 && code <= 57
}

export function isSmall(code: i32): bool {
  return code >= 97 && code <= 122
}

/** Letters, digits and `_` of ASCII. */
export function isWordSign(code: i32): bool {
  return isSmall(code) || (code >= 65 && code <= 90) || isDigit(code) || code == 95
}

export function isSpace(code: i32): bool {
  if (code < 128) return code == 32 || (code >= 9 && code <= 13)
  return (
    code == 0xa0 ||
    code == 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code == 0x2028 ||
    code == 0x2029 ||
    code == 0x202f ||
    code == 0x205f ||
    code == 0x3000 ||
    code == 0xfeff
  )
}

export function isLetter(code: i32): bool {
  return (
    isSmall(code) ||
    (code >= 0xc0 && code != 0xd7 && code != 0xf7 && (code < 0x2000 || code > 0x206f) && !isSign(code))
  )
}

function isSign(code: i32): bool {
  return (
    (code >= 0x2070 && code <= 0x2bff) ||
    (code >= 0x3000 && code <= 0x303f && code != 0x3005) ||
    (code >= 0xd800 && code <= 0xf8ff) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0xff00 && code <= 0xff20) ||
    code == 0x60c ||
    code == 0x61b ||
    code == 0x61f ||
    code == 0x964
  )
}

export function isDense(code: i32): bool {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xe00 && code <= 0xe7f) ||
    code == 0x3005
  )
}

export function isGlued(code: i32): bool {
  return indexIn(GLUED, code) >= 0
}

/** What words are made of that are written apart. */
export function isWordPart(code: i32): bool {
  if (code < 0xc0) return isSmall(code) || isDigit(code)
  return (
    code <= 0x1fff &&
    code != 0xd7 &&
    code != 0xf7 &&
    code != 0x60c &&
    code != 0x61b &&
    code != 0x61f &&
    code != 0x964 &&
    (code <= 0xdff || code >= 0xe80)
  )
}
