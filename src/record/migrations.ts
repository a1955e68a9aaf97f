/** The schema as an append-only list of steps: `user_version` counts how many a database has been through. */
import type { Driver } from './driver.ts'

type Migration = (db: Driver) => void

function initial(db: Driver): void {
  db.exec(`
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('machine', lower(hex(randomblob(8))));

CREATE TABLE sessions (
  session_id TEXT PRIMARY KEY,
  project_root TEXT NOT NULL,
  started INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: a seq is never given twice, so that rows cut off the end leave a gap
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  ts INTEGER NOT NULL,
  kind TEXT NOT NULL,
  session_id TEXT NOT NULL,
  project_root TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  prompt_id TEXT NOT NULL,
  tool_use_id TEXT NOT NULL,
  event TEXT NOT NULL,
  timing TEXT NOT NULL,
  permission_mode TEXT NOT NULL,
  attended INTEGER NOT NULL,
  tool TEXT NOT NULL,
  action_type TEXT NOT NULL,
  intent TEXT NOT NULL,
  decision TEXT NOT NULL,
  would_be TEXT NOT NULL,
  enforced INTEGER NOT NULL,
  fail_safe TEXT NOT NULL,
  risk REAL,
  rationality REAL,
  side_effect_severity TEXT NOT NULL,
  finding_ids TEXT NOT NULL,
  policy_hash TEXT NOT NULL,
  version TEXT NOT NULL,
  schema INTEGER NOT NULL,
  duration_us INTEGER NOT NULL,
  cache_hit INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  payload_digest TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_session ON audit (session_id);
CREATE INDEX audit_decision ON audit (decision);
CREATE INDEX audit_ts ON audit (ts);
CREATE TRIGGER audit_immutable BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'rows of the audit are immutable'); END;

-- body: the masked JSON as text, or, where the row names a key, its ciphertext
CREATE TABLE payloads (seq INTEGER PRIMARY KEY, salt BLOB NOT NULL, body ANY NOT NULL) STRICT;

CREATE TABLE actions (
  action_id INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  tool_use_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  prompt_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  intent TEXT NOT NULL,
  signature TEXT NOT NULL,
  decision TEXT NOT NULL,
  status TEXT NOT NULL,
  changes INTEGER NOT NULL,
  file_operation INTEGER NOT NULL,
  creates TEXT NOT NULL,
  expected_input TEXT NOT NULL
) STRICT;
-- every index ends in the row's own number: this one also orders a session's actions
CREATE INDEX actions_session ON actions (session_id);
CREATE INDEX actions_tool_use ON actions (session_id, tool_use_id);
CREATE INDEX actions_file_operations ON actions (session_id, prompt_id)
  WHERE file_operation = 1 AND decision IN ('allow', 'warn', 'modify');

-- fact_id is the order of the first recording: a fact that is recorded again keeps its row
CREATE TABLE session_facts (
  fact_id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  count INTEGER NOT NULL,
  first_seq INTEGER NOT NULL,
  UNIQUE (session_id, kind, key)
) STRICT;
CREATE INDEX session_facts_order ON session_facts (session_id, kind);
`)
}

/** What the session remembers of an action besides what it made: contents from elsewhere, things moved away. */
function traces(db: Driver): void {
  db.exec(`ALTER TABLE actions ADD COLUMN traces TEXT NOT NULL DEFAULT '{"tainted":[],"moved":[]}'`)
}

/** Behaviour: what calls were and how they went, totals, interventions. */
function behaviour(db: Driver): void {
  db.exec(`
-- counts the actions of the session from 1 on; 0 in rows from before
ALTER TABLE actions ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
-- JSON; empty where it was not recorded
ALTER TABLE actions ADD COLUMN traits TEXT NOT NULL DEFAULT '';
ALTER TABLE actions ADD COLUMN outcome TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN prompt_id TEXT NOT NULL DEFAULT '';
DROP INDEX actions_file_operations;

-- prompt_id is empty in the rows that count for the whole session
CREATE TABLE counters (
  session_id TEXT NOT NULL,
  prompt_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (session_id, prompt_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE interventions (
  session_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  ts INTEGER NOT NULL,
  step INTEGER NOT NULL,
  kind TEXT NOT NULL,
  patterns TEXT NOT NULL,
  severity REAL NOT NULL,
  message TEXT NOT NULL,
  recurred INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_id, ordinal)
) STRICT, WITHOUT ROWID;
`)
}

/** Answers of reviewers that need not be asked for again. */
function answers(db: Driver): void {
  db.exec(`
-- answer: JSON; hits: how often it served
CREATE TABLE answers (
  key TEXT PRIMARY KEY,
  answer TEXT NOT NULL,
  ts INTEGER NOT NULL,
  hits INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
`)
}

/** What people said of reviews; derived from the rows that say it, and kept where their payloads were erased. */
function feedback(db: Driver): void {
  db.exec(`
-- seq: of the row that says it; rules: comma-separated ids that it is about
CREATE TABLE feedback (
  review_seq INTEGER PRIMARY KEY,
  review_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  ts INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  rules TEXT NOT NULL
) STRICT;
`)
}

/** Totals of rows that have left the record. */
function removed(db: Driver): void {
  db.exec('CREATE TABLE removed_totals (name TEXT PRIMARY KEY, value REAL NOT NULL) STRICT, WITHOUT ROWID')
}

/** What interventions of users do beside what they say; empty of the built-in ones. */
function effects(db: Driver): void {
  db.exec("ALTER TABLE interventions ADD COLUMN effect TEXT NOT NULL DEFAULT ''")
}

/** How far each destination of `reviewer ship` has got. */
function shipments(db: Driver): void {
  db.exec(`
-- destination: address without credentials; seq, hash: of the last row that is durable there, 0 and empty before the first
-- shipped: when it took something or had all; failure, remedy: of the last try, empty where it went well
CREATE TABLE shipments (
  destination TEXT PRIMARY KEY,
  seq INTEGER NOT NULL DEFAULT 0,
  hash TEXT NOT NULL DEFAULT '',
  known INTEGER NOT NULL,
  tried INTEGER NOT NULL DEFAULT 0,
  shipped INTEGER NOT NULL DEFAULT 0,
  failure TEXT NOT NULL DEFAULT '',
  remedy TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
`)
}

/** Never change or remove one that was released: add another. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  traces,
  behaviour,
  answers,
  feedback,
  removed,
  effects,
  shipments,
]

export const SCHEMA_VERSION = MIGRATIONS.length

/** Takes a database from `from` to the newest schema; the caller holds the write lock. */
export function migrate(db: Driver, from: number): void {
  for (const migration of MIGRATIONS.slice(from)) migration(db)
  db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
}

export function schemaVersion(db: Driver): number {
  return Number(db.get('PRAGMA user_version')?.user_version)
}
