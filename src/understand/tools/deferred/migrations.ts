/** Migrations that go forward by dropping schemas and databases, or by emptying tables that belong together. */
import type { DeferredText } from './text.ts'

const IS_MIGRATION = /\/(?:[\w.-]*migrat\w*|alembic|versions|flyway|liquibase|changelogs?|changesets?|evolutions)\//i
const GOES_BACK = /[._-](?:down|undo|rollback|revert)\b|\/U\d+__/i
const LOST =
  /\bDROP\s+(?:DATABASE|SCHEMA)\s+(?:IF\s+EXISTS\s+)?["'`\w.]+|\bTRUNCATE\s+(?:TABLE\s+)?["`\w.]+(?:\s*,\s*["`\w.]+)+[^;'"]*|\bTRUNCATE\s+(?:TABLE\s+)?["`\w.]+[^;'"]*\bCASCADE\b/i
/** Where what goes back begins. */
const BACK =
  /<rollback>[\s\S]*?<\/rollback>|^[ \t]*(?:--\s*(?:\+\w+\s+)?(?:migrate:|Down\b|down\b|rollback|\+goose Down)|--\s*!Downs|#\s*---\s*!Downs|(?:async\s+|public\s+(?:async\s+)?)?(?:def\s+(?:self\.)?|function\s+|override\s+)?(?:down|downgrade|backward|revert|rollback)\b|(?:module\.)?exports\.down|export\s+(?:const|async\s+function|function)\s+down\b|protected\s+override\s+void\s+Down\b)[\s\S]*/gim

export function migrationTexts(content: string, file: string): readonly DeferredText[] {
  if (!LOST.test(content) || !IS_MIGRATION.test(file) || GOES_BACK.test(file)) return []
  const [lost] =
    LOST.exec(content.replace(/^[ \t]*(?:--|#|\/\/).*$/gm, part => (BACK.test(part) ? part : '')).replace(BACK, '')) ??
    []
  BACK.lastIndex = 0
  return lost === undefined
    ? []
    : [{ text: `psql <<'END_OF_THE_MIGRATION'\n${lost};\nEND_OF_THE_MIGRATION`, isAll: true }]
}
