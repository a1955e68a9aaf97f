/**
 * The figures of the shared record by day (UTC) and machine, kept as rows come in: a report over the fleet reads these, not the rows. A step
 * of the migrations. All keys begin with the machine, so that machines do not wait for each other.
 */
import { DOCTOR_SESSIONS, INIT_SESSION } from '../../record/self-test.ts'
import { APPROVED } from '../../review/consent.ts'

/** Of a clock that is wrong, the first or the last day that can be written down. */
const DAY = `(date '1970-01-01' + (least(greatest(ts, 0), 253402300799999) / 86400000)::integer)`
/** Microseconds; at most a day, so that no sum overflows. */
const DURATION = 'least(greatest(duration_us, 0), 86400000000)'
/** As src/cli/metrics/times.ts has them: each ends a tenth above the one before, from 0.01 ms. */
const SLOT = `(CASE WHEN duration_us <= 10 THEN 0 ELSE least(199, ceil(ln(duration_us / 10.0::float8) / ln(1.1::float8))) END)::smallint`
/** The buckets for people of the same file; 10 for what took longer than the last. */
const BOUND = `width_bucket(${DURATION} - 1, '{1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000}'::bigint[])::smallint`
const KEY = 'project_root, event, timing, tool, decision, would_be, fail_safe, finding_ids, cache_hit'
/** What the reviewer does to test itself is no review: IS_REAL of src/record/self-test.ts. */
const IS_REVIEW = `kind = 'review' AND session_id NOT LIKE '${INIT_SESSION}%' AND session_id NOT LIKE '${DOCTOR_SESSIONS}%'`
const DIGEST = `md5(jsonb_build_array(${KEY})::text)::uuid`
/** Asked once a statement, not once a row. */
const IS_KEPT = 'ts >= (SELECT kept_since())'

const tables = `
-- Rows that are alike in everything that is counted.
CREATE TABLE day_totals (
  machine text NOT NULL,
  day date NOT NULL,
  -- of all that follows up to cache_hit: such texts may be longer than an index takes
  alike uuid NOT NULL,
  project_root text NOT NULL,
  event text NOT NULL,
  timing text NOT NULL,
  tool text NOT NULL,
  decision text NOT NULL,
  would_be text NOT NULL,
  fail_safe text NOT NULL,
  finding_ids text NOT NULL,
  cache_hit smallint NOT NULL,
  rows bigint NOT NULL,
  -- questions that a person answered with yes
  approved bigint NOT NULL DEFAULT 0,
  duration_us bigint NOT NULL,
  first_ts bigint NOT NULL,
  last_ts bigint NOT NULL,
  PRIMARY KEY (machine, day, alike)
) WITH (fillfactor = 80);

-- How long reviews took: by fine slots, to estimate percentiles from, and by the buckets that people are shown.
CREATE TABLE day_times (
  machine text NOT NULL,
  day date NOT NULL,
  slot smallint NOT NULL,
  bound smallint NOT NULL,
  reviews bigint NOT NULL,
  max_us bigint NOT NULL,
  PRIMARY KEY (machine, day, slot, bound)
) WITH (fillfactor = 80);

-- The last word of a person on a review: of which day, project and tool the review is; seq and ts are of the row that says the word.
CREATE TABLE said (
  machine text NOT NULL,
  review_seq bigint NOT NULL,
  seq bigint NOT NULL,
  ts bigint NOT NULL,
  verdict text NOT NULL,
  rules text NOT NULL,
  day date NOT NULL,
  project_root text NOT NULL,
  tool text NOT NULL,
  PRIMARY KEY (machine, review_seq)
);

-- Questions are looked for by the results of the calls that were approved.
CREATE INDEX rows_questions ON rows (machine, tool_use_id) WHERE decision = 'ask';
-- Of all machines, a report shows the newest.
CREATE INDEX rows_stopped ON rows (decision, ts) WHERE decision IN ('ask', 'block');
GRANT SELECT ON day_totals, day_times, said TO reviewer_reader, reviewer_auditor;

-- Rows that are older than what is kept were counted and dropped before: one that is sent again is not counted again.
CREATE FUNCTION kept_since() RETURNS bigint LANGUAGE sql STABLE SET search_path = pg_catalog, reviewer, pg_temp AS $$
  SELECT coalesce((SELECT extract(epoch FROM date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => r.keep_months)) * 1000
    FROM retention r), -9223372036854775808)::bigint
$$;
`

