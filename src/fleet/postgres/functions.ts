/**
 * What writers may do beyond appending rows, as functions that run with the rights of the owner. Each looks up whether the machine is the
 * login's own, and finds names in this schema only. Part of the migration `initial`.
 */

const DEFINER = `LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reviewer, pg_temp`

/** Says that a machine is there. The first login that names it has it from then on. */
const registerBy = (create: string, label: string, team: string): string => `
${create} register(of_machine text, its_label text, its_team text) RETURNS void ${DEFINER} AS $$
DECLARE
  holder name;
BEGIN
  INSERT INTO machines AS m (machine, owner, label, team) VALUES (of_machine, session_user, ${label}, ${team})
    ON CONFLICT (machine) DO UPDATE SET label = ${label}, team = ${team}, seen = now() WHERE m.owner = session_user;
  SELECT m.owner INTO holder FROM machines m WHERE m.machine = of_machine;
  IF holder IS DISTINCT FROM session_user THEN
    RAISE EXCEPTION 'another login has registered the machine %', of_machine USING ERRCODE = 'RV001';
  END IF;
END $$;
`
const register = registerBy('CREATE FUNCTION', 'its_label', 'its_team')
/** Names as long as the configuration lets them be. Part of the migration `bounds`. */
export const BOUNDED_REGISTER = registerBy('CREATE OR REPLACE FUNCTION', 'left(its_label, 200)', 'left(its_team, 200)')

/**
 * Takes payloads out of the rows of a machine that came before the row that says so: the same ones as src/record/erase.ts. One of the last
 * three is given. A note of a person goes with the review that it is about. Gives how many payloads were erased.
 */
const erase = `
CREATE FUNCTION noted_review(body text) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog AS $$
BEGIN
  RETURN body::json ->> 'review';
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN RETURN NULL;
END $$;

CREATE FUNCTION erase(of_machine text, said_at bigint, of_session text, before_ts bigint, of_row text) RETURNS bigint ${DEFINER} AS $$
DECLARE
  erased bigint;
  notes bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM machines m WHERE m.machine = of_machine AND m.owner = session_user) THEN
    RAISE EXCEPTION 'another login has registered the machine %', of_machine USING ERRCODE = 'RV001';
  END IF;
  -- Notes first: they are found by the reviews, which stay, and not by their payloads.
  UPDATE rows n SET salt = NULL, body = NULL, envelope = NULL
    WHERE n.machine = of_machine AND n.seq < said_at AND n.kind = 'human' AND n.event = 'feedback' AND n.salt IS NOT NULL
      AND noted_review(n.body) IN (SELECT r.id FROM rows r WHERE r.machine = of_machine AND r.seq < said_at
        AND (r.id = of_row OR (r.kind = 'review' AND (r.session_id = of_session OR r.ts < before_ts))));
  GET DIAGNOSTICS notes = ROW_COUNT;
  IF before_ts IS NOT NULL THEN
    -- by itself, so that younger partitions are not looked at
    UPDATE rows r SET salt = NULL, body = NULL, envelope = NULL
      WHERE r.machine = of_machine AND r.seq < said_at AND r.salt IS NOT NULL AND r.kind = 'review' AND r.ts < before_ts;
  ELSE
    UPDATE rows r SET salt = NULL, body = NULL, envelope = NULL
      WHERE r.machine = of_machine AND r.seq < said_at AND r.salt IS NOT NULL
        AND ((r.kind = 'review' AND r.session_id = of_session) OR (r.kind <> 'system' AND r.id = of_row));
  END IF;
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased + notes;
END $$;
`

/**
 * Makes the partitions of months, each given by a time in it, and of this month and the next. By the clock of the server: rows of clocks
 * that are far ahead, or older than what is kept, stay in rows_other. Waits for nobody long: what cannot be made now is made by the next
 * who asks, and takes its rows over from rows_other.
 */
