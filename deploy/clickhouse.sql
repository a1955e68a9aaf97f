-- The record of all machines in ClickHouse, as the Collector's ClickHouse exporter writes it (deploy/collector.yaml). Run it once, as an
-- owner, before the Collector starts: clickhouse-client --multiquery < deploy/clickhouse.sql
-- Every statement can be run again.

CREATE DATABASE IF NOT EXISTS reviewer;

-- Where the Collector inserts: the columns of its exporter. Nothing stays here; the views below put it into the tables.
CREATE TABLE IF NOT EXISTS reviewer.otel_logs (
  Timestamp DateTime64(9),
  TraceId String,
  SpanId String,
  TraceFlags UInt8,
  SeverityText LowCardinality(String),
  SeverityNumber UInt8,
  ServiceName LowCardinality(String),
  Body String,
  ResourceSchemaUrl LowCardinality(String),
  ResourceAttributes Map(LowCardinality(String), String),
  ScopeSchemaUrl LowCardinality(String),
  ScopeName String,
  ScopeVersion LowCardinality(String),
  ScopeAttributes Map(LowCardinality(String), String),
  LogAttributes Map(LowCardinality(String), String),
  EventName String
) ENGINE = Null;

-- The rows of the record, under the names of its columns. A row that came twice is stored once; one that was rewritten on its machine
-- has another hash, and stands beside the one that was there. A row whose payload was erased takes the place of the same row with it,
-- whichever came first.
CREATE TABLE IF NOT EXISTS reviewer.rows (
  machine LowCardinality(String),
  seq UInt64,
  id String,
  ts DateTime64(3, 'UTC'),
  kind LowCardinality(String),
  session_id String,
  project_root String,
  agent_id String,
  prompt_id String,
  tool_use_id String,
  event LowCardinality(String),
  timing LowCardinality(String),
  permission_mode LowCardinality(String),
  attended UInt8,
  tool LowCardinality(String),
  action_type LowCardinality(String),
  intent LowCardinality(String),
  decision LowCardinality(String),
  would_be LowCardinality(String),
  enforced UInt8,
  fail_safe LowCardinality(String),
  risk Nullable(Float64),
  rationality Nullable(Float64),
  side_effect_severity LowCardinality(String),
  finding_ids String,
  policy_hash LowCardinality(String),
  version LowCardinality(String),
  schema UInt16,
  duration_us UInt64,
  cache_hit UInt8,
  key_id LowCardinality(String),
  payload_digest String,
  prev_hash String,
  hash String,
  -- What people call the machine and whose it is, as it said with this row.
  label LowCardinality(String),
  team LowCardinality(String),
  -- The review that a row of feedback is about; empty for all others.
  review String,
  -- The payload: its text, or in base64 the envelope that key_id opens; with the salt, in hex, it gives payload_digest.
  body String CODEC(ZSTD(3)),
  salt String,
  erased UInt8,
  INDEX by_session session_id TYPE bloom_filter GRANULARITY 4,
  INDEX by_call tool_use_id TYPE bloom_filter GRANULARITY 4
) ENGINE = ReplacingMergeTree(erased)
PARTITION BY toYYYYMM(ts)
ORDER BY (machine, seq, hash);

CREATE MATERIALIZED VIEW IF NOT EXISTS reviewer.rows_from_logs TO reviewer.rows AS
SELECT
  ResourceAttributes['host.id'] AS machine,
  toUInt64OrZero(LogAttributes['reviewer.record.seq']) AS seq,
  LogAttributes['reviewer.record.id'] AS id,
  toDateTime64(Timestamp, 3, 'UTC') AS ts,
  LogAttributes['reviewer.record.kind'] AS kind,
  LogAttributes['session.id'] AS session_id,
  LogAttributes['reviewer.project_root'] AS project_root,
  LogAttributes['gen_ai.agent.id'] AS agent_id,
  LogAttributes['prompt.id'] AS prompt_id,
  LogAttributes['tool_use_id'] AS tool_use_id,
  LogAttributes['reviewer.event'] AS event,
  LogAttributes['reviewer.timing'] AS timing,
  LogAttributes['reviewer.permission_mode'] AS permission_mode,
  toUInt8OrZero(LogAttributes['reviewer.attended']) AS attended,
  LogAttributes['tool_name'] AS tool,
  LogAttributes['reviewer.action_type'] AS action_type,
  LogAttributes['reviewer.intent'] AS intent,
  LogAttributes['reviewer.decision'] AS decision,
  LogAttributes['reviewer.would_be'] AS would_be,
  toUInt8OrZero(LogAttributes['reviewer.enforced']) AS enforced,
  LogAttributes['reviewer.fail_safe'] AS fail_safe,
  toFloat64OrNull(LogAttributes['reviewer.risk']) AS risk,
  toFloat64OrNull(LogAttributes['reviewer.rationality']) AS rationality,
  LogAttributes['reviewer.side_effect_severity'] AS side_effect_severity,
  LogAttributes['reviewer.finding_ids'] AS finding_ids,
  LogAttributes['reviewer.policy_hash'] AS policy_hash,
  LogAttributes['reviewer.version'] AS version,
  toUInt16OrZero(LogAttributes['reviewer.record.schema']) AS schema,
  toUInt64OrZero(LogAttributes['reviewer.duration_us']) AS duration_us,
  toUInt8OrZero(LogAttributes['reviewer.cache_hit']) AS cache_hit,
  LogAttributes['reviewer.key_id'] AS key_id,
  LogAttributes['reviewer.payload_digest'] AS payload_digest,
  LogAttributes['reviewer.record.prev_hash'] AS prev_hash,
  LogAttributes['reviewer.record.hash'] AS hash,
  ResourceAttributes['host.name'] AS label,
  ResourceAttributes['reviewer.team'] AS team,
  if(kind = 'human' AND event = 'feedback', JSONExtractString(Body, 'review'), '') AS review,
  Body AS body,
  LogAttributes['reviewer.payload_salt'] AS salt,
  LogAttributes['reviewer.payload'] = 'erased' AS erased