/** The statements that count what is new in a table with the columns of `rows`. In the order of keys, so that nobody waits crosswise. */
const countIn = (source: string): string => `
INSERT INTO day_totals AS t (machine, day, alike, ${KEY}, rows, duration_us, first_ts, last_ts)
  SELECT machine, day, ${DIGEST} AS alike, ${KEY}, n, duration, first_ts, last_ts FROM (
    SELECT machine, ${DAY} AS day, ${KEY}, count(*) AS n, sum(${DURATION})::bigint AS duration, min(ts) AS first_ts, max(ts) AS last_ts
      FROM ${source} WHERE ${IS_REVIEW} AND ${IS_KEPT} GROUP BY machine, 2, ${KEY}) AS counted
  ORDER BY machine, day, alike
  ON CONFLICT (machine, day, alike) DO UPDATE SET rows = t.rows + excluded.rows, duration_us = t.duration_us + excluded.duration_us,
    first_ts = least(t.first_ts, excluded.first_ts), last_ts = greatest(t.last_ts, excluded.last_ts);
INSERT INTO day_times AS t (machine, day, slot, bound, reviews, max_us)
  SELECT machine, ${DAY} AS day, ${SLOT} AS slot, ${BOUND} AS bound, count(*), max(${DURATION})
    FROM ${source} WHERE ${IS_REVIEW} AND ${IS_KEPT} AND timing = 'pre' AND event <> 'UserPromptSubmit' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (machine, day, slot, bound) DO UPDATE SET reviews = t.reviews + excluded.reviews, max_us = greatest(t.max_us, excluded.max_us);
-- Each question counts as approved on its own day, known by the row of its call's result.
WITH questions AS (
  SELECT q.machine, q.day, q.alike, count(*) AS n FROM (
    SELECT DISTINCT machine, session_id, tool_use_id FROM ${source}
      WHERE position('${APPROVED}' IN finding_ids) > 0 AND '${APPROVED}' = ANY (string_to_array(finding_ids, ',')) AND ${IS_REVIEW}) AS answered
    -- OFFSET has each looked up by itself: there are few, and many rows.
    CROSS JOIN LATERAL (SELECT machine, ${DAY} AS day, ${DIGEST} AS alike FROM rows r WHERE r.decision = 'ask' AND ${IS_REVIEW} AND ${IS_KEPT}
      AND r.machine = answered.machine AND r.tool_use_id = answered.tool_use_id AND r.session_id = answered.session_id OFFSET 0) AS q
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
) UPDATE day_totals t SET approved = least(t.rows, t.approved + q.n)
  FROM questions q WHERE t.machine = q.machine AND t.day = q.day AND t.alike = q.alike;
-- The word of a person counts for reviews of the same machine alone.
INSERT INTO said AS t (machine, review_seq, seq, ts, verdict, rules, day, project_root, tool)
  SELECT DISTINCT ON (w.machine, w.review_seq) w.machine, w.review_seq, w.seq, w.ts, w.decision, w.finding_ids,
      coalesce(r.day, w.day), coalesce(r.project_root, w.project_root), coalesce(r.tool, w.tool)
    FROM (SELECT *, ${DAY} AS day, substring(noted_review(body) FROM '^' || machine || '-(\\d{1,15})$')::bigint AS review_seq FROM ${source}
      WHERE kind = 'human' AND event = 'feedback' AND decision IN ('false_positive', 'confirmed', 'missed')) AS w
    LEFT JOIN LATERAL (SELECT ${DAY} AS day, project_root, tool FROM rows r WHERE r.machine = w.machine AND r.seq = w.review_seq
      ORDER BY r.received LIMIT 1) AS r ON true
    WHERE w.review_seq IS NOT NULL ORDER BY w.machine, w.review_seq, w.seq DESC
  ON CONFLICT (machine, review_seq) DO UPDATE SET seq = excluded.seq, ts = excluded.ts, verdict = excluded.verdict, rules = excluded.rules
    WHERE excluded.seq > t.seq;
`

/** A row that was there before is not among the new ones: what is sent twice is counted once. */
const trigger = `
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reviewer, pg_temp AS $$
BEGIN
${countIn('fresh')}
RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION count_rows, kept_since FROM PUBLIC;
CREATE TRIGGER count_rows AFTER INSERT ON rows REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
`

/** Figures go with the rows that they were counted from. */
const retention = `
ALTER FUNCTION drop_old_partitions() RENAME TO drop_old_rows;
REVOKE EXECUTE ON FUNCTION drop_old_rows FROM reviewer_writer;
CREATE FUNCTION drop_old_partitions() RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reviewer, pg_temp AS $$
DECLARE
  first_day date := (to_timestamp(greatest(kept_since(), 0) / 1000.0) AT TIME ZONE 'UTC')::date;
BEGIN
  RETURN QUERY SELECT drop_old_rows();
  IF FOUND THEN
    DELETE FROM day_totals WHERE day < first_day;
    DELETE FROM day_times WHERE day < first_day;
    DELETE FROM said WHERE day < first_day;
  END IF;
END $$;
REVOKE ALL ON FUNCTION drop_old_partitions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_old_partitions TO reviewer_writer;
`

export const ROLLUPS = [tables, countIn('rows'), trigger, retention].join('')
