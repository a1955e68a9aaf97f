/** The tables of the shared record, as an append-only list of steps. An owner applies them: `reviewer ship init`. */
import { BOUNDED_REGISTER, FUNCTIONS } from './functions.ts'
import { ROLLUPS } from './rollups.ts'

export interface PostgresMigration {
  /** Told to people, and kept in the database. */
  readonly name: string
  readonly sql: string
}

/**
 * Four kinds of users: the owner of the tables, writers (members of `reviewer_writer`: one login for each machine or group of machines),
 * readers (members of `reviewer_reader`), who see what was decided but no payloads, and auditors (members of `reviewer_auditor`), who see
 * all of it.
 */
const initial = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reviewer_writer') THEN CREATE ROLE reviewer_writer NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reviewer_reader') THEN CREATE ROLE reviewer_reader NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reviewer_auditor') THEN CREATE ROLE reviewer_auditor NOLOGIN; END IF;
END $$;

-- Which login may append rows of which machine: the first that names a machine has it.
CREATE TABLE machines (
  machine text PRIMARY KEY CHECK (machine ~ '^[0-9a-f]{8,64}$'),
  owner name NOT NULL,
  -- what people call it, and whose it is
  label text NOT NULL,
  team text NOT NULL,
  registered timestamptz NOT NULL DEFAULT now(),
  -- when it last connected, whether or not it had rows to send
  seen timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX machines_owner ON machines (owner);

-- The columns of a row of the local record, under their names; those of eight bytes come first, so that none is padded. In the key stands
-- the hash: a row that was rewritten does not take the place of the one that came first. ts is milliseconds since 1970 by the clock of
-- the machine, and in the key because a partition can only be unique in itself: the hash covers it.
CREATE TABLE rows (
  seq bigint NOT NULL CHECK (seq > 0),
  ts bigint NOT NULL,
  duration_us bigint NOT NULL,
  risk double precision,
  rationality double precision,
  received timestamptz NOT NULL DEFAULT now(),
  schema integer NOT NULL,
  attended smallint NOT NULL,
  enforced smallint NOT NULL,
  cache_hit smallint NOT NULL,
  machine text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  session_id text NOT NULL,
  project_root text NOT NULL,
  agent_id text NOT NULL,
  prompt_id text NOT NULL,
  tool_use_id text NOT NULL,
  event text NOT NULL,
  timing text NOT NULL,
  permission_mode text NOT NULL,
  tool text NOT NULL,
  action_type text NOT NULL,
  intent text NOT NULL,
  decision text NOT NULL,
  would_be text NOT NULL,
  fail_safe text NOT NULL,
  side_effect_severity text NOT NULL,
  finding_ids text NOT NULL,
  policy_hash text NOT NULL,
  version text NOT NULL,
  key_id text NOT NULL,
  payload_digest text NOT NULL,
  prev_hash text NOT NULL,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- the payload: its text, or the envelope that key_id opens; neither once it was erased
  salt bytea,
  body text,
  envelope bytea,
  PRIMARY KEY (machine, seq, hash, ts),
  CHECK (id = machine || '-' || seq)
) PARTITION BY RANGE (ts);
-- It compresses payloads in a fifth of the time that the usual method takes; not every server was built with it.
DO $$ BEGIN
  ALTER TABLE rows ALTER COLUMN body SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL;
END $$;
-- Rows of clocks that are wrong, and whatever came before the partition of its month was made.
CREATE TABLE rows_other PARTITION OF rows DEFAULT;

-- What a machine said was its newest row, and when: a row that was rewritten since then does not lead there.
CREATE TABLE heads (
  machine text NOT NULL,
  seq bigint NOT NULL,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  received timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (machine, seq, hash)
);

-- For how many months rows are kept; without a row here, for good.
CREATE TABLE retention (one boolean PRIMARY KEY DEFAULT true CHECK (one), keep_months integer NOT NULL CHECK (keep_months > 0));

ALTER TABLE machines ENABLE ROW LEVEL SECURITY;
ALTER TABLE rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE rows_other ENABLE ROW LEVEL SECURITY;
ALTER TABLE heads ENABLE ROW LEVEL SECURITY;
-- session_user is the login itself, whatever role it takes on. The machines of a login are looked up once a statement, not once a row.
CREATE POLICY own ON machines FOR SELECT TO reviewer_writer USING (owner = session_user);
CREATE POLICY own ON rows FOR SELECT TO reviewer_writer USING (machine IN (SELECT m.machine FROM machines m WHERE m.owner = session_user));
CREATE POLICY append ON rows FOR INSERT TO reviewer_writer
  WITH CHECK (machine IN (SELECT m.machine FROM machines m WHERE m.owner = session_user));
CREATE POLICY own ON heads FOR SELECT TO reviewer_writer USING (machine IN (SELECT m.machine FROM machines m WHERE m.owner = session_user));
CREATE POLICY append ON heads FOR INSERT TO reviewer_writer
  WITH CHECK (machine IN (SELECT m.machine FROM machines m WHERE m.owner = session_user));
CREATE POLICY read ON machines FOR SELECT TO reviewer_reader, reviewer_auditor USING (true);
CREATE POLICY read ON rows FOR SELECT TO reviewer_reader, reviewer_auditor USING (true);
CREATE POLICY read ON heads FOR SELECT TO reviewer_reader, reviewer_auditor USING (true);
GRANT USAGE ON SCHEMA reviewer TO reviewer_writer, reviewer_reader, reviewer_auditor;
GRANT SELECT ON machines TO reviewer_writer, reviewer_reader, reviewer_auditor;
GRANT SELECT ON heads, retention TO reviewer_writer, reviewer_reader, reviewer_auditor;
GRANT SELECT ON rows TO reviewer_writer, reviewer_auditor;
-- Not received: what the server says about a row is not for the writer to say.
GRANT INSERT (seq, ts, duration_us, risk, rationality, schema, attended, enforced, cache_hit, machine, id, kind, session_id, project_root,
  agent_id, prompt_id, tool_use_id, event, timing, permission_mode, tool, action_type, intent, decision, would_be, fail_safe,
  side_effect_severity, finding_ids, policy_hash, version, key_id, payload_digest, prev_hash, hash, salt, body, envelope)
  ON rows TO reviewer_writer;
GRANT INSERT (machine, seq, hash) ON heads TO reviewer_writer;
-- All but the payload: what a call was about is masked, and still about somebody's work.
GRANT SELECT (seq, ts, duration_us, risk, rationality, received, schema, attended, enforced, cache_hit, machine, id, kind, session_id,
  project_root, agent_id, prompt_id, tool_use_id, event, timing, permission_mode, tool, action_type, intent, decision, would_be, fail_safe,
  side_effect_severity, finding_ids, policy_hash, version, key_id, payload_digest, prev_hash, hash)
  ON rows TO reviewer_reader;
${FUNCTIONS}`

/** Signed policies of the organisation: whoever publishes adds versions, and everybody reads them. */
const policies = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reviewer_publisher') THEN CREATE ROLE reviewer_publisher NOLOGIN; END IF;
END $$;
CREATE TABLE policies (
  audience text NOT NULL CHECK (audience ~ '^[A-Za-z0-9_.-]{1,64}$'),
  version bigint NOT NULL CHECK (version > 0),
  envelope text NOT NULL CHECK (length(envelope) <= 8388608),
  publisher name NOT NULL DEFAULT session_user,
  published timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (audience, version)
);
GRANT USAGE ON SCHEMA reviewer TO reviewer_publisher;
GRANT SELECT ON policies TO reviewer_publisher, reviewer_writer, reviewer_reader, reviewer_auditor;
GRANT INSERT (audience, version, envelope) ON policies TO reviewer_publisher;
`

/** Whoever reads the rows of all machines reads what a hostile one wrote: its texts have bounds, far above those of honest rows. */
const bounds = `
ALTER TABLE rows ADD CONSTRAINT bounded CHECK (
  octet_length(kind) + octet_length(session_id) + octet_length(project_root) + octet_length(agent_id) + octet_length(prompt_id)
    + octet_length(tool_use_id) + octet_length(event) + octet_length(timing) + octet_length(permission_mode) + octet_length(tool)
    + octet_length(action_type) + octet_length(intent) + octet_length(decision) + octet_length(would_be) + octet_length(fail_safe)
    + octet_length(side_effect_severity) + octet_length(finding_ids) + octet_length(policy_hash) + octet_length(version)
    + octet_length(key_id) + octet_length(payload_digest) + octet_length(prev_hash) <= 100000
  AND coalesce(octet_length(salt), 0) + coalesce(octet_length(body), 0) + coalesce(octet_length(envelope), 0) <= 1048576
) NOT VALID;
${BOUNDED_REGISTER}`

/** Never change or remove one that was released: add another. Run with the schema \`reviewer\` first in the search path. */
export const POSTGRES_MIGRATIONS: readonly PostgresMigration[] = [
  { name: 'initial', sql: initial },
  { name: 'policies', sql: policies },
  { name: 'rollups', sql: ROLLUPS },
  { name: 'bounds', sql: bounds },
]
