-- What the catalogs of the server say of the schema. Each query lists what is wrong.
CREATE FUNCTION pg_temp.must_be_none(query text, what text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  found text;
BEGIN
  EXECUTE format('SELECT string_agg(t::text, '', '') FROM (%s) AS t', query) INTO found;
  IF found IS NOT NULL THEN
    RAISE EXCEPTION '%: %', what, found;
  END IF;
  RAISE NOTICE 'none: %', what;
END $$;

CREATE TEMP VIEW tables AS
  SELECT oid, oid::regclass AS name, relnamespace, relacl, relowner, relrowsecurity FROM pg_class
  WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'folio'::regnamespace);
CREATE TEMP VIEW functions AS
  SELECT * FROM pg_proc
  WHERE pronamespace = 'folio'::regnamespace
    OR pronamespace = 'public'::regnamespace AND proname ~ '^folio_';

SELECT pg_temp.must_be_none(
  $$SELECT conrelid::regclass, conname FROM pg_constraint c JOIN tables t ON t.oid = c.conrelid
    WHERE contype = 'f' AND NOT EXISTS (
      SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indpred IS NULL
        AND i.indnkeyatts >= cardinality(c.conkey)
        AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)$$,
  'foreign keys without an index');
SELECT pg_temp.must_be_none(
  $$SELECT polrelid::regclass, polname FROM pg_policy p JOIN tables t ON t.oid = p.polrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'user_id'
    WHERE NOT EXISTS (
      SELECT FROM pg_index i WHERE i.indrelid = p.polrelid AND i.indkey[0] = a.attnum)$$,
  'policies whose column has no index');
SELECT pg_temp.must_be_none(
  $$SELECT name FROM tables WHERE NOT relrowsecurity$$, 'tables without row-level security');
SELECT pg_temp.must_be_none(
  $$SELECT name, pg_get_userbyid(grantee), privilege_type FROM tables, aclexplode(relacl)
    WHERE grantee = 0 OR grantee = 'anon'::regrole
      OR grantee = 'authenticated'::regrole
        AND privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')$$,
  'privileges that row-level security does not cover');
SELECT pg_temp.must_be_none(
  $$SELECT name, privilege_type FROM tables, aclexplode(relacl)
    WHERE grantee = 'authenticated'::regrole AND privilege_type <> 'SELECT'
      AND name::text IN ('stocks_master', 'historical_prices', 'fx_rates')$$,
  'privileges to change what all share');
SELECT pg_temp.must_be_none(
  $$SELECT name, privilege_type FROM tables, aclexplode(relacl)
    WHERE name = 'folio.changed_groups'::regclass AND grantee <> relowner$$,
  'privileges on the table of changed groups');
SELECT pg_temp.must_be_none(
  $$SELECT attrelid::regclass, attname, privilege_type
    FROM pg_attribute JOIN tables t ON t.oid = attrelid, aclexplode(attacl)
    WHERE grantee <> relowner AND NOT (
      grantee = 'authenticated'::regrole AND attrelid = 'public.stocks_master'::regclass
      AND attname NOT IN ('id', 'updated_at', 'x_symbol')
      AND (privilege_type = 'INSERT' OR privilege_type = 'UPDATE' AND attname <> 'user_id'))$$,
  'privileges on columns, but for own instruments');
SELECT pg_temp.must_be_none(
  $$SELECT name FROM tables t WHERE name <> 'folio.changed_groups'::regclass AND NOT EXISTS (
      SELECT FROM pg_policy WHERE polrelid = t.oid)$$, 'tables without a policy');
SELECT pg_temp.must_be_none(
  $$SELECT p.polrelid::regclass, p.polname FROM pg_policy p JOIN tables t ON t.oid = p.polrelid
    WHERE p.polroles <> ARRAY['authenticated'::regrole::oid]
      OR p.polcmd <> 'r' AND p.polwithcheck IS NULL
      OR p.polcmd = '*' AND p.polqual IS NULL$$,
  'policies of other roles, or that do not check what is written');
SELECT pg_temp.must_be_none(
  $$SELECT f.oid::regprocedure FROM functions f
    WHERE pronamespace = 'public'::regnamespace
      AND NOT (has_function_privilege('authenticated', f.oid, 'EXECUTE')
        AND has_function_privilege('service_role', f.oid, 'EXECUTE'))$$,
  'functions that clients call, and may not');
SELECT pg_temp.must_be_none(
  $$SELECT f.oid::regprocedure FROM functions f, aclexplode(proacl)
    WHERE grantee = 0 OR grantee = 'anon'::regrole$$, 'functions that everybody may call');
SELECT pg_temp.must_be_none(
  $$SELECT f.oid::regprocedure FROM functions f WHERE prosrc ~ '\mEXECUTE\M'$$,
  'functions with SQL that is made when they run');
SELECT pg_temp.must_be_none(
  $$SELECT oid::regprocedure FROM functions
    WHERE (proconfig IS NULL OR NOT 'search_path=pg_catalog, pg_temp' = ANY (proconfig))
      AND proname NOT IN ('number_of', 'time_of', 'day_of', 'exact_of')$$,
  'functions without a fixed search path');
-- These become parts of the statements of other functions, and have the path of those. In a rule of
-- a table or a policy they would have the path of whoever writes.
SELECT pg_temp.must_be_none(
  $$SELECT oid::regprocedure FROM functions f
    WHERE proname IN ('number_of', 'time_of', 'day_of', 'exact_of')
      AND (proconfig IS NOT NULL OR prosecdef OR EXISTS (
        SELECT FROM pg_depend WHERE refclassid = 'pg_proc'::regclass AND refobjid = f.oid))$$,
  'functions without a path that are more than parts of others');
SELECT pg_temp.must_be_none(
  $$SELECT oid::regprocedure FROM functions WHERE prosrc LIKE '%\\%'$$,
  'functions with a backslash');
SELECT pg_temp.must_be_none(
  $$SELECT f.oid::regprocedure, r.rolname FROM functions f,
      (VALUES ('anon'), ('authenticated'), ('service_role')) AS r (rolname)
    WHERE has_function_privilege(r.rolname, f.oid, 'EXECUTE')
      AND (r.rolname = 'anon' OR f.prosecdef OR f.prorettype = 'trigger'::regtype)$$,
  'functions that a client must not call');
SELECT pg_temp.must_be_none(
  $$SELECT oid::regprocedure FROM functions
    WHERE pg_get_userbyid(proowner) <> current_user$$, 'functions of another owner');
SELECT pg_temp.must_be_none(
  $$SELECT a.attrelid::regclass, a.attname FROM pg_attribute a JOIN tables t ON t.oid = a.attrelid
    WHERE a.attnum > 0 AND NOT a.attisdropped AND t.relnamespace = 'public'::regnamespace
      AND a.atttypid IN ('numeric'::regtype, 'date'::regtype, 'timestamptz'::regtype)
      AND NOT EXISTS (
        SELECT FROM pg_constraint c WHERE c.conrelid = a.attrelid AND c.contype = 'c'
          AND c.conname = concat(t.name, '_', a.attname,
            CASE a.atttypid WHEN 'numeric'::regtype THEN '_exact' ELSE '_range' END))$$,
  'numbers, days and times without bounds');
SELECT pg_temp.must_be_none(
  $$SELECT a.attrelid::regclass, a.attname FROM pg_attribute a JOIN tables t ON t.oid = a.attrelid
    WHERE a.attnum > 0 AND format_type(a.atttypid, NULL) IN
      ('double precision', 'real', 'timestamp without time zone', 'money')$$,
  'columns of a type that rounds or has no zone');