FROM reviewer.otel_logs
WHERE ServiceName = 'reviewer' AND LogAttributes['reviewer.record.id'] != '';

-- What was erased on a machine, in its row seq: all before it of a session, up to a time (milliseconds since 1970), or one row.
CREATE TABLE IF NOT EXISTS reviewer.erasures (
  machine LowCardinality(String),
  seq UInt64,
  kind LowCardinality(String),
  of String
) ENGINE = ReplacingMergeTree
ORDER BY (machine, kind, of, seq);

CREATE MATERIALIZED VIEW IF NOT EXISTS reviewer.erasures_from_logs TO reviewer.erasures AS
SELECT
  ResourceAttributes['host.id'] AS machine,
  toUInt64OrZero(LogAttributes['reviewer.erasure.seq']) AS seq,
  LogAttributes['reviewer.erasure.kind'] AS kind,
  LogAttributes['reviewer.erasure.of'] AS of
FROM reviewer.otel_logs
WHERE ServiceName = 'reviewer' AND LogAttributes['reviewer.erasure.kind'] != '';

-- What a machine said was its newest row, and when it said so first and last.
CREATE TABLE IF NOT EXISTS reviewer.heads (
  machine LowCardinality(String),
  seq UInt64,
  hash String,
  first_received SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
  last_received SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
) ENGINE = AggregatingMergeTree
ORDER BY (machine, seq, hash);

CREATE MATERIALIZED VIEW IF NOT EXISTS reviewer.heads_from_logs TO reviewer.heads AS
SELECT
  ResourceAttributes['host.id'] AS machine,
  toUInt64OrZero(LogAttributes['reviewer.head.seq']) AS seq,
  LogAttributes['reviewer.head.hash'] AS hash,
  now64(3, 'UTC') AS first_received,
  now64(3, 'UTC') AS last_received
FROM reviewer.otel_logs
WHERE ServiceName = 'reviewer' AND LogAttributes['reviewer.head.hash'] != '';

-- Claude Code's own events, where they go to the same Collector: joined by session_id, prompt_id and tool_use_id.
CREATE TABLE IF NOT EXISTS reviewer.client_events (
  ts DateTime64(3, 'UTC'),
  event LowCardinality(String),
  session_id String,
  prompt_id String,
  tool_use_id String,
  attributes Map(LowCardinality(String), String)
) ENGINE = MergeTree
PARTITION BY toYYYYMM(ts)
ORDER BY (session_id, ts);

CREATE MATERIALIZED VIEW IF NOT EXISTS reviewer.client_events_from_logs TO reviewer.client_events AS
SELECT
  toDateTime64(Timestamp, 3, 'UTC') AS ts,
  LogAttributes['event.name'] AS event,
  LogAttributes['session.id'] AS session_id,
  LogAttributes['prompt.id'] AS prompt_id,
  LogAttributes['tool_use_id'] AS tool_use_id,
  LogAttributes AS attributes
FROM reviewer.otel_logs
WHERE ServiceName = 'claude-code';

-- Each row once, with the newest erasure that names it: what a row that comes later erases is all before that one.
CREATE OR REPLACE VIEW reviewer.rows_and_erasures AS
SELECT
  r.*,
  arrayMax(arrayMap(each -> if(toUnixTimestamp64Milli(ts) < each.1, each.2, 0), arrayPushBack(times, (toInt64(0), toUInt64(0))))) AS by_time,
  multiIf(kind = 'review', greatest(by_session, by_row, by_time), kind = 'human', by_row, 0) AS erased_by
FROM reviewer.rows AS r FINAL
LEFT JOIN (
  SELECT machine AS session_machine, of AS session_of, max(seq) AS by_session
  FROM reviewer.erasures WHERE kind = 'session' GROUP BY machine, of
) AS sessions ON session_machine = r.machine AND session_of = r.session_id
LEFT JOIN (
  SELECT machine AS row_machine, of AS row_of, max(seq) AS by_row
  FROM reviewer.erasures WHERE kind = 'row' GROUP BY machine, of
) AS single ON row_machine = r.machine AND row_of = r.id
LEFT JOIN (
  SELECT machine AS time_machine, groupUniqArray((toInt64OrZero(of), seq)) AS times
  FROM reviewer.erasures WHERE kind = 'before' GROUP BY machine
) AS until ON time_machine = r.machine
SETTINGS join_use_nulls = 0, do_not_merge_across_partitions_select_final = 1;

-- The record: each row once, with the erasures applied. What people wrote about a review is erased with it; their verdict stays.
CREATE OR REPLACE VIEW reviewer.record AS
SELECT
  r.* EXCEPT (body, salt, erased, by_time, erased_by),
  r.erased = 1 OR r.seq < greatest(r.erased_by, review_erased_by) AS is_erased,
  if(is_erased, '', r.body) AS body,
  if(is_erased, '', r.salt) AS salt,
  -- The payload still lies in the table: deploy/clickhouse-erase.sql removes it.
  is_erased AND r.erased = 0 AS to_erase
FROM reviewer.rows_and_erasures AS r
LEFT JOIN (
  SELECT machine AS review_machine, id AS review_id, max(erased_by) AS review_erased_by
  FROM reviewer.rows_and_erasures
  WHERE erased_by > 0 AND (machine, id) IN (SELECT machine, review FROM reviewer.rows WHERE review != '')
  GROUP BY machine, id
) AS reviewed ON review_machine = r.machine AND review_id = r.review
SETTINGS join_use_nulls = 0;
