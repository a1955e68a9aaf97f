-- Takes the payloads that were erased on their machines out of the table, not only out of the view. Run it as an owner, by a timer: as often
-- as erased payloads have to be gone. Each row stays, without its payload, and keeps the place of one that comes again.

INSERT INTO reviewer.rows
SELECT * EXCEPT (is_erased, to_erase, body, salt), '' AS body, '' AS salt, 1 AS erased
FROM reviewer.record
WHERE to_erase;

ALTER TABLE reviewer.rows
DELETE WHERE erased = 0 AND (machine, seq, hash) IN (SELECT machine, seq, hash FROM reviewer.rows WHERE erased = 1)
SETTINGS mutations_sync = 1;