const partitions = `
CREATE FUNCTION make_partition(first timestamp) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, reviewer, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  name text := to_char(first, '"rows_"YYYY_MM');
  since bigint := extract(epoch FROM first) * 1000;
  until bigint := extract(epoch FROM first + interval '1 month') * 1000;
BEGIN
  EXECUTE format('CREATE TABLE reviewer.%I (LIKE reviewer.rows INCLUDING ALL)', name);
  EXECUTE format('ALTER TABLE reviewer.%I ENABLE ROW LEVEL SECURITY', name);
  LOCK TABLE rows_other IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('WITH moved AS (DELETE FROM reviewer.rows_other WHERE ts >= %s AND ts < %s RETURNING *)
    INSERT INTO reviewer.%I SELECT * FROM moved', since, until, name);
  EXECUTE format('ALTER TABLE reviewer.rows ATTACH PARTITION reviewer.%I FOR VALUES FROM (%s) TO (%s)', name, since, until);
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN NULL;
END $$;

CREATE FUNCTION make_partitions(times bigint[]) RETURNS void ${DEFINER} AS $$
DECLARE
  this_month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  kept integer := least(120, coalesce((SELECT r.keep_months FROM retention r), 120));
  missing timestamp[];
  first timestamp;
BEGIN
  FOR attempt IN 1..2 LOOP
    SELECT array_agg(DISTINCT m.month) INTO missing FROM (
      SELECT date_trunc('month', to_timestamp(given.ts / 1000.0) AT TIME ZONE 'UTC') AS month FROM unnest(times) AS given (ts)
        WHERE given.ts BETWEEN extract(epoch FROM this_month - make_interval(months => kept)) * 1000
          AND extract(epoch FROM this_month + interval '2 months') * 1000 - 1
      UNION SELECT this_month UNION SELECT this_month + interval '1 month') AS m
      -- to_regclass would answer from before the lock
      WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'reviewer'::regnamespace AND c.relname = to_char(m.month, '"rows_"YYYY_MM'));
    IF missing IS NULL THEN RETURN; END IF;
    -- One at a time; who waited looks again.
    IF attempt = 1 THEN PERFORM pg_advisory_xact_lock(hashtext('reviewer.make_partitions')); END IF;
  END LOOP;
  FOREACH first IN ARRAY missing LOOP
    PERFORM make_partition(first);
  END LOOP;
END $$;
`

/**
 * Drops what is older than the owner wants to keep: the partitions of whole months, and of rows_other, which holds few rows, what is older
 * by its own time or by when it came. Anybody who ships may ask for it, and nobody but the owner says how long. What a reader holds is dropped
 * the next time. Gives what was dropped.
 */
const retention = `
CREATE FUNCTION drop_old_partitions() RETURNS SETOF text ${DEFINER} SET lock_timeout = '2s' AS $$
DECLARE
  oldest timestamp := (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => r.keep_months) FROM retention r);
  first_ts bigint := extract(epoch FROM oldest) * 1000;
  partition text;
BEGIN
  IF oldest IS NULL THEN RETURN; END IF;
  FOR partition IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'reviewer.rows'::regclass AND c.relname ~ '^rows_\\d{4}_\\d\\d$' AND c.relname < to_char(oldest, '"rows_"YYYY_MM')
    ORDER BY 1 LOOP
    BEGIN
      EXECUTE format('DROP TABLE reviewer.%I', partition);
      RETURN NEXT partition;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN NULL;
    END;
  END LOOP;
  IF EXISTS (SELECT FROM rows_other WHERE ts < first_ts OR received < oldest AT TIME ZONE 'UTC') THEN
    BEGIN
      LOCK TABLE rows_other IN ACCESS EXCLUSIVE MODE;
      CREATE TEMPORARY TABLE stay AS SELECT * FROM rows_other WHERE ts >= first_ts AND received >= oldest AT TIME ZONE 'UTC';
      TRUNCATE rows_other;
      INSERT INTO rows_other SELECT * FROM stay;
      DROP TABLE stay;
      RETURN NEXT 'rows_other';
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN NULL;
    END;
  END IF;
  DELETE FROM heads WHERE received < oldest AT TIME ZONE 'UTC';
END $$;
`

const grants = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA reviewer FROM PUBLIC;
GRANT EXECUTE ON FUNCTION register, erase, make_partitions, drop_old_partitions TO reviewer_writer;
`

export const FUNCTIONS = [register, erase, partitions, retention, grants].join('')
