/**
 * Name of the function; its number rises with its text, so that servers of two versions each find
 * their own.
 */
export const commitFunctionName = "aval_commit_1";

/**
 * Commits a batch in one statement. It locks rows as `transaction.ts` does, and compares their
 * versions with the planned ones. If one differs, it writes nothing and returns the found versions;
 * else it writes and returns nothing. A row that may be absent is removed after an insert, so that
 * a row which another transaction is making is waited for.
 */
export const commitFunction = `CREATE FUNCTION ${commitFunctionName}(
  to_write bytea[], to_keep bytea[], checked bytea[], expected text[],
  new_keys bytea[], new_values bytea[], new_counts bigint[], new_versions text[], new_ends bigint[],
  put_keys bytea[], put_values bytea[], put_counts bigint[], put_versions text[], put_ends bigint[],
  removed bytea[], unsure bytea[], add_keys bytea[], add_amounts bigint[], add_versions text[]
) RETURNS TABLE (found_key bytea, found_version text) LANGUAGE plpgsql AS $body$
DECLARE
  written_keys bytea[];
  written_versions text[];
  kept_keys bytea[];
  kept_versions text[];
BEGIN
  IF cardinality(to_write) > 0 THEN
    SELECT array_agg(l.key), array_agg(l.version) INTO written_keys, written_versions
    FROM (SELECT t.key, t.version FROM aval_kv AS t WHERE t.key = ANY(to_write)
      ORDER BY t.key FOR UPDATE) AS l;
  END IF;
  IF cardinality(to_keep) > 0 THEN
    SELECT array_agg(l.key), array_agg(l.version) INTO kept_keys, kept_versions
    FROM (SELECT t.key, t.version FROM aval_kv AS t WHERE t.key = ANY(to_keep)
      ORDER BY t.key FOR SHARE) AS l;
  END IF;
  written_keys := coalesce(written_keys, '{}') || coalesce(kept_keys, '{}');
  written_versions := coalesce(written_versions, '{}') || coalesce(kept_versions, '{}');
  IF EXISTS (
    SELECT 1 FROM unnest(checked, expected) AS e (key, version)
    LEFT JOIN unnest(written_keys, written_versions) AS f (key, version) ON f.key = e.key
    WHERE f.version IS DISTINCT FROM e.version
  ) THEN
    RETURN QUERY SELECT NULL::bytea, NULL::text
      UNION ALL SELECT f.key, f.version FROM unnest(written_keys, written_versions) AS f (key, version);
    RETURN;
  END IF;
  IF cardinality(new_keys) > 0 THEN
    INSERT INTO aval_kv (key, value, count, version, expires_at)
    SELECT * FROM unnest(new_keys, new_values, new_counts, new_versions, new_ends);
  END IF;
  IF cardinality(put_keys) > 0 THEN
    INSERT INTO aval_kv (key, value, count, version, expires_at)
    SELECT * FROM unnest(put_keys, put_values, put_counts, put_versions, put_ends)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, count = excluded.count,
      version = excluded.version, expires_at = excluded.expires_at;
  END IF;
  IF cardinality(unsure) > 0 THEN
    INSERT INTO aval_kv (key, value, version)
    SELECT u.key, ''::bytea, '' FROM unnest(unsure) AS u (key)
    WHERE u.key <> ALL (written_keys)
    ON CONFLICT (key) DO NOTHING;
  END IF;
  IF cardinality(removed) > 0 THEN
    DELETE FROM aval_kv AS t WHERE t.key = ANY(removed);
  END IF;
  IF cardinality(add_keys) > 0 THEN
    INSERT INTO aval_kv (key, count, version)
    SELECT * FROM unnest(add_keys, add_amounts, add_versions)
    ON CONFLICT (key) DO UPDATE SET count = coalesce(aval_kv.count, 0) + excluded.count,
      version = excluded.version;
  END IF;
END $body$`;
