-- The web service's tables (PostgreSQL 13 or later, and Supabase), and the rules for their rows.
--
-- Keys, columns and words are those of Specs/ledger-format.md: a dump of these tables is a ledger
-- document. Ids are texts, so that rows from elsewhere keep theirs. Every row of a user has the
-- user's id in its key: no reference can lead from one user's rows to another's.
--
--   psql --set ON_ERROR_STOP=1 --file Specs/schema/postgres.sql
--
-- The same file creates the tables and upgrades those of an earlier version. It is one transaction,
-- it can run again at any time, and where a row breaks a rule it changes nothing.
--
-- The tables are in the schema public. The schema folio has what clients neither call nor see.
-- Every function has a fixed search path that ends with pg_temp, and names each table with its
-- schema: no object of a session can take the place of one of these. No function contains a
-- backslash, because the setting standard_conforming_strings would change its meaning.
--
-- Amounts are `numeric` without a bound, which keeps every digit and the places as written.

BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL client_min_messages = warning;

DO $$
DECLARE
  role text;
BEGIN
  IF current_setting('server_encoding') = 'SQL_ASCII' THEN
    RAISE EXCEPTION 'the encoding of the database is SQL_ASCII, and a ledger is UTF-8'
      USING HINT = 'Create the database with ENCODING ''UTF8''.';
  END IF;
  -- Supabase has these roles. Elsewhere they are created here.
  FOREACH role IN ARRAY ARRAY['anon', 'authenticated', 'service_role'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
      IF role = 'service_role' THEN
        ALTER ROLE service_role BYPASSRLS;
      END IF;
    END IF;
  END LOOP;
END $$;

CREATE SCHEMA IF NOT EXISTS folio;

-- The user who asks: the subject of the session's token, as Supabase's auth.uid() has it.
CREATE OR REPLACE FUNCTION public.folio_user() RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub'
$$;

-- ---------------------------------------------------------------------------------------- tables

CREATE TABLE IF NOT EXISTS public.stocks_master (
  id text PRIMARY KEY DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  symbol text NOT NULL UNIQUE CHECK (symbol <> ''),
  name text,
  market text,
  currency text NOT NULL,
  kind text,
  isin text,
  multiplier numeric CHECK (multiplier > 0),
  price_factor numeric CHECK (price_factor > 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS public.historical_prices (
  symbol text NOT NULL REFERENCES public.stocks_master (symbol) ON UPDATE CASCADE,
  date date NOT NULL,
  close numeric NOT NULL CHECK (close >= 0),
  currency text NOT NULL,
  PRIMARY KEY (symbol, date, currency)
);

CREATE TABLE IF NOT EXISTS public.fx_rates (
  date date NOT NULL,
  "from" text NOT NULL,
  "to" text NOT NULL,
  rate numeric NOT NULL CHECK (rate > 0),
  PRIMARY KEY (date, "from", "to"),
  CHECK ("from" <> "to")
);

CREATE TABLE IF NOT EXISTS public.user_portfolio_settings (
  user_id text PRIMARY KEY DEFAULT public.folio_user() CHECK (user_id <> ''),
  base_currency text NOT NULL,
  -- A word, or a list of methods by day as JSON text.
  cost_basis_method text,
  lot_scope text CHECK (lot_scope IN ('portfolio', 'account')),
  fee_treatment text CHECK (fee_treatment IN ('capitalize', 'expense')),
  tax_rules text CHECK (tax_rules IN (
    'none', 'us', 'uk', 'ca', 'de', 'pl', 'se', 'au', 'es', 'ie', 'fr', 'at', 'nl', 'in')),
  crossing_zero text CHECK (crossing_zero IN ('refuse', 'allow')),
  cash_cost_basis_method text CHECK (cash_cost_basis_method IN ('fifo', 'average')),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS public.portfolio_cash_accounts (
  user_id text NOT NULL DEFAULT public.folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  name text,
  currency text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  -- For the cash legs, which are in the currency of their account.
  UNIQUE (user_id, id, currency)
);

CREATE TABLE IF NOT EXISTS public.transaction_groups (
  user_id text NOT NULL DEFAULT public.folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  group_type text CHECK (group_type IN (
    'deposit', 'withdrawal', 'interest', 'fee', 'tax', 'fx_exchange', 'transfer', 'stock_trade',
    'dividend', 'corporate_action', 'opening_balance', 'adjustment')),
  status text NOT NULL DEFAULT 'settled' CHECK (status IN ('pending', 'settled', 'void')),
  occurred_at timestamptz NOT NULL,
  settled_at timestamptz,
  notes text,
  is_deleted boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);

CREATE TABLE IF NOT EXISTS public.cash_transactions (
  user_id text NOT NULL DEFAULT public.folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  group_id text NOT NULL,
  cash_account_id text NOT NULL,
  leg_type text NOT NULL CHECK (leg_type IN (
    'deposit', 'withdrawal', 'principal', 'fee', 'tax', 'dividend', 'interest', 'fx', 'transfer',
    'other')),
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  amount numeric NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, group_id)
    REFERENCES public.transaction_groups (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, cash_account_id, currency)
    REFERENCES public.portfolio_cash_accounts (user_id, id, currency)
);

CREATE TABLE IF NOT EXISTS public.stock_transactions (
  user_id text NOT NULL DEFAULT public.folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  group_id text NOT NULL,
  stock_id text NOT NULL REFERENCES public.stocks_master (id),
  symbol text,
  trade_type text NOT NULL,
  trade_date date,
  settlement_date date,
  quantity numeric CHECK (quantity > 0),
  price_per_share numeric CHECK (price_per_share >= 0),
  gross_amount numeric CHECK (gross_amount >= 0),
  fees numeric CHECK (fees >= 0),
  taxes numeric CHECK (taxes >= 0),
  tax_withheld numeric CHECK (tax_withheld >= 0),
  currency text,
  fx_rate numeric CHECK (fx_rate > 0),
  account text CHECK (account <> ''),
  ratio text,
  new_symbol text,
  basis_fraction numeric,
  cash_in_lieu numeric CHECK (cash_in_lieu >= 0),
  accrued_interest numeric CHECK (accrued_interest >= 0),
  lots jsonb,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, group_id)
    REFERENCES public.transaction_groups (user_id, id) ON DELETE CASCADE,
  CONSTRAINT trade_needs_quantity_and_price CHECK (
    trade_type NOT IN ('buy', 'sell', 'short_sell', 'cover')
    OR quantity IS NOT NULL AND coalesce(price_per_share, gross_amount) IS NOT NULL),
  CONSTRAINT payment_needs_gross CHECK (
    trade_type NOT IN ('dividend', 'return_of_capital') OR gross_amount IS NOT NULL),
  CONSTRAINT event_needs_ratio CHECK (
    trade_type NOT IN ('split', 'spin_off') OR ratio IS NOT NULL),
  CONSTRAINT spin_off_needs_symbol_and_basis CHECK (
    trade_type <> 'spin_off' OR new_symbol IS NOT NULL AND basis_fraction IS NOT NULL),
  CONSTRAINT change_needs_symbol CHECK (trade_type <> 'symbol_change' OR new_symbol IS NOT NULL),
  CONSTRAINT transfer_needs_quantity CHECK (
    trade_type NOT IN ('transfer_in', 'transfer_out', 'gift', 'unit_fee')
    OR quantity IS NOT NULL)
);

-- What statements say about cash or units at the end of a day.
CREATE TABLE IF NOT EXISTS public.balances (
  user_id text NOT NULL DEFAULT public.folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  date date NOT NULL,
  cash_account_id text,
  amount numeric,
  currency text,
  stock_id text REFERENCES public.stocks_master (id),
  symbol text,
  quantity numeric,
  account text CHECK (account <> ''),
  is_deleted boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, cash_account_id)
    REFERENCES public.portfolio_cash_accounts (user_id, id),
  CONSTRAINT balance_of_cash_or_units CHECK (
    CASE WHEN cash_account_id IS NULL
      THEN quantity IS NOT NULL AND coalesce(stock_id, symbol) IS NOT NULL
        AND amount IS NULL AND currency IS NULL
      ELSE amount IS NOT NULL AND stock_id IS NULL AND symbol IS NULL
        AND quantity IS NULL AND account IS NULL
    END)
);

-- Derived: `folio check --derived` recomputes them.
CREATE TABLE IF NOT EXISTS public.portfolio_positions (
  user_id text NOT NULL DEFAULT public.folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  stock_id text REFERENCES public.stocks_master (id),
  symbol text,
  as_of date NOT NULL,
  quantity numeric NOT NULL,
  average_cost numeric,
  cost_basis numeric,
  market_value numeric,
  currency text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  CHECK (coalesce(stock_id, symbol) IS NOT NULL)
);

CREATE TABLE IF NOT EXISTS public.portfolio_holdings (
  user_id text NOT NULL DEFAULT public.folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  stock_id text REFERENCES public.stocks_master (id),
  symbol text,
  quantity numeric NOT NULL,
  average_cost numeric,
  cost_basis numeric,
  currency text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  CHECK (coalesce(stock_id, symbol) IS NOT NULL)
);

-- The groups that a transaction has changed and that are not checked yet. A row lives no longer
-- than its transaction, so that the table is empty for everybody else. `is_locked` is true where
-- the transaction has written the row of the group itself. A check takes all rows of its transaction,
-- so of the rows of one statement only the first starts one: `starts_check`. If that row is there
-- already, then so is the check which takes the others.
CREATE UNLOGGED TABLE IF NOT EXISTS folio.changed_groups (
  xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
  user_id text NOT NULL,
  group_id text NOT NULL,
  is_locked boolean NOT NULL,
  starts_check boolean NOT NULL DEFAULT true,
  PRIMARY KEY (xact, user_id, group_id)
);

-- One row for each user. `last` counts the changes of the user's groups and head: whoever writes one
-- locks this row until the transaction ends, so the numbers have the order of the commits, and a
-- reader that has seen a number has seen all before it. The head is the document without its
-- groups: `head` is its text as Folio wrote it. Where another program has changed a row of it since,
-- `head` is null, and `former_head` has what the columns don't. `cleared` is the number of the last
-- time when all was replaced.
CREATE TABLE IF NOT EXISTS folio.books (
  user_id text PRIMARY KEY DEFAULT public.folio_user() CHECK (user_id <> ''),
  last bigint NOT NULL DEFAULT 0 CHECK (last >= 0 AND last <= 9007199254740992),
  last_place bigint NOT NULL DEFAULT 0 CHECK (last_place >= 0),
  cleared bigint NOT NULL DEFAULT 0,
  head text,
  former_head text,
  head_updated_at text,
  head_sequence bigint NOT NULL DEFAULT 0
);

-- The latest version of each group, and of each group that was removed. `document` is its text as
-- Folio wrote it. Where another program has changed the group or one of its legs since, `document`
-- is null, and `former` has what the columns don't. `place` is the order in which groups came.
CREATE TABLE IF NOT EXISTS folio.versions (
  user_id text NOT NULL DEFAULT public.folio_user() CHECK (user_id <> ''),
  id text NOT NULL,
  place bigint NOT NULL,
  sequence bigint NOT NULL,
  document text,
  former text,
  updated_at text,
  deleted_at text,
  is_removed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX IF NOT EXISTS versions_by_sequence ON folio.versions (user_id, sequence);
CREATE UNIQUE INDEX IF NOT EXISTS versions_by_place ON folio.versions (user_id, place);

-- What a user's document calls an instrument: by an id, by a symbol, or by both.
CREATE TABLE IF NOT EXISTS folio.instruments (
  user_id text NOT NULL DEFAULT public.folio_user() CHECK (user_id <> ''),
  stock_id text NOT NULL REFERENCES public.stocks_master (id) ON DELETE CASCADE,
  id text CHECK (id <> ''),
  symbol text NOT NULL CHECK (symbol <> ''),
  PRIMARY KEY (user_id, stock_id)
);
CREATE INDEX IF NOT EXISTS instruments_by_id ON folio.instruments (user_id, id);
CREATE INDEX IF NOT EXISTS instruments_by_symbol ON folio.instruments (user_id, symbol);
CREATE INDEX IF NOT EXISTS instruments_of_stock ON folio.instruments (stock_id);

-- The devices that sync with these tables.
CREATE TABLE IF NOT EXISTS folio.devices (
  user_id text NOT NULL DEFAULT public.folio_user() CHECK (user_id <> ''),
  id text NOT NULL CHECK (id <> '' AND length(id) <= 200),
  platform text NOT NULL CHECK (length(platform) <= 200),
  app_version text NOT NULL CHECK (length(app_version) <= 200),
  folio_version text NOT NULL CHECK (length(folio_version) <= 200),
  first_seen timestamptz NOT NULL DEFAULT now(),
  last_seen timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);

-- Nobody writes while rules and triggers change.
LOCK TABLE folio.books, folio.versions, folio.instruments,
  public.stocks_master, public.historical_prices, public.fx_rates,
  public.user_portfolio_settings, public.portfolio_cash_accounts, public.transaction_groups,
  public.cash_transactions, public.stock_transactions, public.balances,
  public.portfolio_positions, public.portfolio_holdings;

-- --------------------------------------------------------------------------------------- indexes

CREATE INDEX IF NOT EXISTS transaction_groups_newest
  ON public.transaction_groups (user_id, occurred_at DESC, id);
CREATE INDEX IF NOT EXISTS transaction_groups_changed
  ON public.transaction_groups (user_id, updated_at);
CREATE INDEX IF NOT EXISTS cash_transactions_of_group
  ON public.cash_transactions (user_id, group_id);
CREATE INDEX IF NOT EXISTS cash_transactions_of_cash_account
  ON public.cash_transactions (user_id, cash_account_id, currency);
CREATE INDEX IF NOT EXISTS stock_transactions_of_group
  ON public.stock_transactions (user_id, group_id);
CREATE INDEX IF NOT EXISTS stock_transactions_of_stock
  ON public.stock_transactions (user_id, stock_id, trade_date);
CREATE INDEX IF NOT EXISTS stock_transactions_of_symbol
  ON public.stock_transactions (stock_id, symbol);
CREATE INDEX IF NOT EXISTS balances_of_cash_account
  ON public.balances (user_id, cash_account_id, currency);
CREATE INDEX IF NOT EXISTS balances_of_symbol
  ON public.balances (stock_id, symbol);
CREATE INDEX IF NOT EXISTS portfolio_positions_of_day
  ON public.portfolio_positions (user_id, as_of DESC);
CREATE INDEX IF NOT EXISTS portfolio_positions_of_symbol
  ON public.portfolio_positions (stock_id, symbol);
CREATE INDEX IF NOT EXISTS portfolio_holdings_of_symbol
  ON public.portfolio_holdings (stock_id, symbol);

-- Statistics of users mislead. A user whose rows are new is not in them, and is taken for one with
-- hardly any rows: then an index by user alone looks as good as that by group, and each group of a
-- large upload reads all rows of the user. Without statistics, the planner takes an average user.
ALTER TABLE public.transaction_groups ALTER COLUMN user_id SET STATISTICS 0;
ALTER TABLE public.cash_transactions ALTER COLUMN user_id SET STATISTICS 0;
ALTER TABLE public.stock_transactions ALTER COLUMN user_id SET STATISTICS 0;
ALTER TABLE folio.versions ALTER COLUMN user_id SET STATISTICS 0;

-- ---------------------------------------------------------------------------------------- values

-- The number that a text holds in the grammar of JSON, with up to 36 digits and up to 36 of them
-- after the point; null for any other text. It has no search path of its own, so that it becomes a
-- part of the statement that calls it: only functions with a search path may call it.
CREATE OR REPLACE FUNCTION folio.number_of(value text) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN length(value) <= 1000
      AND value ~ '^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,4})?$'
    THEN CASE
      WHEN min_scale(value::numeric) <= 36
        AND abs(value::numeric) < ('1e' || (36 - min_scale(value::numeric))::text)::numeric
      THEN value::numeric
    END
  END
$$;

-- Whether a text is a day, YYYY-MM-DD, in a year from 0001 to 9999.
CREATE OR REPLACE FUNCTION folio.is_day(value text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN
    RETURN value::date >= date '0001-01-01';
  END IF;
  RETURN false;
EXCEPTION
  WHEN data_exception THEN
    RETURN false;
END $$;

-- Whether a text is a ratio: one number above zero, or two with a colon between them.
CREATE OR REPLACE FUNCTION folio.is_ratio(value text) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) IN (1, 2) AND bool_and(coalesce(folio.number_of(side) > 0, false))
  FROM unnest(string_to_array(value, ':')) AS side
$$;

-- Whether a value is an id or a symbol: a text that is not empty, or digits alone.
CREATE OR REPLACE FUNCTION folio.is_name(value jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE jsonb_typeof(value)
    WHEN 'string' THEN value <> '""'
    WHEN 'number' THEN value::text ~ '^[0-9]+$'
    ELSE false
  END
$$;

-- Whether a value is the `lots` of a stock leg: an array of entries, each with a quantity and with
-- the group or the day of a lot. A key that no entry has is refused: a ledger would lose it.
CREATE OR REPLACE FUNCTION folio.are_lots(value jsonb) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry jsonb;
  key text;
  member jsonb;
  number numeric;
BEGIN
  IF jsonb_typeof(value) <> 'array' THEN
    RETURN false;
  END IF;
  FOR entry IN SELECT jsonb_array_elements(value) LOOP
    IF jsonb_typeof(entry) <> 'object'
      OR entry ->> 'quantity' IS NULL
      OR coalesce(entry ->> 'group_id', entry ->> 'acquired') IS NULL
    THEN
      RETURN false;
    END IF;
    FOR key, member IN SELECT * FROM jsonb_each(entry) LOOP
      CONTINUE WHEN jsonb_typeof(member) = 'null';
      number := CASE
        WHEN jsonb_typeof(member) IN ('string', 'number') THEN folio.number_of(entry ->> key)
      END;
      IF NOT coalesce(
        CASE
          WHEN key IN ('group_id', 'account') THEN folio.is_name(member)
          WHEN key IN ('acquired', 'holding_from', 'received') THEN
            jsonb_typeof(member) = 'string' AND folio.is_day(entry ->> key)
          WHEN key IN ('quantity', 'opening_quantity') THEN number > 0
          WHEN key IN (
            'cost_basis', 'cost_basis_base', 'opening_cost', 'fair_value', 'fair_value_base')
          THEN number >= 0
          WHEN key = 'day_order' THEN number > 0 AND number = trunc(number) AND number < 4294967295
          WHEN key IN (
            'is_short', 'may_replace', 'base_unknown', 'rest_of_previous', 'inherited')
          THEN
            jsonb_typeof(member) = 'boolean'
        END, false)
      THEN
        RETURN false;
      END IF;
    END LOOP;
  END LOOP;
  RETURN true;
END $$;

-- Whether a text is a list of cost basis methods by day and instrument, as JSON. No key is twice
-- in an entry, and no two entries are for the same day and symbol.
CREATE OR REPLACE FUNCTION folio.are_methods(value text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry json;
  key text;
  member jsonb;
  names jsonb;
  own text[];
  seen text[] := '{}';
BEGIN
  IF value NOT LIKE '[%' OR jsonb_typeof(value::jsonb) <> 'array' THEN
    RETURN false;
  END IF;
  FOR entry IN SELECT json_array_elements(value::json) LOOP
    IF json_typeof(entry) <> 'object'
      OR entry ->> 'method' IS NULL
      OR (SELECT count(*) <> count(DISTINCT k) FROM json_object_keys(entry) AS k)
    THEN
      RETURN false;
    END IF;
    names := '[]';
    FOR key, member IN SELECT * FROM jsonb_each(entry::jsonb) LOOP
      CONTINUE WHEN jsonb_typeof(member) = 'null';
      IF key = 'symbol'
        OR key = 'symbols' AND jsonb_typeof(member) = 'array' AND member <> '[]'
      THEN
        names := names || member;
      ELSIF NOT coalesce(
        CASE key
          WHEN 'method' THEN
            member IN ('"fifo"', '"lifo"', '"hifo"', '"lofo"', '"average"', '"specific"')
          WHEN 'from' THEN jsonb_typeof(member) = 'string' AND folio.is_day(entry ->> 'from')
          WHEN 'account' THEN folio.is_name(member)
        END, false)
      THEN
        RETURN false;
      END IF;
    END LOOP;
    IF EXISTS (SELECT FROM jsonb_array_elements(names) AS name WHERE NOT folio.is_name(name)) THEN
      RETURN false;
    END IF;
    own := ARRAY(SELECT DISTINCT concat(entry ->> 'from', ' ', to_json(entry ->> 'account'), ' ', name)
      FROM jsonb_array_elements_text(CASE names WHEN '[]' THEN '[""]' ELSE names END) AS name);
    IF seen && own THEN
      RETURN false;
    END IF;
    seen := seen || own;
  END LOOP;
  RETURN true;
EXCEPTION
  WHEN data_exception THEN
    RETURN false;
END $$;

-- Columns that came later.
ALTER TABLE folio.changed_groups
  ADD COLUMN IF NOT EXISTS starts_check boolean NOT NULL DEFAULT true;
ALTER TABLE public.stock_transactions ADD COLUMN IF NOT EXISTS direction text;
ALTER TABLE public.user_portfolio_settings ADD COLUMN IF NOT EXISTS closed_until date;
ALTER TABLE public.cash_transactions
  ADD COLUMN IF NOT EXISTS stock_id text REFERENCES public.stocks_master (id),
  ADD COLUMN IF NOT EXISTS symbol text CHECK (symbol <> '');
CREATE INDEX IF NOT EXISTS cash_transactions_of_stock ON public.cash_transactions (stock_id);
ALTER TABLE public.stock_transactions ADD COLUMN IF NOT EXISTS recipient text;
-- A document need not name a base currency.
ALTER TABLE public.user_portfolio_settings ALTER COLUMN base_currency DROP NOT NULL;

-- An instrument with a `user_id` is that user's own, and nobody else sees it. Its symbol may be that
-- of a shared one. `x_symbol` is the symbol of a shared instrument, which is there once; a key that
-- begins with `x_` says nothing to a reader of documents.
ALTER TABLE public.stocks_master
  ADD COLUMN IF NOT EXISTS user_id text CHECK (user_id <> ''),
  ADD COLUMN IF NOT EXISTS x_symbol text
    GENERATED ALWAYS AS (CASE WHEN user_id IS NULL THEN symbol END) STORED UNIQUE;
CREATE UNIQUE INDEX IF NOT EXISTS stocks_master_own ON public.stocks_master (user_id, symbol);
DO $$
BEGIN
  IF to_regclass('public.stocks_master_symbol_key') IS NOT NULL THEN
    ALTER TABLE public.historical_prices DROP CONSTRAINT historical_prices_symbol_fkey;
    ALTER TABLE public.stocks_master DROP CONSTRAINT stocks_master_symbol_key;
    ALTER TABLE public.historical_prices ADD CONSTRAINT historical_prices_symbol_fkey
      FOREIGN KEY (symbol) REFERENCES public.stocks_master (x_symbol) ON UPDATE CASCADE;
  END IF;
END $$;

-- Gives the columns the rules for what they hold. A rule replaces the one of the same name. Rows
-- that break a rule are listed, and then nothing is changed.
DO $$
DECLARE
  -- min_scale is null for NaN and the infinities.
  exact CONSTANT text :=
    'coalesce(min_scale(%1$s) <= 36 AND abs(%1$s) < (''1e'' || 36 - min_scale(%1$s))::numeric,'
    ' %1$s IS NULL)';
  a_day CONSTANT text := '%1$s >= date ''0001-01-01'' AND %1$s <= date ''9999-12-31''';
  a_time CONSTANT text :=
    '%1$s >= timestamptz ''0001-01-01 00:00:00+00'''
    ' AND %1$s < timestamptz ''10000-01-01 00:00:00+00''';
  a_currency CONSTANT text := '%1$s ~ ''^[A-Z0-9][A-Z0-9._-]{0,7}$''';
  rule record;
  broken text;
  faults text[] := '{}';
BEGIN
  FOR rule IN
    SELECT c.relname AS relation, concat(c.relname, '_', a.attname, of_type.suffix) AS name,
      format(of_type.condition, quote_ident(a.attname)) AS condition
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN (VALUES
      ('numeric'::regtype, '_exact', exact), ('date', '_range', a_day),
      ('timestamptz', '_range', a_time), ('text', '_check', a_currency)
    ) AS of_type (type, suffix, condition) ON of_type.type = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace
      AND c.relname IN (
        'stocks_master', 'historical_prices', 'fx_rates', 'user_portfolio_settings',
        'portfolio_cash_accounts', 'transaction_groups', 'cash_transactions',
        'stock_transactions', 'balances', 'portfolio_positions', 'portfolio_holdings')
      AND (a.atttypid <> 'text'::regtype
        OR a.attname IN ('currency', 'base_currency', 'from', 'to'))
    UNION ALL VALUES
      ('stocks_master', 'stocks_master_factor_exact',
        format(exact, '(coalesce(multiplier, 1) * coalesce(price_factor, 1))')),
      ('user_portfolio_settings', 'user_portfolio_settings_cost_basis_method_check',
        $c$cost_basis_method IN ('fifo', 'lifo', 'hifo', 'lofo', 'average', 'specific')
          OR folio.are_methods(cost_basis_method)$c$),
      ('stock_transactions', 'stock_transactions_symbol_check', $c$symbol <> ''$c$),
      ('balances', 'balances_symbol_check', $c$symbol <> ''$c$),
      ('portfolio_positions', 'portfolio_positions_symbol_check', $c$symbol <> ''$c$),
      ('portfolio_holdings', 'portfolio_holdings_symbol_check', $c$symbol <> ''$c$),
      ('stock_transactions', 'stock_transactions_new_symbol_check', $c$new_symbol <> ''$c$),
      ('stock_transactions', 'stock_transactions_ratio_check', 'folio.is_ratio(ratio)'),
      ('stock_transactions', 'stock_transactions_lots_check', 'folio.are_lots(lots)'),
      ('user_portfolio_settings', 'user_portfolio_settings_tax_rules_check',
        $c$tax_rules IN (
          'none', 'us', 'uk', 'ca', 'de', 'pl', 'se', 'au', 'es', 'ie', 'fr', 'at', 'nl',
          'in')$c$),
      ('stock_transactions', 'stock_transactions_trade_type_check',
        $c$trade_type IN (
          'buy', 'sell', 'short_sell', 'cover', 'dividend', 'split', 'stock_dividend',
          'return_of_capital', 'cost_adjustment', 'deemed_disposition', 'spin_off', 'merger',
          'symbol_change', 'transfer_out', 'transfer_in', 'write_off', 'exercise', 'assignment',
          'expiry', 'gift', 'unit_fee')$c$),
      ('stock_transactions', 'option_needs_quantity',
        $c$trade_type NOT IN ('exercise', 'assignment') OR quantity IS NOT NULL$c$),
      ('stock_transactions', 'deemed_disposition_needs_value',
        $c$trade_type <> 'deemed_disposition'
          OR coalesce(price_per_share, gross_amount) IS NOT NULL$c$),
      ('stock_transactions', 'fair_value_is_received',
        $c$NOT jsonb_path_exists(lots, CASE WHEN trade_type = 'transfer_in'
          THEN '$[*] ? (@.fair_value != null && @.is_short == true)'
          ELSE '$[*] ? (@.fair_value != null)' END::jsonpath)$c$),
      ('stock_transactions', 'stock_transactions_recipient_check',
        $c$recipient IS NULL OR recipient = 'spouse' AND trade_type = 'gift'$c$),
      ('stock_transactions', 'stock_transactions_basis_fraction_check',
        $c$basis_fraction >= 0 AND basis_fraction <= 1$c$),
      ('stock_transactions', 'stock_transactions_direction_check',
        $c$direction IN ('increase', 'decrease')$c$),
      ('stock_transactions', 'cost_adjustment_has_direction',
        $c$(trade_type = 'cost_adjustment') = (direction IS NOT NULL)$c$),
      ('stock_transactions', 'cost_adjustment_needs_amount',
        $c$trade_type <> 'cost_adjustment' OR gross_amount > 0
          OR gross_amount IS NULL AND quantity > 0 AND price_per_share > 0$c$),
      ('stock_transactions', 'one_tax', 'taxes = 0 OR taxes = tax_withheld'),
      ('stock_transactions', 'stock_dividend_needs_quantity_or_ratio',
        $c$trade_type <> 'stock_dividend' OR quantity IS NOT NULL OR ratio IS NOT NULL$c$),
      ('stock_transactions', 'merger_needs_shares_or_gross',
        $c$trade_type <> 'merger' OR new_symbol IS NOT NULL AND ratio IS NOT NULL
          OR new_symbol IS NULL AND ratio IS NULL AND gross_amount IS NOT NULL$c$),
      -- Lots from outside may come into the account that has no name.
      ('stock_transactions', 'transfer_needs_account',
        $c$trade_type NOT IN ('transfer_in', 'transfer_out') OR account IS NOT NULL
          OR trade_type = 'transfer_in' AND lots IS NOT NULL$c$)
  LOOP
    EXECUTE format(
      'ALTER TABLE public.%I DROP CONSTRAINT IF EXISTS %I', rule.relation, rule.name);
    FOR broken IN EXECUTE format(
      'SELECT left(t::text, 200) FROM public.%I AS t WHERE NOT (%s) LIMIT 5',
      rule.relation, rule.condition)
    LOOP
      faults := faults || format('%s breaks %s: %s', rule.relation, rule.name, broken);
    END LOOP;
    IF faults = '{}' THEN
      EXECUTE format(
        'ALTER TABLE public.%I ADD CONSTRAINT %I CHECK (%s)',
        rule.relation, rule.name, rule.condition);
    END IF;
  END LOOP;
  IF faults <> '{}' THEN
    RAISE EXCEPTION 'rows break the rules of their tables; nothing was changed'
      USING ERRCODE = 'check_violation', DETAIL = array_to_string(faults, chr(10)),
        HINT = 'Correct these rows (Specs/ledger-format.md), and run the file again.';
  END IF;
END $$;

-- The symbol beside a stock_id is that of the instrument, and changes with it. The currency of a
-- balance is that of its account. Triggers see to that, and not foreign keys: PostgREST embeds one
-- table in another only if exactly one foreign key joins them.
ALTER TABLE public.balances
  DROP CONSTRAINT IF EXISTS balances_user_id_cash_account_id_currency_fkey;
DO $$
DECLARE
  name text;
  broken text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'stock_transactions', 'balances', 'portfolio_positions', 'portfolio_holdings']
  LOOP
    EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT IF EXISTS %I', name, name || '_symbol_fkey');
    EXECUTE format(
      'SELECT format(''Key (stock_id, symbol)=(%%s, %%s) is not present in table "stocks_master".'','
      ' t.stock_id, t.symbol) FROM public.%I t JOIN public.stocks_master m ON m.id = t.stock_id'
      ' WHERE t.symbol <> m.symbol LIMIT 1', name) INTO broken;
    IF broken IS NOT NULL THEN
      RAISE EXCEPTION 'the symbol in % is not that of the instrument; nothing was changed', name
        USING ERRCODE = 'foreign_key_violation', DETAIL = broken,
          HINT = 'Give the row the symbol of its stock_id, and run the file again.';
    END IF;
  END LOOP;
  ALTER TABLE public.stocks_master DROP CONSTRAINT IF EXISTS stocks_master_id_symbol_key;
END $$;

-- --------------------------------------------------------------------------------------- balance

-- The places of a currency's minor unit: those of ISO 4217, of digital currencies those of the
-- smallest amount that their ledger records, and 8 for unknown codes.
CREATE OR REPLACE FUNCTION folio.minor_units(code text) RETURNS integer
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN CASE
    WHEN code IN (
      'BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND',
      'VUV', 'XAF', 'XOF', 'XPF', 'BYR', 'ESP', 'ITL', 'LUF', 'MGF', 'TRL') THEN 0
    WHEN code IN (
      'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD',
      'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF',
      'CHW', 'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN',
      'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL',
      'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT',
      'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU',
      'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD',
      'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR',
      'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB',
      'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'USN', 'UYU', 'UZS', 'VED',
      'VES', 'WST', 'XAD', 'XCD', 'XCG', 'YER', 'ZAR', 'ZMW', 'ZWG', 'AFA', 'ANG', 'ATS', 'AZM',
      'BEF', 'BGL', 'BGN', 'CUC', 'CYP', 'DEM', 'EEK', 'FIM', 'FRF', 'GHC', 'GRD', 'HRK', 'IEP',
      'LTL', 'LVL', 'MRO', 'MTL', 'MZM', 'NLG', 'PTE', 'ROL', 'RUR', 'SDD', 'SIT', 'SKK', 'SLL',
      'SRG', 'STD', 'TMM', 'VEB', 'VEF', 'YUM', 'ZMK', 'ZWD', 'ZWL') THEN 2
    WHEN code IN (
      'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
    WHEN code IN (
      'CLF', 'UYW') THEN 4
    WHEN code IN (
      'ADA', 'ALGO', 'ATOM', 'EURC', 'TRX', 'USDC', 'USDT', 'XRP', 'XTZ') THEN 6
    WHEN code IN (
      'XLM') THEN 7
    WHEN code IN (
      'SOL', 'SUI', 'TON') THEN 9
    WHEN code IN (
      'DOT') THEN 10
    WHEN code IN (
      'XMR') THEN 12
    WHEN code IN (
      'AAVE', 'AVAX', 'BNB', 'DAI', 'ETC', 'ETH', 'FIL', 'LINK', 'POL', 'UNI') THEN 18
    WHEN code IN (
      'NEAR') THEN 24
    ELSE 8
  END;
END $$;

-- What is left of each currency of a group when its cash legs are held against what its stock legs
-- call for (Specs/ledger-format.md, "When a group balances"), and whether every sum on the way has
-- at most 36 digits.
CREATE OR REPLACE FUNCTION folio.residuals(of_user text, of_groups text[])
RETURNS TABLE (group_id text, currency text, amount numeric, is_exact boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY WITH g AS (
    SELECT t.id, t.group_type, EXISTS (
      SELECT FROM public.stock_transactions s
      WHERE s.user_id = residuals.of_user AND s.group_id = t.id
    ) AS is_trade
    FROM unnest(residuals.of_groups) AS wanted (id)
    JOIN public.transaction_groups t ON t.user_id = residuals.of_user AND t.id = wanted.id
  ),
  -- Legs that have an account on the other side by their own nature pay for nothing.
  paid AS (
    SELECT g.id, c.currency, CASE c.direction WHEN 'in' THEN c.amount ELSE -c.amount END AS amount,
      ARRAY[c.amount] AS parts
    FROM g JOIN public.cash_transactions c
      ON c.user_id = residuals.of_user AND c.group_id = g.id
    WHERE CASE c.leg_type
        WHEN 'deposit' THEN false
        WHEN 'withdrawal' THEN false
        WHEN 'interest' THEN false
        WHEN 'fx' THEN true
        WHEN 'transfer' THEN true
        WHEN 'principal' THEN g.is_trade OR g.group_type IS DISTINCT FROM 'opening_balance'
        ELSE g.is_trade
      END
  ),
  legs AS (
    SELECT g.id, coalesce(s.currency, m.currency) AS currency, s.trade_type, s.gross_amount, s.fees,
      s.taxes, s.tax_withheld, coalesce(s.cash_in_lieu, 0) AS lieu,
      coalesce(s.accrued_interest, 0) AS accrued,
      coalesce(m.multiplier, 1) * coalesce(m.price_factor, 1) AS factor,
      CASE WHEN s.trade_type IN (
          'buy', 'sell', 'short_sell', 'cover', 'cost_adjustment', 'deemed_disposition')
        THEN round(s.quantity * s.price_per_share, 36) END AS product,
      -- By how much the rounding of the price may move the product, and that of an amount.
      s.quantity * ('5e-' || least(36, scale(s.price_per_share) + 1))::numeric AS slack,
      ('5e-' || folio.minor_units(coalesce(s.currency, m.currency)) + 1)::numeric AS tolerance
    FROM g JOIN public.stock_transactions s
      ON s.user_id = residuals.of_user AND s.group_id = g.id
    JOIN public.stocks_master m ON m.id = s.stock_id
  ),
  called AS (
    SELECT legs.id, legs.currency, CASE
      WHEN trade_type IN ('buy', 'cover') THEN -(gross + charges + accrued)
      WHEN trade_type IN ('sell', 'short_sell') THEN gross - charges + accrued
      WHEN trade_type IN ('dividend', 'return_of_capital') THEN gross - charges
      WHEN trade_type = 'merger' THEN gross + lieu - charges
      WHEN trade_type IN ('split', 'spin_off', 'stock_dividend') THEN lieu - charges
      ELSE -charges
    END AS amount,
    ARRAY[gross, fees, taxes, tax_withheld, lieu, accrued] || CASE WHEN product IS NOT NULL
      THEN ARRAY[product, round(product * factor, 36), round(slack * factor, 36), tolerance]
    END AS parts
    FROM legs, LATERAL (
      SELECT coalesce(gross_amount, round(product * factor, 36), 0) AS gross,
        coalesce(fees, 0) + coalesce(nullif(taxes, 0), tax_withheld, 0) AS charges
    ) AS amounts
  ),
  both_sides AS (
    SELECT * FROM paid
    UNION ALL SELECT called.id, called.currency, -called.amount, parts FROM called
  )
  SELECT both_sides.id, both_sides.currency, sum(both_sides.amount),
    sum(size) < ('1e' || 36 - max(places))::numeric
  FROM both_sides, LATERAL (
    SELECT sum(part) AS size, max(min_scale(part)) AS places FROM unnest(parts) AS part
  ) AS digits
  GROUP BY both_sides.id, both_sides.currency;
END $$;

-- What is wrong with groups of a user as a whole, in the order of the groups; none where nothing is.
-- One residual in each of two currencies, of opposite sign, is an exchange inside the group; half of
-- a minor unit is rounding; void and deleted groups move nothing, and need not balance.
CREATE OR REPLACE FUNCTION folio.faults_in(of_user text, of_groups text[])
RETURNS TABLE (group_id text, fault text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY WITH sums AS (
    SELECT r.group_id, string_agg(trim_scale(r.amount) || ' ' || r.currency, ', '
        ORDER BY r.currency) FILTER (WHERE is_left) AS residuals,
      count(*) FILTER (WHERE is_left) AS count_of,
      count(*) FILTER (WHERE is_left AND r.amount > 0) AS positive,
      bool_and(r.is_exact) AS are_exact
    FROM folio.residuals(faults_in.of_user, faults_in.of_groups) AS r, LATERAL (
      SELECT abs(r.amount) > ('5e-' || folio.minor_units(r.currency) + 1)::numeric AS is_left
    ) AS tolerance
    GROUP BY r.group_id
  ),
  legs AS (
    SELECT s.group_id, s.stock_id, s.trade_type, s.quantity, s.lots
    FROM unnest(faults_in.of_groups) AS wanted (id)
    JOIN public.stock_transactions s
      ON s.user_id = faults_in.of_user AND s.group_id = wanted.id
    WHERE s.trade_type IN (
      'transfer_in', 'transfer_out', 'exercise', 'assignment', 'buy', 'sell', 'short_sell', 'cover')
  ),
  -- Units that leave one account come into another. Legs with lots of their own come from outside.
  moves AS (
    SELECT units.group_id, string_agg(
      format('%s of "%s" out, and %s in', leaves, units.stock_id, comes), '; ') AS moved
    FROM (
      SELECT l.group_id, l.stock_id,
        sum(l.quantity) FILTER (WHERE l.trade_type = 'transfer_out') AS leaves,
        sum(l.quantity) FILTER (
          WHERE l.trade_type = 'transfer_in' AND coalesce(l.lots, '[]') = '[]') AS comes
      FROM legs l GROUP BY l.group_id, l.stock_id
    ) AS units
    WHERE leaves <> comes
    GROUP BY units.group_id
  ),
  -- Options that are exercised or assigned leave their premium to one trade of something else.
  exercises AS (
    SELECT named.group_id,
      traded IS NULL OR cardinality(traded) > 1 OR traded <@ options AS is_unpaired
    FROM (
      SELECT l.group_id,
        array_agg(l.stock_id) FILTER (WHERE l.trade_type IN ('exercise', 'assignment')) AS options,
        array_agg(l.stock_id) FILTER (
          WHERE l.trade_type IN ('buy', 'sell', 'short_sell', 'cover')) AS traded
      FROM legs l GROUP BY l.group_id
    ) AS named
    WHERE options IS NOT NULL
  )
  SELECT found.id, found.fault
  FROM (
    SELECT g.id, wanted.n, CASE
      WHEN NOT sums.are_exact THEN
        format('the sums of the group "%s" need more than 36 digits', g.id)
      WHEN g.status = 'void' OR g.is_deleted THEN NULL
      WHEN sums.count_of > 0 AND NOT (sums.count_of = 2 AND sums.positive = 1) THEN
        format('the group "%s" does not balance: %s is left', g.id, sums.residuals)
      WHEN moves.moved IS NOT NULL THEN format('the group "%s" moves %s', g.id, moves.moved)
      WHEN exercises.is_unpaired THEN
        format('the group "%s" exercises options without one trade of what they are for', g.id)
    END AS fault
    FROM unnest(faults_in.of_groups) WITH ORDINALITY AS wanted (id, n)
    JOIN public.transaction_groups g ON g.user_id = faults_in.of_user AND g.id = wanted.id
    LEFT JOIN sums ON sums.group_id = g.id
    LEFT JOIN moves ON moves.group_id = g.id
    LEFT JOIN exercises ON exercises.group_id = g.id
  ) AS found
  WHERE found.fault IS NOT NULL
  ORDER BY found.n;
END $$;

-- What is wrong with one group; null where nothing is.
CREATE OR REPLACE FUNCTION folio.fault_of(of_user text, of_group text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.fault FROM folio.faults_in(of_user, ARRAY[of_group]) AS f
$$;

-- ------------------------------------------------------------------------------------- triggers

CREATE OR REPLACE FUNCTION folio.set_updated_at() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

-- Whether folio_commit writes. It gives the numbers itself, and keeps the texts.
CREATE OR REPLACE FUNCTION folio.is_committing() RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(current_setting('folio.writer', true), '') = 'on'
$$;

-- A time as a document has it, in UTC.
CREATE OR REPLACE FUNCTION folio.time_text(value timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
  SELECT rtrim(rtrim(to_char(value AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.')
    || 'Z'
$$;

-- Locks the row that counts a user's changes, and creates it where it is missing.
CREATE OR REPLACE FUNCTION folio.lock_book(of_user text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  PERFORM FROM folio.books WHERE user_id = of_user FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO folio.books (user_id) VALUES (of_user) ON CONFLICT DO NOTHING;
    PERFORM FROM folio.books WHERE user_id = of_user FOR UPDATE;
  END IF;
END $$;

-- Takes the lock of the user who writes before the first row is locked: two writers of one user wait
-- here, and so they can't wait for each other. Roles that write for several users take the locks
-- when they count, in the order of the users.
CREATE OR REPLACE FUNCTION folio.lock_own_book() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  of_user CONSTANT text := public.folio_user();
BEGIN
  IF of_user <> '' THEN
    PERFORM folio.lock_book(of_user);
  END IF;
  RETURN NULL;
END $$;

-- Gives groups of users the next numbers, and clears their texts. A group that is gone becomes a
-- tombstone, which keeps the text: devices get it as a deleted group.
CREATE OR REPLACE FUNCTION folio.number_groups(users text[], ids text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  of_user text;
  own text[];
  base bigint;
  base_place bigint;
BEGIN
  FOR of_user, own IN
    SELECT u, array_agg(id ORDER BY n) FROM (
      SELECT u, id, min(n) AS n FROM unnest(users, ids) WITH ORDINALITY AS t (u, id, n) GROUP BY u, id
    ) AS groups
    GROUP BY u ORDER BY u
  LOOP
    PERFORM folio.lock_book(of_user);
    UPDATE folio.books SET last = last + cardinality(own), last_place = last_place + cardinality(own)
    WHERE user_id = of_user
    RETURNING last - cardinality(own), last_place - cardinality(own) INTO base, base_place;
    INSERT INTO folio.versions AS v (user_id, id, place, sequence, is_removed, deleted_at)
    SELECT of_user, t.id, base_place + t.n, base + t.n, g.id IS NULL,
      CASE WHEN g.is_deleted THEN folio.time_text(clock_timestamp()) END
    FROM unnest(own) WITH ORDINALITY AS t (id, n)
    LEFT JOIN public.transaction_groups g ON g.user_id = of_user AND g.id = t.id
    ON CONFLICT (user_id, id) DO UPDATE SET
      sequence = excluded.sequence,
      place = CASE WHEN v.is_removed AND v.former IS NULL AND NOT excluded.is_removed
        THEN excluded.place ELSE v.place END,
      former = coalesce(v.document, v.former),
      document = NULL,
      updated_at = CASE WHEN excluded.is_removed THEN folio.time_text(clock_timestamp()) END,
      deleted_at = CASE WHEN excluded.deleted_at IS NOT NULL
        THEN coalesce(v.deleted_at, excluded.deleted_at) END,
      is_removed = excluded.is_removed;
  END LOOP;
END $$;

-- Gives the heads of users the next number, and clears their texts.
CREATE OR REPLACE FUNCTION folio.number_heads(users text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  of_user text;
BEGIN
  FOR of_user IN SELECT DISTINCT u FROM unnest(users) AS u ORDER BY 1 LOOP
    PERFORM folio.lock_book(of_user);
    UPDATE folio.books SET last = last + 1, head_sequence = last + 1,
      former_head = coalesce(head, former_head), head = NULL,
      head_updated_at = folio.time_text(clock_timestamp())
    WHERE user_id = of_user;
  END LOOP;
END $$;

-- Removes the stored holdings of users, and their stored positions from a day on: groups, legs or
-- settings that these come from have changed. The first of `days` counts, and of those of the groups;
-- without `ids` all are outdated.
CREATE OR REPLACE FUNCTION folio.outdate(users text[], ids text[], days date[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  DELETE FROM public.portfolio_holdings WHERE user_id = ANY (users);
  IF EXISTS (SELECT FROM public.portfolio_positions WHERE user_id = ANY (users)) THEN
    DELETE FROM public.portfolio_positions p
    USING (
      SELECT t.u, min(least(t.day, g.day, l.day)) AS day
      FROM unnest(users, ids, days) AS t (u, id, day)
      LEFT JOIN LATERAL (
        SELECT (r.occurred_at AT TIME ZONE 'UTC')::date - 1 AS day FROM public.transaction_groups r
        WHERE r.user_id = t.u AND r.id = t.id
      ) AS g ON true
      LEFT JOIN LATERAL (
        SELECT min(r.trade_date) AS day FROM public.stock_transactions r
        WHERE r.user_id = t.u AND r.group_id = t.id
      ) AS l ON true
      GROUP BY t.u
    ) AS changed
    WHERE p.user_id = changed.u
      AND p.as_of >= coalesce(
        changed.day, CASE WHEN ids IS NULL THEN date '-infinity' ELSE 'infinity' END);
  END IF;
END $$;

-- Refuses rows with another user's own instrument. The foreign key does not know owners.
CREATE OR REPLACE FUNCTION folio.refuse_foreign(users text[], stocks text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  IF EXISTS (
    SELECT FROM unnest(users, stocks) AS t (u, stock)
    JOIN public.stocks_master m ON m.id = t.stock AND m.user_id <> t.u)
  THEN
    RAISE EXCEPTION 'the instrument is not present in the table "stocks_master"'
      USING ERRCODE = 'foreign_key_violation';
  END IF;
END $$;

-- Adds instruments to those that the documents of users have. One that has the symbol of an
-- instrument in the document is that instrument.
CREATE OR REPLACE FUNCTION folio.link_stocks(users text[], stocks text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  linked text[];
BEGIN
  WITH added AS (
    INSERT INTO folio.instruments (user_id, stock_id, id, symbol)
    SELECT DISTINCT ON (t.u, m.id) t.u, m.id,
      CASE WHEN same.user_id IS NOT NULL THEN same.id
        WHEN EXISTS (SELECT FROM folio.instruments i WHERE i.user_id = t.u AND i.id = m.id)
          THEN concat(m.id, ':', m.symbol)
        ELSE m.id END,
      m.symbol
    FROM unnest(users, stocks) AS t (u, stock)
    JOIN public.stocks_master m ON m.id = t.stock
    LEFT JOIN folio.instruments same ON same.user_id = t.u AND same.symbol = m.symbol
    WHERE NOT EXISTS (SELECT FROM folio.instruments i WHERE i.user_id = t.u AND i.stock_id = m.id)
    ORDER BY t.u, m.id
    ON CONFLICT DO NOTHING RETURNING user_id
  )
  SELECT array_agg(user_id) INTO linked FROM added;
  IF linked IS NOT NULL THEN
    PERFORM folio.number_heads(linked);
  END IF;
END $$;

-- Remembers groups that a statement has changed, until they are checked.
CREATE OR REPLACE FUNCTION folio.remember(users text[], ids text[], locked boolean) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO folio.changed_groups (user_id, group_id, is_locked, starts_check)
  SELECT t.u, t.id, remember.locked, row_number() OVER (ORDER BY t.u, t.id) = 1
  FROM (SELECT DISTINCT u, id FROM unnest(users, ids) AS given (u, id)) AS t
  ORDER BY 1, 2 ON CONFLICT DO NOTHING
$$;

-- Remembers the groups of the legs that a statement has changed, and gives them numbers.
CREATE OR REPLACE FUNCTION folio.note_legs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  users text[];
  ids text[];
  stocks text[];
  days date[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(user_id), array_agg(group_id), array_agg(stock_id), array_agg(day)
    INTO users, ids, stocks, days
    FROM (
      SELECT DISTINCT user_id, group_id, stock_id, (to_jsonb(t) ->> 'trade_date')::date AS day
      FROM (TABLE before UNION ALL TABLE after) AS t
    ) AS legs;
  ELSIF TG_OP = 'TRUNCATE' THEN
    SELECT array_agg(user_id), array_agg(id) INTO users, ids FROM public.transaction_groups;
  ELSIF folio.is_committing() THEN
    SELECT array_agg(user_id), array_agg(group_id), array_agg(stock_id) INTO users, ids, stocks
    FROM (SELECT DISTINCT user_id, group_id, stock_id FROM changed) AS legs;
  ELSE
    SELECT array_agg(user_id), array_agg(group_id), array_agg(stock_id), array_agg(day)
    INTO users, ids, stocks, days
    FROM (
      SELECT DISTINCT user_id, group_id, stock_id, (to_jsonb(t) ->> 'trade_date')::date AS day
      FROM changed AS t
    ) AS legs;
  END IF;
  IF users IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM folio.remember(users, ids, false);
  IF TG_OP <> 'DELETE' THEN
    PERFORM folio.refuse_foreign(users, stocks);
  END IF;
  IF NOT folio.is_committing() THEN
    PERFORM folio.number_groups(users, ids);
    IF TG_OP <> 'DELETE' THEN
      PERFORM folio.link_stocks(users, stocks);
    END IF;
    PERFORM folio.outdate(users, CASE WHEN TG_OP <> 'TRUNCATE' THEN ids END, days);
  END IF;
  RETURN NULL;
END $$;

-- Remembers the groups that a statement has added, and gives numbers to those that it has changed.
CREATE OR REPLACE FUNCTION folio.note_groups() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  users text[];
  ids text[];
  days date[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM folio.remember(array_agg(user_id), array_agg(id), true) FROM changed;
  END IF;
  IF folio.is_committing() THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(user_id), array_agg(id), array_agg((occurred_at AT TIME ZONE 'UTC')::date - 1)
    INTO users, ids, days FROM (TABLE before UNION ALL TABLE after) AS t;
  ELSIF TG_OP = 'TRUNCATE' THEN
    SELECT array_agg(user_id), array_agg(id) INTO users, ids FROM folio.versions
    WHERE NOT is_removed;
  ELSE
    SELECT array_agg(user_id), array_agg(id), array_agg((occurred_at AT TIME ZONE 'UTC')::date - 1)
    INTO users, ids, days FROM changed;
  END IF;
  IF users IS NOT NULL THEN
    PERFORM folio.number_groups(users, ids);
    PERFORM folio.outdate(users, CASE WHEN TG_OP <> 'TRUNCATE' THEN ids END, days);
  END IF;
  RETURN NULL;
END $$;

-- Gives numbers to the heads whose rows a statement has changed.
CREATE OR REPLACE FUNCTION folio.note_head() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  users text[];
  stocks text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(user_id), array_agg(to_jsonb(t) ->> 'stock_id') INTO users, stocks
    FROM (TABLE before UNION ALL TABLE after) AS t;
  ELSIF TG_OP = 'TRUNCATE' THEN
    SELECT array_agg(user_id) INTO users FROM folio.books;
  ELSE
    SELECT array_agg(user_id), array_agg(to_jsonb(t) ->> 'stock_id') INTO users, stocks
    FROM changed AS t;
  END IF;
  IF users IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'balances' AND TG_OP <> 'DELETE' THEN
    PERFORM folio.refuse_foreign(users, stocks);
  END IF;
  IF NOT folio.is_committing() THEN
    PERFORM folio.number_heads(users);
    PERFORM folio.link_stocks(users, stocks);
    IF TG_TABLE_NAME = 'user_portfolio_settings' THEN
      PERFORM folio.outdate(users, NULL, NULL);
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- Gives numbers to the heads that have instruments which a statement has changed.
CREATE OR REPLACE FUNCTION folio.note_instruments() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  users text[];
  held text[];
BEGIN
  IF folio.is_committing() THEN
    RETURN NULL;
  END IF;
  SELECT array_agg(DISTINCT i.user_id), array_agg(DISTINCT i.user_id) FILTER (
    WHERE (b.symbol, b.currency, b.multiplier, b.price_factor)
      IS DISTINCT FROM (a.symbol, a.currency, a.multiplier, a.price_factor))
  INTO users, held
  FROM before b JOIN after a ON a.id = b.id JOIN folio.instruments i ON i.stock_id = a.id
  WHERE (b.symbol, b.name, b.market, b.currency, b.kind, b.isin, b.multiplier, b.price_factor)
    IS DISTINCT FROM
      (a.symbol, a.name, a.market, a.currency, a.kind, a.isin, a.multiplier, a.price_factor);
  IF users IS NOT NULL THEN
    PERFORM folio.number_heads(users);
  END IF;
  IF held IS NOT NULL THEN
    PERFORM folio.outdate(held, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;

-- Refuses stored positions and holdings of another user's own instrument.
CREATE OR REPLACE FUNCTION folio.refuse_derived() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  PERFORM folio.refuse_foreign(array_agg(user_id), array_agg(stock_id)) FROM after;
  RETURN NULL;
END $$;

-- Refuses rows whose symbol is not that of their instrument, balances whose currency is not that of
-- their account, and another currency for an account that has balances. The foreign keys have locked
-- the instrument and the account before.
CREATE OR REPLACE FUNCTION folio.refuse_copies() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  is_wrong boolean;
BEGIN
  IF TG_TABLE_NAME <> 'portfolio_cash_accounts' THEN
    IF EXISTS (
      SELECT FROM after t JOIN public.stocks_master m ON m.id = t.stock_id
      WHERE t.symbol <> m.symbol)
    THEN
      RAISE EXCEPTION 'a symbol is not that of the instrument'
        USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  IF TG_TABLE_NAME = 'balances' THEN
    is_wrong := EXISTS (
      SELECT FROM after t JOIN public.portfolio_cash_accounts a
        ON a.user_id = t.user_id AND a.id = t.cash_account_id
      WHERE t.currency <> a.currency);
  ELSIF TG_TABLE_NAME = 'portfolio_cash_accounts' THEN
    is_wrong := EXISTS (
      SELECT FROM after a JOIN public.balances t
        ON t.user_id = a.user_id AND t.cash_account_id = a.id
      WHERE t.currency <> a.currency);
  END IF;
  IF is_wrong THEN
    RAISE EXCEPTION 'the currency of a balance is not that of its account'
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

-- Gives the rows with instruments that get other symbols the new ones.
CREATE OR REPLACE FUNCTION folio.pass_symbols() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM before b JOIN after a ON a.id = b.id WHERE a.symbol <> b.symbol) THEN
    UPDATE public.stock_transactions t SET symbol = m.symbol
    FROM after m WHERE m.id = t.stock_id AND t.symbol <> m.symbol;
    UPDATE public.balances t SET symbol = m.symbol
    FROM after m WHERE m.id = t.stock_id AND t.symbol <> m.symbol;
    UPDATE public.portfolio_positions t SET symbol = m.symbol
    FROM after m WHERE m.id = t.stock_id AND t.symbol <> m.symbol;
    UPDATE public.portfolio_holdings t SET symbol = m.symbol
    FROM after m WHERE m.id = t.stock_id AND t.symbol <> m.symbol;
  END IF;
  RETURN NULL;
END $$;

-- An instrument stays that of its owner: legs may name it.
CREATE OR REPLACE FUNCTION folio.refuse_owner() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  RAISE EXCEPTION 'an instrument keeps its owner' USING ERRCODE = 'check_violation';
END $$;

-- Wakes those who LISTEN for the changes of a user, once for each transaction. It says nothing but
-- that there are changes: a reader asks for them, and also asks from time to time.
CREATE OR REPLACE FUNCTION folio.wake() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify(concat('folio_', md5(NEW.user_id)), '');
  RETURN NULL;
END $$;

-- Counters never go back: readers have seen their numbers.
CREATE OR REPLACE FUNCTION folio.refuse_counter() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  RAISE EXCEPTION 'the counters of a user never go back' USING ERRCODE = 'check_violation';
END $$;

-- Before another program removes groups: their texts are kept, also what only the columns say. A
-- service that removes groups of several users composes them one by one.
CREATE OR REPLACE FUNCTION folio.keep_own() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT folio.is_committing() AND public.folio_user() <> '' THEN
    PERFORM folio.lock_book(public.folio_user());
    PERFORM folio.keep_composed(public.folio_user(), NULL);
  END IF;
  RETURN NULL;
END $$;

-- The same for a group whose text is not kept yet.
CREATE OR REPLACE FUNCTION folio.keep_removed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT folio.is_committing() AND EXISTS (
    SELECT FROM folio.versions v
    WHERE v.user_id = OLD.user_id AND v.id = OLD.id AND v.document IS NULL)
  THEN
    UPDATE folio.versions v SET former = c.of_text
    FROM folio.composed(OLD.user_id, ARRAY[OLD.id]) AS c
    WHERE v.user_id = OLD.user_id AND v.id = OLD.id AND v.document IS NULL
      -- Legs that were removed before are in the former text.
      AND (v.former IS NULL
        OR EXISTS (
          SELECT FROM public.stock_transactions s
          WHERE s.user_id = OLD.user_id AND s.group_id = OLD.id)
        OR EXISTS (
          SELECT FROM public.cash_transactions s
          WHERE s.user_id = OLD.user_id AND s.group_id = OLD.id));
  END IF;
  RETURN OLD;
END $$;

-- Remembers a group whose own row has changed so that it may not balance.
CREATE OR REPLACE FUNCTION folio.note_group() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO folio.changed_groups (user_id, group_id, is_locked)
  VALUES (NEW.user_id, NEW.id, true) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Remembers the groups with legs of an instrument whose currency or factors have changed. Only at
-- READ COMMITTED does it see all of them: other levels see those of the time when the transaction
-- began.
CREATE OR REPLACE FUNCTION folio.note_stock() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF current_setting('transaction_isolation') NOT LIKE 'read %' THEN
    RAISE EXCEPTION 'the currency and the factors of an instrument change at READ COMMITTED only'
      USING ERRCODE = 'invalid_transaction_state',
        HINT = 'Begin the transaction with ISOLATION LEVEL READ COMMITTED.';
  END IF;
  INSERT INTO folio.changed_groups (user_id, group_id, is_locked)
  SELECT DISTINCT user_id, group_id, false FROM public.stock_transactions WHERE stock_id = NEW.id
  ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Checks the changed groups when the transaction ends: the first of them checks all, and the others
-- find nothing left to do. First it locks what the balance depends on, so that of two transactions at
-- once the second sees what the first has done: the rows of the groups, and the instruments of their
-- legs. It updates the row of a group, because at REPEATABLE READ and above a lock alone would not
-- stop a transaction that began before. It runs as the owner of the tables, so that what it sees does
-- not depend on who is signed in.
CREATE OR REPLACE FUNCTION folio.check_group() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  users text[];
  ids text[];
  locked boolean[];
  of_user text;
  own text[];
  name text;
  fault text;
  writer CONSTANT text := coalesce(current_setting('folio.writer', true), '');
  plans CONSTANT text := current_setting('plan_cache_mode');
BEGIN
  IF NOT EXISTS (
    SELECT FROM folio.changed_groups c
    WHERE c.xact = NEW.xact AND c.user_id = NEW.user_id AND c.group_id = NEW.group_id)
  THEN
    RETURN NULL;
  END IF;
  WITH taken AS (
    DELETE FROM folio.changed_groups c WHERE c.xact = NEW.xact
    RETURNING c.user_id, c.group_id, c.is_locked
  )
  SELECT array_agg(t.user_id ORDER BY t.user_id, t.group_id),
    array_agg(t.group_id ORDER BY t.user_id, t.group_id),
    array_agg(t.is_locked ORDER BY t.user_id, t.group_id)
  INTO users, ids, locked FROM taken t;
  IF false = ANY (locked) THEN
    PERFORM FROM public.transaction_groups g
    WHERE (g.user_id, g.id) IN (
      SELECT t.u, t.id FROM unnest(users, ids, locked) AS t (u, id, is_locked) WHERE NOT t.is_locked)
    ORDER BY g.user_id, g.id FOR NO KEY UPDATE;
    -- The legs that changed have given the groups their numbers.
    PERFORM set_config('folio.writer', 'on', true);
    UPDATE public.transaction_groups g SET updated_at = clock_timestamp()
    FROM unnest(users, ids, locked) AS t (u, id, is_locked)
    WHERE g.user_id = t.u AND g.id = t.id AND NOT t.is_locked;
    PERFORM set_config('folio.writer', writer, true);
  END IF;
  PERFORM FROM public.stocks_master m
  WHERE m.id IN (
    SELECT s.stock_id FROM unnest(users, ids) AS t (u, id)
    JOIN public.stock_transactions s ON s.user_id = t.u AND s.group_id = t.id)
  ORDER BY m.id FOR SHARE;
  FOR of_user, own IN
    SELECT t.u, array_agg(t.id ORDER BY t.id) FROM unnest(users, ids) AS t (u, id)
    GROUP BY t.u ORDER BY t.u
  LOOP
    -- From the sixth call on the server has one plan for all numbers of groups. It is right for a
    -- few: 5,000 took 51 s with it. A plan of its own costs some milliseconds.
    IF cardinality(own) > 50 THEN
      PERFORM set_config('plan_cache_mode', 'force_custom_plan', true);
    END IF;
    SELECT f.group_id, f.fault INTO name, fault FROM folio.faults_in(of_user, own) AS f LIMIT 1;
    PERFORM set_config('plan_cache_mode', plans, true);
    IF fault IS NOT NULL THEN
      RAISE EXCEPTION '%', fault
        USING ERRCODE = 'check_violation', DETAIL = name,
          HINT = 'Its cash legs must be what its stock legs call for (Specs/ledger-format.md).';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Row-level security does not cover TRUNCATE. Whoever it applies to must not use TRUNCATE, even
-- where a later GRANT ALL allows it.
CREATE OR REPLACE FUNCTION folio.refuse_truncate() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF row_security_active(TG_RELID) THEN
    RAISE EXCEPTION 'permission denied to truncate the table %', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege', HINT = 'Use DELETE.';
  END IF;
  RETURN NULL;
END $$;

-- The triggers are dropped and created again, those of the first version among them.
DO $$
DECLARE
  old record;
  name text;
  called text;
BEGIN
  FOR old IN
    SELECT tgrelid::regclass AS relation, tgname FROM pg_trigger
    WHERE NOT tgisinternal
      AND (tgfoid IN (SELECT oid FROM pg_proc WHERE pronamespace = 'folio'::regnamespace)
        OR tgfoid IN (
          to_regprocedure('public.folio_balance_of_leg()'),
          to_regprocedure('public.folio_balance_of_group()'),
          to_regprocedure('public.folio_set_updated_at()')))
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', old.tgname, old.relation);
  END LOOP;
  FOR name, called IN VALUES
    ('cash_transactions', 'note_legs'), ('stock_transactions', 'note_legs'),
    ('transaction_groups', 'note_groups'), ('user_portfolio_settings', 'note_head'),
    ('portfolio_cash_accounts', 'note_head'), ('balances', 'note_head')
  LOOP
    EXECUTE format(
      'CREATE TRIGGER lock_book BEFORE INSERT OR UPDATE OR DELETE ON public.%1$I'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.lock_own_book();'
      'CREATE TRIGGER number_inserted AFTER INSERT ON public.%1$I REFERENCING NEW TABLE AS changed'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.%2$I();'
      'CREATE TRIGGER number_updated AFTER UPDATE ON public.%1$I'
      ' REFERENCING OLD TABLE AS before NEW TABLE AS after'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.%2$I();'
      'CREATE TRIGGER number_deleted AFTER DELETE ON public.%1$I REFERENCING OLD TABLE AS changed'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.%2$I();'
      'CREATE TRIGGER number_truncated AFTER TRUNCATE ON public.%1$I'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.%2$I();', name, called);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['portfolio_positions', 'portfolio_holdings'] LOOP
    EXECUTE format(
      'CREATE TRIGGER own_instruments_inserted AFTER INSERT ON public.%1$I'
      ' REFERENCING NEW TABLE AS after'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.refuse_derived();'
      'CREATE TRIGGER own_instruments_updated AFTER UPDATE ON public.%1$I'
      ' REFERENCING NEW TABLE AS after'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.refuse_derived();', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY[
    'stock_transactions', 'balances', 'portfolio_positions', 'portfolio_holdings',
    'portfolio_cash_accounts']
  LOOP
    EXECUTE format(
      'CREATE TRIGGER copies_inserted AFTER INSERT ON public.%1$I REFERENCING NEW TABLE AS after'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.refuse_copies();'
      'CREATE TRIGGER copies_updated AFTER UPDATE ON public.%1$I REFERENCING NEW TABLE AS after'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.refuse_copies();', name);
  END LOOP;
  CREATE TRIGGER copies_follow AFTER UPDATE ON public.stocks_master
    REFERENCING OLD TABLE AS before NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION folio.pass_symbols();
  CREATE TRIGGER number_updated AFTER UPDATE ON public.stocks_master
    REFERENCING OLD TABLE AS before NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION folio.note_instruments();
  CREATE TRIGGER owner_stays BEFORE UPDATE ON public.stocks_master
    FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id)
    EXECUTE FUNCTION folio.refuse_owner();
  CREATE TRIGGER wakes AFTER UPDATE ON folio.books
    FOR EACH ROW WHEN (OLD.last <> NEW.last) EXECUTE FUNCTION folio.wake();
  CREATE TRIGGER counts_up BEFORE UPDATE ON folio.books
    FOR EACH ROW WHEN (
      NEW.last < OLD.last OR NEW.last_place < OLD.last_place OR NEW.cleared < OLD.cleared
      OR NEW.user_id <> OLD.user_id)
    EXECUTE FUNCTION folio.refuse_counter();
  CREATE TRIGGER keep_own BEFORE DELETE ON public.transaction_groups
    FOR EACH STATEMENT EXECUTE FUNCTION folio.keep_own();
  CREATE TRIGGER keep_removed BEFORE DELETE ON public.transaction_groups
    FOR EACH ROW EXECUTE FUNCTION folio.keep_removed();
  CREATE TRIGGER note_updated AFTER UPDATE ON public.transaction_groups
    FOR EACH ROW WHEN (
      OLD.group_type IS DISTINCT FROM NEW.group_type
      OR OLD.status IS DISTINCT FROM NEW.status
      OR OLD.is_deleted IS DISTINCT FROM NEW.is_deleted)
    EXECUTE FUNCTION folio.note_group();
  CREATE TRIGGER note_updated AFTER UPDATE ON public.stocks_master
    FOR EACH ROW WHEN (
      OLD.currency IS DISTINCT FROM NEW.currency
      OR OLD.multiplier IS DISTINCT FROM NEW.multiplier
      OR OLD.price_factor IS DISTINCT FROM NEW.price_factor)
    EXECUTE FUNCTION folio.note_stock();
  -- Legs come one after the other, and a group must balance when the transaction ends.
  CREATE CONSTRAINT TRIGGER group_balances AFTER INSERT ON folio.changed_groups
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.starts_check)
    EXECUTE FUNCTION folio.check_group();
END $$;

-- ----------------------------------------------------------- from the text of a row to its columns

-- The time of a text in a document. Without an offset it is in UTC.
CREATE OR REPLACE FUNCTION folio.any_time_of(value text) RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
BEGIN
  IF value !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' THEN
    RAISE EXCEPTION '"%" is no time', left(value, 40) USING ERRCODE = 'invalid_datetime_format';
  END IF;
  RETURN value::timestamptz;
END $$;

-- The same, without a call for the times that Folio writes. This and the next functions become parts
-- of the statements that call them, as `number_of` does: a call for each value of a large commit took
-- a fifth of its time.
CREATE OR REPLACE FUNCTION folio.time_of(value text) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?Z$'
    THEN value::timestamptz
    ELSE folio.any_time_of(value)
  END
$$;

-- The day of a text in a document.
CREATE OR REPLACE FUNCTION folio.any_day_of(value text) RETURNS date
LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT folio.is_day(value) THEN
    RAISE EXCEPTION '"%" is no day', left(value, 40) USING ERRCODE = 'invalid_datetime_format';
  END IF;
  RETURN value::date;
END $$;

-- The same, without a call for the days that every month has.
CREATE OR REPLACE FUNCTION folio.day_of(value text) RETURNS date
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN value ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$' THEN value::date
    ELSE folio.any_day_of(value)
  END
$$;

-- Refuses a text that is no number.
CREATE OR REPLACE FUNCTION folio.no_number(value text) RETURNS numeric
LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '"%" is no number of at most 36 digits', left(value, 80)
    USING ERRCODE = 'invalid_text_representation';
END $$;

-- The number of a text in a document, with all its digits.
CREATE OR REPLACE FUNCTION folio.exact_of(value text) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(folio.number_of(value), folio.no_number(value))
$$;

-- The id in the tables of a row that has none in its document.
CREATE OR REPLACE FUNCTION folio.made_id(kind text, parent text, n bigint) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT md5(concat(kind, '/', parent, '/', n))::uuid::text
$$;

-- The row of stocks_master that a user's document means by an instrument: a shared one with the same
-- symbol, currency and factors, or one of the user's own, which is created where it is missing. With
-- a `leg_currency` a leg names the instrument, and the document has no row of it.
CREATE OR REPLACE FUNCTION folio.linked(of_user text, stock json) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  doc_id CONSTANT text := stock ->> 'id';
  doc_symbol CONSTANT text := coalesce(stock ->> 'symbol', doc_id);
  factor_of CONSTANT numeric := coalesce(folio.exact_of(stock ->> 'multiplier'), 1);
  point_of CONSTANT numeric := coalesce(folio.exact_of(stock ->> 'price_factor'), 1);
  named folio.instruments;
  target text;
BEGIN
  SELECT * INTO named FROM folio.instruments i
  WHERE i.user_id = of_user
    AND (i.id = doc_id OR (i.id IS NULL OR doc_id IS NULL) AND i.symbol = doc_symbol)
  ORDER BY i.id = doc_id DESC NULLS LAST, i.stock_id LIMIT 1;
  IF named.stock_id IS NOT NULL AND stock -> 'leg_currency' IS NOT NULL THEN
    RETURN named.stock_id;
  END IF;
  IF named.stock_id IS NULL OR EXISTS (
    SELECT FROM public.stocks_master m WHERE m.id = named.stock_id AND m.user_id IS NULL)
  THEN
    SELECT m.id INTO target FROM public.stocks_master m
    WHERE m.x_symbol = doc_symbol
      AND m.currency = coalesce(stock ->> 'currency', m.currency)
      AND coalesce(m.multiplier, 1) = factor_of AND coalesce(m.price_factor, 1) = point_of
      AND coalesce(m.isin = (stock ->> 'isin'), true);
  ELSE
    target := named.stock_id;
  END IF;
  IF target IS NULL THEN
    SELECT m.id INTO target FROM public.stocks_master m
    WHERE m.user_id = of_user AND m.symbol = doc_symbol;
  END IF;
  IF target IS NULL THEN
    INSERT INTO public.stocks_master (
      user_id, symbol, name, market, currency, kind, isin, multiplier, price_factor)
    VALUES (
      of_user, doc_symbol, stock ->> 'name', stock ->> 'market',
      coalesce(stock ->> 'currency', stock ->> 'leg_currency', 'XXX'), stock ->> 'kind',
      stock ->> 'isin', folio.exact_of(stock ->> 'multiplier'),
      folio.exact_of(stock ->> 'price_factor'))
    RETURNING stocks_master.id INTO target;
  ELSIF stock -> 'leg_currency' IS NULL THEN
    UPDATE public.stocks_master m
    SET symbol = new.symbol, name = new.name, market = new.market, currency = new.currency,
      kind = new.kind, isin = new.isin, multiplier = new.multiplier, price_factor = new.price_factor
    FROM (
      SELECT doc_symbol AS symbol, stock ->> 'name' AS name, stock ->> 'market' AS market,
        stock ->> 'currency' AS currency, stock ->> 'kind' AS kind, stock ->> 'isin' AS isin,
        folio.exact_of(stock ->> 'multiplier') AS multiplier,
        folio.exact_of(stock ->> 'price_factor') AS price_factor
    ) AS new
    WHERE m.id = target AND m.user_id = of_user AND new.currency IS NOT NULL
      AND (m.symbol, m.name, m.market, m.currency, m.kind, m.isin, m.multiplier, m.price_factor)
        IS DISTINCT FROM (new.symbol, new.name, new.market, new.currency, new.kind, new.isin,
          new.multiplier, new.price_factor);
  END IF;
  INSERT INTO folio.instruments (user_id, stock_id, id, symbol)
  VALUES (of_user, target, doc_id, doc_symbol)
  ON CONFLICT (user_id, stock_id) DO UPDATE SET id = excluded.id, symbol = excluded.symbol;
  IF named.stock_id <> target THEN
    -- The shared instrument is not the one of the document any more.
    UPDATE public.stock_transactions t
    SET stock_id = target, symbol = CASE WHEN t.symbol IS NOT NULL THEN doc_symbol END
    WHERE t.user_id = of_user AND t.stock_id = named.stock_id;
    UPDATE public.cash_transactions t SET stock_id = target
    WHERE t.user_id = of_user AND t.stock_id = named.stock_id;
    UPDATE public.balances t
    SET stock_id = target, symbol = CASE WHEN t.symbol IS NOT NULL THEN doc_symbol END
    WHERE t.user_id = of_user AND t.stock_id = named.stock_id;
    DELETE FROM folio.instruments i WHERE i.user_id = of_user AND i.stock_id = named.stock_id;
  END IF;
  RETURN target;
END $$;

-- Writes the settings, the accounts, the instruments and the balances of a head into their tables.
-- Prices and rates stay in the text: the tables of these are shared.
CREATE OR REPLACE FUNCTION folio.write_head(of_user text, doc json) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  own CONSTANT json := coalesce(doc -> 'settings', '{}');
BEGIN
  IF EXISTS (
    SELECT FROM json_object_keys(own) AS key
    WHERE key IN (
      'base_currency', 'cost_basis_method', 'lot_scope', 'fee_treatment', 'tax_rules',
      'crossing_zero', 'cash_cost_basis_method', 'closed_until'))
  THEN
    INSERT INTO public.user_portfolio_settings (
      user_id, base_currency, cost_basis_method, lot_scope, fee_treatment, tax_rules,
      crossing_zero, cash_cost_basis_method, closed_until)
    VALUES (
      of_user, own ->> 'base_currency', own ->> 'cost_basis_method', own ->> 'lot_scope',
      own ->> 'fee_treatment', own ->> 'tax_rules', own ->> 'crossing_zero',
      own ->> 'cash_cost_basis_method', folio.day_of(own ->> 'closed_until'))
    ON CONFLICT (user_id) DO UPDATE SET
      base_currency = excluded.base_currency, cost_basis_method = excluded.cost_basis_method,
      lot_scope = excluded.lot_scope, fee_treatment = excluded.fee_treatment,
      tax_rules = excluded.tax_rules, crossing_zero = excluded.crossing_zero,
      cash_cost_basis_method = excluded.cash_cost_basis_method,
      closed_until = excluded.closed_until;
  ELSE
    DELETE FROM public.user_portfolio_settings t WHERE t.user_id = of_user;
  END IF;
  INSERT INTO public.portfolio_cash_accounts AS t (user_id, id, name, currency)
  SELECT of_user, a.value ->> 'id', a.value ->> 'name', a.value ->> 'currency'
  FROM json_array_elements(coalesce(doc -> 'portfolio_cash_accounts', '[]')) AS a
  ON CONFLICT (user_id, id) DO UPDATE SET name = excluded.name, currency = excluded.currency
  WHERE (t.name, t.currency) IS DISTINCT FROM (excluded.name, excluded.currency);
  PERFORM folio.linked(of_user, s.value)
  FROM json_array_elements(coalesce(doc -> 'stocks_master', '[]')) AS s;
  INSERT INTO public.balances AS t (
    user_id, id, date, cash_account_id, amount, currency, stock_id, symbol, quantity, account,
    is_deleted)
  SELECT of_user, coalesce(b.value ->> 'id', folio.made_id('balance', '', b.n)),
    folio.day_of(b.value ->> 'date'), b.value ->> 'cash_account_id',
    folio.exact_of(b.value ->> 'amount'), b.value ->> 'currency', i.stock_id,
    CASE WHEN b.value ->> 'cash_account_id' IS NULL THEN coalesce(i.symbol, b.value ->> 'symbol') END,
    folio.exact_of(b.value ->> 'quantity'), b.value ->> 'account',
    coalesce((b.value ->> 'is_deleted')::boolean, false)
  FROM json_array_elements(coalesce(doc -> 'balances', '[]')) WITH ORDINALITY AS b (value, n)
  LEFT JOIN LATERAL (
    SELECT m.id AS stock_id, m.symbol
    FROM folio.instruments n JOIN public.stocks_master m ON m.id = n.stock_id
    WHERE n.user_id = of_user AND b.value ->> 'cash_account_id' IS NULL
      AND (n.id = b.value ->> 'stock_id'
        OR b.value ->> 'stock_id' IS NULL AND n.symbol = b.value ->> 'symbol')
    ORDER BY m.id LIMIT 1
  ) AS i ON true
  ON CONFLICT (user_id, id) DO UPDATE SET
    date = excluded.date, cash_account_id = excluded.cash_account_id, amount = excluded.amount,
    currency = excluded.currency, stock_id = excluded.stock_id, symbol = excluded.symbol,
    quantity = excluded.quantity, account = excluded.account, is_deleted = excluded.is_deleted
  WHERE (t.date, t.cash_account_id, t.amount, t.currency, t.stock_id, t.symbol, t.quantity,
      t.account, t.is_deleted)
    IS DISTINCT FROM (excluded.date, excluded.cash_account_id, excluded.amount, excluded.currency,
      excluded.stock_id, excluded.symbol, excluded.quantity, excluded.account, excluded.is_deleted);
END $$;

-- Removes what a head does not have: balances, accounts, and instruments that nothing uses.
CREATE OR REPLACE FUNCTION folio.drop_unnamed(of_user text, doc json) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  DELETE FROM public.balances t
  WHERE t.user_id = of_user AND t.id NOT IN (
    SELECT coalesce(b.value ->> 'id', folio.made_id('balance', '', b.n))
    FROM json_array_elements(coalesce(doc -> 'balances', '[]')) WITH ORDINALITY AS b (value, n));
  DELETE FROM public.portfolio_cash_accounts t
  WHERE t.user_id = of_user AND t.id NOT IN (
    SELECT a.value ->> 'id'
    FROM json_array_elements(coalesce(doc -> 'portfolio_cash_accounts', '[]')) AS a);
  DELETE FROM folio.instruments t
  WHERE t.user_id = of_user
    AND NOT EXISTS (
      SELECT FROM json_array_elements(coalesce(doc -> 'stocks_master', '[]')) AS s
      WHERE t.id IS NOT DISTINCT FROM s.value ->> 'id'
        AND t.symbol = coalesce(s.value ->> 'symbol', s.value ->> 'id'))
    AND NOT EXISTS (
      SELECT FROM public.stock_transactions u
      WHERE u.user_id = of_user AND u.stock_id = t.stock_id)
    AND NOT EXISTS (
      SELECT FROM public.cash_transactions u
      WHERE u.user_id = of_user AND u.stock_id = t.stock_id)
    AND NOT EXISTS (
      SELECT FROM public.balances u WHERE u.user_id = of_user AND u.stock_id = t.stock_id);
END $$;

-- Writes groups and their legs into their tables. Legs that a group has no more go. The others stay
-- the same rows, so that columns which an application has added keep what they hold.
CREATE OR REPLACE FUNCTION folio.write_groups(of_user text, texts text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  ids text[];
  stock_legs json[];
  cash_legs json[];
  stock_ids text[];
  cash_ids text[];
  keys text[];
  stocks text[];
  symbols text[];
  wanted integer;
  written integer;
  missing json;
BEGIN
  IF cardinality(texts) = 0 THEN
    RETURN;
  END IF;
  SELECT array_agg(g.id ORDER BY t.n), array_agg(g.stock_transactions ORDER BY t.n),
    array_agg(g.cash_transactions ORDER BY t.n)
  INTO ids, stock_legs, cash_legs
  FROM unnest(texts) WITH ORDINALITY AS t (line, n), json_to_record(t.line::json) AS g (
    id text, stock_transactions json, cash_transactions json);
  INSERT INTO public.transaction_groups AS t (
    user_id, id, group_type, status, occurred_at, settled_at, notes, is_deleted)
  SELECT of_user, g.id, g.group_type, coalesce(g.status, 'settled'), folio.time_of(g.occurred_at),
    folio.time_of(g.settled_at), g.notes, coalesce(g.is_deleted, false)
  FROM unnest(texts) AS t (line), json_to_record(t.line::json) AS g (
    id text, group_type text, status text, occurred_at text, settled_at text, notes text,
    is_deleted boolean)
  ON CONFLICT (user_id, id) DO UPDATE SET
    group_type = excluded.group_type, status = excluded.status, occurred_at = excluded.occurred_at,
    settled_at = excluded.settled_at, notes = excluded.notes, is_deleted = excluded.is_deleted;

  -- The instruments that the legs name. A key begins with `i` for an id, and with `s` for a symbol.
  FOR missing IN
    SELECT DISTINCT ON (l.stock_id, l.symbol) json_build_object(
      'id', l.stock_id, 'symbol', l.symbol, 'leg_currency', coalesce(l.currency, 'XXX'))
    FROM unnest(stock_legs || cash_legs) AS t (legs),
      json_to_recordset(t.legs) AS l (stock_id text, symbol text, currency text)
    WHERE coalesce(l.stock_id, l.symbol) IS NOT NULL
  LOOP
    PERFORM folio.linked(of_user, missing);
  END LOOP;
  SELECT array_agg(i.key), array_agg(i.stock_id), array_agg(i.symbol) INTO keys, stocks, symbols
  FROM (
    SELECT DISTINCT ON (used.key) used.key, m.id AS stock_id, m.symbol
    FROM (
      SELECT DISTINCT coalesce('i' || l.stock_id, 's' || l.symbol) AS key, l.stock_id, l.symbol
      FROM unnest(stock_legs || cash_legs) AS t (legs),
        json_to_recordset(t.legs) AS l (stock_id text, symbol text)
    ) AS used
    CROSS JOIN LATERAL (
      SELECT n.stock_id FROM folio.instruments n
      WHERE n.user_id = of_user AND n.id = used.stock_id
      UNION ALL
      SELECT n.stock_id FROM folio.instruments n
      WHERE n.user_id = of_user AND n.symbol = used.symbol AND used.stock_id IS NULL
    ) AS named
    JOIN public.stocks_master m ON m.id = named.stock_id
    ORDER BY used.key, m.user_id NULLS LAST, m.id
  ) AS i;

  SELECT array_agg(coalesce(l.id, folio.made_id('stock', t.id, l.n))) INTO stock_ids
  FROM unnest(ids, stock_legs) AS t (id, legs),
    ROWS FROM (json_to_recordset(t.legs) AS (id text)) WITH ORDINALITY AS l (id, n);
  SELECT array_agg(coalesce(l.id, folio.made_id('cash', t.id, l.n))) INTO cash_ids
  FROM unnest(ids, cash_legs) AS t (id, legs),
    ROWS FROM (json_to_recordset(t.legs) AS (id text)) WITH ORDINALITY AS l (id, n);
  DELETE FROM public.stock_transactions t
  WHERE t.user_id = of_user AND t.group_id = ANY (ids)
    AND NOT EXISTS (SELECT FROM unnest(stock_ids) AS s (id) WHERE s.id = t.id);
  DELETE FROM public.cash_transactions t
  WHERE t.user_id = of_user AND t.group_id = ANY (ids)
    AND NOT EXISTS (SELECT FROM unnest(cash_ids) AS s (id) WHERE s.id = t.id);
  wanted := coalesce(cardinality(stock_ids), 0) + coalesce(cardinality(cash_ids), 0);

  INSERT INTO public.stock_transactions AS t (
    user_id, id, group_id, stock_id, symbol, trade_type, trade_date, settlement_date, quantity,
    price_per_share, gross_amount, fees, taxes, tax_withheld, currency, fx_rate, account, ratio,
    new_symbol, basis_fraction, cash_in_lieu, accrued_interest, direction, recipient, lots)
  SELECT of_user, coalesce(l.id, folio.made_id('stock', g.id, l.n)), g.id, i.stock_id, i.symbol,
    l.trade_type, folio.day_of(l.trade_date), folio.day_of(l.settlement_date),
    folio.exact_of(l.quantity), folio.exact_of(l.price_per_share), folio.exact_of(l.gross_amount),
    folio.exact_of(l.fees), folio.exact_of(l.taxes), folio.exact_of(l.tax_withheld), l.currency,
    folio.exact_of(l.fx_rate), l.account, l.ratio, l.new_symbol, folio.exact_of(l.basis_fraction),
    folio.exact_of(l.cash_in_lieu), folio.exact_of(l.accrued_interest), l.direction, l.recipient,
    l.lots
  FROM unnest(ids, stock_legs) AS g (id, legs)
  CROSS JOIN LATERAL ROWS FROM (json_to_recordset(g.legs) AS (
    id text, stock_id text, symbol text, trade_type text, trade_date text, settlement_date text,
    quantity text, price_per_share text, gross_amount text, fees text, taxes text,
    tax_withheld text, currency text, fx_rate text, account text, ratio text, new_symbol text,
    basis_fraction text, cash_in_lieu text, accrued_interest text, direction text, recipient text,
    lots jsonb)) WITH ORDINALITY AS l (
    id, stock_id, symbol, trade_type, trade_date, settlement_date, quantity, price_per_share,
    gross_amount, fees, taxes, tax_withheld, currency, fx_rate, account, ratio, new_symbol,
    basis_fraction, cash_in_lieu, accrued_interest, direction, recipient, lots, n)
  LEFT JOIN unnest(keys, stocks, symbols) AS i (key, stock_id, symbol)
    ON i.key = coalesce('i' || l.stock_id, 's' || l.symbol)
  ON CONFLICT (user_id, id) DO UPDATE SET
    group_id = excluded.group_id, stock_id = excluded.stock_id, symbol = excluded.symbol,
    trade_type = excluded.trade_type, trade_date = excluded.trade_date,
    settlement_date = excluded.settlement_date, quantity = excluded.quantity,
    price_per_share = excluded.price_per_share, gross_amount = excluded.gross_amount,
    fees = excluded.fees, taxes = excluded.taxes, tax_withheld = excluded.tax_withheld,
    currency = excluded.currency, fx_rate = excluded.fx_rate, account = excluded.account,
    ratio = excluded.ratio, new_symbol = excluded.new_symbol,
    basis_fraction = excluded.basis_fraction, cash_in_lieu = excluded.cash_in_lieu,
    accrued_interest = excluded.accrued_interest, direction = excluded.direction,
    recipient = excluded.recipient, lots = excluded.lots
  WHERE t.group_id = ANY (ids);
  GET DIAGNOSTICS written = ROW_COUNT;
  wanted := wanted - written;
  INSERT INTO public.cash_transactions AS t (
    user_id, id, group_id, cash_account_id, leg_type, direction, amount, currency, stock_id, symbol)
  SELECT of_user, coalesce(l.id, folio.made_id('cash', g.id, l.n)), g.id, l.cash_account_id,
    l.leg_type, l.direction, folio.exact_of(l.amount), coalesce(l.currency, a.currency),
    i.stock_id, i.symbol
  FROM unnest(ids, cash_legs) AS g (id, legs)
  CROSS JOIN LATERAL ROWS FROM (json_to_recordset(g.legs) AS (
    id text, cash_account_id text, leg_type text, direction text, amount text, currency text,
    stock_id text, symbol text)) WITH ORDINALITY AS l (
    id, cash_account_id, leg_type, direction, amount, currency, stock_id, symbol, n)
  LEFT JOIN public.portfolio_cash_accounts a ON a.user_id = of_user AND a.id = l.cash_account_id
  LEFT JOIN unnest(keys, stocks, symbols) AS i (key, stock_id, symbol)
    ON i.key = coalesce('i' || l.stock_id, 's' || l.symbol)
  ON CONFLICT (user_id, id) DO UPDATE SET
    group_id = excluded.group_id, cash_account_id = excluded.cash_account_id,
    leg_type = excluded.leg_type, direction = excluded.direction, amount = excluded.amount,
    currency = excluded.currency, stock_id = excluded.stock_id, symbol = excluded.symbol
  WHERE t.group_id = ANY (ids);
  GET DIAGNOSTICS written = ROW_COUNT;
  IF wanted <> written THEN
    RAISE EXCEPTION 'the id of a leg is that of a leg in another group'
      USING ERRCODE = 'unique_violation';
  END IF;
END $$;

-- The days whose positions are given: `as_of` of the whole, and of each row.
CREATE OR REPLACE FUNCTION folio.derived_days(doc json) RETURNS date[]
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT folio.day_of(t.day)), '{}')
  FROM (
    SELECT doc ->> 'as_of' AS day WHERE json_typeof(doc -> 'positions') = 'array'
    UNION ALL SELECT r.value ->> 'as_of' FROM json_array_elements(
      CASE json_typeof(doc -> 'positions') WHEN 'array' THEN doc -> 'positions' ELSE '[]' END) AS r
  ) AS t WHERE t.day IS NOT NULL
$$;

-- Rows of `holdings` or `positions` with their instruments.
CREATE OR REPLACE FUNCTION folio.derived_rows(of_user text, kind text, rows json)
RETURNS TABLE (
  id text, stock_id text, symbol text, as_of date, quantity numeric, average_cost numeric,
  cost_basis numeric, market_value numeric, currency text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(r.value ->> 'id', folio.made_id(kind, coalesce(r.value ->> 'as_of', ''), r.n)),
    i.stock_id, coalesce(i.symbol, r.value ->> 'symbol'), folio.day_of(r.value ->> 'as_of'),
    folio.exact_of(r.value ->> 'quantity'), folio.exact_of(r.value ->> 'average_cost'),
    folio.exact_of(r.value ->> 'cost_basis'), folio.exact_of(r.value ->> 'market_value'),
    r.value ->> 'currency'
  FROM json_array_elements(rows) WITH ORDINALITY AS r (value, n)
  LEFT JOIN LATERAL (
    SELECT m.id AS stock_id, m.symbol
    FROM folio.instruments n JOIN public.stocks_master m ON m.id = n.stock_id
    WHERE n.user_id = of_user AND CASE WHEN r.value ->> 'stock_id' IS NOT NULL
      THEN n.id = r.value ->> 'stock_id' ELSE n.symbol = r.value ->> 'symbol' END
    ORDER BY m.id LIMIT 1
  ) AS i ON true
$$;

-- Replaces the stored holdings, and the stored positions of the days that are given. A row that stays
-- the same is not written.
CREATE OR REPLACE FUNCTION folio.write_derived(of_user text, doc json) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  days CONSTANT date[] := folio.derived_days(doc);
BEGIN
  IF json_typeof(doc -> 'holdings') = 'array' THEN
    WITH given AS MATERIALIZED (
      SELECT * FROM folio.derived_rows(of_user, 'holding', doc -> 'holdings')
    ),
    gone AS (
      DELETE FROM public.portfolio_holdings t
      WHERE t.user_id = of_user AND NOT EXISTS (SELECT FROM given g WHERE g.id = t.id)
    )
    INSERT INTO public.portfolio_holdings AS t (
      user_id, id, stock_id, symbol, quantity, average_cost, cost_basis, currency)
    SELECT of_user, g.id, g.stock_id, g.symbol, g.quantity, g.average_cost, g.cost_basis, g.currency
    FROM given g
    ON CONFLICT (user_id, id) DO UPDATE SET
      stock_id = excluded.stock_id, symbol = excluded.symbol, quantity = excluded.quantity,
      average_cost = excluded.average_cost, cost_basis = excluded.cost_basis,
      currency = excluded.currency
    WHERE (t.stock_id, t.symbol, t.quantity, t.average_cost, t.cost_basis, t.currency)
      IS DISTINCT FROM (excluded.stock_id, excluded.symbol, excluded.quantity,
        excluded.average_cost, excluded.cost_basis, excluded.currency);
  END IF;
  IF json_typeof(doc -> 'positions') = 'array' THEN
    WITH given AS MATERIALIZED (
      SELECT * FROM folio.derived_rows(of_user, 'position', doc -> 'positions')
    ),
    gone AS (
      DELETE FROM public.portfolio_positions t
      WHERE t.user_id = of_user AND t.as_of = ANY (days)
        AND NOT EXISTS (SELECT FROM given g WHERE g.id = t.id)
    )
    INSERT INTO public.portfolio_positions AS t (
      user_id, id, stock_id, symbol, as_of, quantity, average_cost, cost_basis, market_value,
      currency)
    SELECT of_user, g.id, g.stock_id, g.symbol, g.as_of, g.quantity, g.average_cost, g.cost_basis,
      g.market_value, g.currency
    FROM given g
    ON CONFLICT (user_id, id) DO UPDATE SET
      stock_id = excluded.stock_id, symbol = excluded.symbol, as_of = excluded.as_of,
      quantity = excluded.quantity, average_cost = excluded.average_cost,
      cost_basis = excluded.cost_basis, market_value = excluded.market_value,
      currency = excluded.currency
    WHERE (t.stock_id, t.symbol, t.as_of, t.quantity, t.average_cost, t.cost_basis, t.market_value,
        t.currency)
      IS DISTINCT FROM (excluded.stock_id, excluded.symbol, excluded.as_of, excluded.quantity,
        excluded.average_cost, excluded.cost_basis, excluded.market_value, excluded.currency);
  END IF;
END $$;

-- ----------------------------------------------------------- from the columns to the text of a row

-- Whether two values of a key mean the same.
CREATE OR REPLACE FUNCTION folio.is_same(key text, value json, former json) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(CASE
    WHEN value::text = former::text THEN true
    WHEN key IN ('lots', 'cost_basis_method') THEN value::jsonb = former::jsonb
    WHEN json_typeof(former) NOT IN ('string', 'number') THEN false
    WHEN key IN ('occurred_at', 'settled_at') THEN
      folio.time_of(value #>> '{}') = folio.time_of(former #>> '{}')
    WHEN key IN (
      'quantity', 'price_per_share', 'gross_amount', 'fees', 'taxes', 'tax_withheld', 'fx_rate',
      'basis_fraction', 'cash_in_lieu', 'accrued_interest', 'amount', 'multiplier', 'price_factor')
    THEN folio.number_of(value #>> '{}') = folio.number_of(former #>> '{}')
    ELSE value #>> '{}' = former #>> '{}'
  END, false)
$$;

-- The members of a row that an application has added as columns.
CREATE OR REPLACE FUNCTION folio.extra_members(doc json, known text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT string_agg(concat(to_json(m.key), ': ', m.value), ', ')
  FROM json_each(doc) AS m WHERE m.key <> ALL (known) AND json_typeof(m.value) <> 'null'
$$;

-- The keys of a kind of row that are columns.
CREATE OR REPLACE FUNCTION folio.known_keys(kind text) RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE kind
    WHEN 'group' THEN ARRAY[
      'id', 'group_type', 'status', 'occurred_at', 'settled_at', 'notes', 'is_deleted',
      'stock_transactions', 'cash_transactions']
    WHEN 'stock' THEN ARRAY[
      'id', 'stock_id', 'symbol', 'trade_type', 'trade_date', 'settlement_date', 'quantity',
      'price_per_share', 'gross_amount', 'fees', 'taxes', 'tax_withheld', 'currency', 'fx_rate',
      'account', 'ratio', 'new_symbol', 'basis_fraction', 'cash_in_lieu', 'accrued_interest',
      'direction', 'recipient', 'lots']
    WHEN 'cash' THEN ARRAY[
      'id', 'cash_account_id', 'leg_type', 'direction', 'amount', 'currency', 'stock_id', 'symbol']
    WHEN 'settings' THEN ARRAY[
      'base_currency', 'cost_basis_method', 'lot_scope', 'fee_treatment', 'tax_rules',
      'crossing_zero', 'cash_cost_basis_method', 'closed_until']
    WHEN 'account' THEN ARRAY['id', 'name', 'currency']
    WHEN 'instrument' THEN ARRAY['id', 'symbol', 'currency', 'multiplier', 'price_factor']
    WHEN 'balance' THEN ARRAY[
      'id', 'date', 'cash_account_id', 'amount', 'currency', 'stock_id', 'symbol', 'quantity',
      'account', 'is_deleted']
    WHEN 'price' THEN '{}'::text[]
  END
$$;

-- The texts of rows of some kinds from what their columns say, and from the texts that they had:
-- values that mean the same keep their spelling, and keys that are no columns stay. `updated_at` is
-- that of `times` if there is one. A text comes back with the key that the caller gives it.
--
-- All rows come in one statement, and are matched by grouping: row by row, or with a join whose plan
-- is wrong, a change of many groups by another program would make a ledger unreadable.
CREATE OR REPLACE FUNCTION folio.merged(
  keys text[], kinds text[], fresh text[], former text[], times text[])
RETURNS TABLE (key text, line text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH given AS MATERIALIZED (
    SELECT g.*, CASE WHEN g.line <> g.former THEN folio.known_keys(g.kind) END AS known
    FROM unnest(keys, kinds, fresh, former, times) AS g (id, kind, line, former, time)
  ),
  members AS (
    SELECT g.id, m.key, m.n AS place, m.value::text AS value, NULL::text AS old, false AS is_known
    FROM given g, json_each(g.line::json) WITH ORDINALITY AS m (key, value, n)
    WHERE g.line <> g.former
    UNION ALL
    SELECT g.id, m.key, 1000000 + m.n, NULL,
      CASE WHEN m.key = 'updated_at' AND g.time IS NOT NULL THEN to_json(g.time)::text
        ELSE m.value::text END,
      m.key = ANY (g.known)
    FROM given g, json_each(g.former::json) WITH ORDINALITY AS m (key, value, n)
    WHERE g.line <> g.former
  ),
  matched AS (
    SELECT m.id, m.key, min(m.place) AS place, max(m.value) AS value, max(m.old) AS old,
      bool_or(m.is_known) AS is_known
    FROM members m GROUP BY m.id, m.key
  )
  SELECT g.id, g.line FROM given g WHERE g.line = g.former
  UNION ALL
  SELECT m.id, concat('{', string_agg(
    concat(to_json(m.key), ': ', CASE
      WHEN m.value IS NULL OR m.value = m.old
        OR folio.is_same(m.key, m.value::json, m.old::json) THEN m.old
      ELSE m.value END), ', ' ORDER BY m.place), '}')
  FROM matched m WHERE m.value IS NOT NULL OR NOT m.is_known GROUP BY m.id
$$;

-- The text of a row that columns say, without the id if the text that it had has none. The columns
-- say the id first.
CREATE OR REPLACE FUNCTION folio.without_id(line text, id text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT concat('{', substr(line, length(concat('{"id": ', to_json(id), ', ')) + 1))
$$;

-- The text of an array of rows, in the order that they had. Others come after them.
CREATE OR REPLACE FUNCTION folio.merged_rows(fresh json, former json, kind text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH pairs AS (
    SELECT row_number() OVER (ORDER BY o.n, f.n) AS n, coalesce(o.value, '{}')::text AS former,
      CASE WHEN o.value ->> 'id' IS NULL AND o.value IS NOT NULL AND kind <> 'instrument'
        THEN folio.without_id(f.value::text, f.value ->> 'id') ELSE f.value::text END AS line
    FROM json_array_elements(fresh) WITH ORDINALITY AS f (value, n)
    LEFT JOIN json_array_elements(coalesce(former, '[]')) WITH ORDINALITY AS o (value, n)
      ON coalesce(o.value ->> 'id', CASE kind WHEN 'instrument' THEN o.value ->> 'symbol'
        ELSE folio.made_id(kind, '', o.n) END)
      = coalesce(f.value ->> 'id', CASE kind WHEN 'instrument' THEN f.value ->> 'symbol' END)
  )
  SELECT concat('[', string_agg(m.line, ', ' ORDER BY m.key::bigint), ']')
  FROM (
    SELECT array_agg(p.n::text) AS keys, array_agg(kind) AS kinds, array_agg(p.line) AS lines,
      array_agg(p.former) AS formers
    FROM pairs p
  ) AS a, folio.merged(a.keys, a.kinds, a.lines, a.formers, NULL) AS m
$$;

-- The texts of groups from their columns. Legs come in the order that they had in the last text,
-- and others in the order of their ids.
CREATE OR REPLACE FUNCTION folio.composed(of_user text, ids text[])
RETURNS TABLE (of_id text, of_text text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  group_columns CONSTANT text[] := ARRAY[
    'user_id', 'id', 'group_type', 'status', 'occurred_at', 'settled_at', 'notes', 'is_deleted',
    'created_at', 'updated_at'];
  stock_columns CONSTANT text[] := ARRAY[
    'user_id', 'id', 'group_id', 'stock_id', 'symbol', 'trade_type', 'trade_date',
    'settlement_date', 'quantity', 'price_per_share', 'gross_amount', 'fees', 'taxes',
    'tax_withheld', 'currency', 'fx_rate', 'account', 'ratio', 'new_symbol', 'basis_fraction',
    'cash_in_lieu', 'accrued_interest', 'direction', 'recipient', 'lots', 'updated_at'];
  cash_columns CONSTANT text[] := ARRAY[
    'user_id', 'id', 'group_id', 'cash_account_id', 'leg_type', 'direction', 'amount', 'currency',
    'stock_id', 'symbol', 'updated_at'];
  group_extra boolean;
  stock_extra boolean;
  cash_extra boolean;
BEGIN
  -- Columns that an application has added are members, too.
  SELECT
    bool_or(a.attrelid = 'public.transaction_groups'::regclass AND a.attname <> ALL (group_columns)),
    bool_or(a.attrelid = 'public.stock_transactions'::regclass AND a.attname <> ALL (stock_columns)),
    bool_or(a.attrelid = 'public.cash_transactions'::regclass AND a.attname <> ALL (cash_columns))
  INTO group_extra, stock_extra, cash_extra
  FROM pg_attribute a
  WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid IN (
    'public.transaction_groups'::regclass, 'public.stock_transactions'::regclass,
    'public.cash_transactions'::regclass);
  RETURN QUERY WITH wanted AS MATERIALIZED (
    SELECT w.id, v.former
    FROM unnest(ids) AS w (id)
    LEFT JOIN folio.versions v ON v.user_id = of_user AND v.id = w.id
  ),
  legs AS MATERIALIZED (
    SELECT 'stock' AS kind, s.group_id, s.id, concat('{', concat_ws(', ',
      '"id": ' || to_json(s.id),
      '"stock_id": ' || to_json(CASE WHEN i.stock_id IS NULL THEN s.stock_id ELSE i.id END),
      '"symbol": ' || to_json(m.symbol), '"trade_type": ' || to_json(s.trade_type),
      '"trade_date": "' || to_char(s.trade_date, 'YYYY-MM-DD') || '"',
      '"settlement_date": "' || to_char(s.settlement_date, 'YYYY-MM-DD') || '"',
      '"quantity": "' || s.quantity || '"', '"price_per_share": "' || s.price_per_share || '"',
      '"gross_amount": "' || s.gross_amount || '"', '"fees": "' || s.fees || '"',
      CASE s.trade_type WHEN 'dividend' THEN '"tax_withheld": "' ELSE '"taxes": "' END
        || coalesce(nullif(s.taxes, 0), s.tax_withheld, s.taxes) || '"',
      '"currency": ' || to_json(s.currency), '"fx_rate": "' || s.fx_rate || '"',
      '"account": ' || to_json(s.account),
      '"ratio": ' || to_json(s.ratio), '"new_symbol": ' || to_json(s.new_symbol),
      '"basis_fraction": "' || s.basis_fraction || '"',
      '"cash_in_lieu": "' || s.cash_in_lieu || '"',
      '"accrued_interest": "' || s.accrued_interest || '"',
      '"direction": ' || to_json(s.direction), '"recipient": ' || to_json(s.recipient),
      '"lots": ' || nullif(s.lots, '[]')::text,
      CASE WHEN stock_extra THEN folio.extra_members(to_json(s), stock_columns) END), '}') AS line
    FROM wanted w
    JOIN public.stock_transactions s ON s.user_id = of_user AND s.group_id = w.id
    JOIN public.stocks_master m ON m.id = s.stock_id
    LEFT JOIN folio.instruments i ON i.user_id = of_user AND i.stock_id = s.stock_id
    UNION ALL
    SELECT 'cash', c.group_id, c.id, concat('{', concat_ws(', ',
      '"id": ' || to_json(c.id), '"cash_account_id": ' || to_json(c.cash_account_id),
      '"leg_type": ' || to_json(c.leg_type), '"direction": ' || to_json(c.direction),
      '"amount": "' || c.amount || '"', '"currency": ' || to_json(c.currency),
      '"stock_id": ' || to_json(CASE WHEN i.stock_id IS NULL THEN c.stock_id ELSE i.id END),
      '"symbol": ' || to_json(coalesce(m.symbol, c.symbol)),
      CASE WHEN cash_extra THEN folio.extra_members(to_json(c), cash_columns) END), '}')
    FROM wanted w
    JOIN public.cash_transactions c ON c.user_id = of_user AND c.group_id = w.id
    LEFT JOIN public.stocks_master m ON m.id = c.stock_id
    LEFT JOIN folio.instruments i ON i.user_id = of_user AND i.stock_id = c.stock_id
  ),
  former_legs AS (
    SELECT k.kind, w.id AS group_id, o.n, o.value::text AS line, o.value ->> 'id' IS NULL AS is_made,
      coalesce(o.value ->> 'id', folio.made_id(k.kind, w.id, o.n)) AS id
    FROM wanted w
    CROSS JOIN (VALUES ('stock', 'stock_transactions'), ('cash', 'cash_transactions')) AS k (kind, key)
    CROSS JOIN LATERAL json_array_elements(w.former::json -> k.key) WITH ORDINALITY AS o (value, n)
  ),
  pairs AS MATERIALIZED (
    SELECT b.kind, b.group_id, b.id, min(b.place) AS place, max(b.former) AS former,
      CASE WHEN bool_or(b.is_made) THEN folio.without_id(max(b.line), b.id) ELSE max(b.line) END
        AS line
    FROM (
      SELECT l.kind, l.group_id, l.id, NULL::bigint AS place, l.line, NULL::text AS former,
        false AS is_made
      FROM legs l
      UNION ALL
      SELECT o.kind, o.group_id, o.id, o.n, NULL, o.line, o.is_made FROM former_legs o
    ) AS b
    GROUP BY b.kind, b.group_id, b.id HAVING max(b.line) IS NOT NULL
  ),
  texts AS (
    SELECT p.kind, p.group_id, p.place, p.id, p.line FROM pairs p WHERE p.former IS NULL
    UNION ALL
    SELECT k.key ->> 0, k.key ->> 1, (k.key ->> 2)::bigint, '', m.line
    FROM (
      SELECT array_agg(json_build_array(p.kind, p.group_id, p.place)::text) AS keys,
        array_agg(p.kind) AS kinds, array_agg(p.line) AS lines, array_agg(p.former) AS formers
      FROM pairs p WHERE p.former IS NOT NULL
    ) AS a
    CROSS JOIN LATERAL folio.merged(a.keys, a.kinds, a.lines, a.formers, NULL) AS m
    CROSS JOIN LATERAL (SELECT m.key::json AS key) AS k
  ),
  arrays AS MATERIALIZED (
    SELECT t.group_id,
      string_agg(t.line, ', ' ORDER BY t.place, t.id) FILTER (WHERE t.kind = 'stock') AS stock,
      string_agg(t.line, ', ' ORDER BY t.place, t.id) FILTER (WHERE t.kind = 'cash') AS cash
    FROM texts t GROUP BY t.group_id
  ),
  rows AS MATERIALIZED (
    SELECT g.id, w.former, folio.time_text(g.updated_at) AS time,
      concat('{', concat_ws(', ',
        '"id": ' || to_json(g.id), '"group_type": ' || to_json(g.group_type),
        '"status": ' || to_json(g.status),
        '"occurred_at": "' || folio.time_text(g.occurred_at) || '"',
        '"settled_at": "' || folio.time_text(g.settled_at) || '"', '"notes": ' || to_json(g.notes),
        CASE WHEN g.is_deleted THEN '"is_deleted": true' END,
        '"stock_transactions": [' || a.stock || ']', '"cash_transactions": [' || a.cash || ']',
        CASE WHEN group_extra THEN folio.extra_members(to_json(g), group_columns) END), '}') AS line
    FROM wanted w
    JOIN public.transaction_groups g ON g.user_id = of_user AND g.id = w.id
    LEFT JOIN arrays a ON a.group_id = w.id
  )
  SELECT r.id, r.line FROM rows r WHERE r.former IS NULL
  UNION ALL
  SELECT m.key, m.line
  FROM (
    SELECT array_agg(r.id) AS ids, array_agg('group'::text) AS kinds, array_agg(r.line) AS lines,
      array_agg(r.former) AS formers, array_agg(r.time) AS times
    FROM rows r WHERE r.former IS NOT NULL
  ) AS a
  CROSS JOIN LATERAL folio.merged(a.ids, a.kinds, a.lines, a.formers, a.times) AS m;
END $$;

-- Composes the texts of groups that other programs have changed, and keeps them: all, or so many.
-- Their numbers stay. Legs that were removed before their group are in the former text alone.
CREATE OR REPLACE FUNCTION folio.keep_composed(of_user text, most integer) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET jit = off AS $$
  UPDATE folio.versions v SET document = c.of_text, former = NULL
  FROM folio.composed(of_user, ARRAY(
    SELECT p.id FROM folio.versions p
    WHERE p.user_id = of_user AND p.document IS NULL AND NOT p.is_removed
      AND (p.former IS NULL
        OR EXISTS (
          SELECT FROM public.stock_transactions s WHERE s.user_id = of_user AND s.group_id = p.id)
        OR EXISTS (
          SELECT FROM public.cash_transactions s WHERE s.user_id = of_user AND s.group_id = p.id))
    LIMIT most)) AS c
  WHERE v.user_id = of_user AND v.id = c.of_id
$$;

-- The text of a head from the columns and from the text that it had.
CREATE OR REPLACE FUNCTION folio.composed_head(of_user text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  former CONSTANT json := coalesce(
    (SELECT b.former_head::json FROM folio.books b WHERE b.user_id = of_user), '{}');
  settings text;
  accounts text;
  stocks text;
  balances text;
  renamed json;
  prices text;
BEGIN
  SELECT concat('{', concat_ws(', ',
    '"base_currency": ' || to_json(s.base_currency),
    '"cost_basis_method": ' || CASE WHEN s.cost_basis_method LIKE '[%'
      THEN s.cost_basis_method ELSE to_json(s.cost_basis_method)::text END,
    '"lot_scope": ' || to_json(s.lot_scope), '"fee_treatment": ' || to_json(s.fee_treatment),
    '"tax_rules": ' || to_json(s.tax_rules), '"crossing_zero": ' || to_json(s.crossing_zero),
    '"cash_cost_basis_method": ' || to_json(s.cash_cost_basis_method),
    '"closed_until": "' || to_char(s.closed_until, 'YYYY-MM-DD') || '"'), '}')
  INTO settings FROM public.user_portfolio_settings s WHERE s.user_id = of_user;
  settings := (SELECT m.line FROM folio.merged(
    ARRAY[''], ARRAY['settings'], ARRAY[coalesce(settings, '{}')],
    ARRAY[coalesce(former -> 'settings', '{}')::text], NULL) AS m);
  SELECT concat('[', string_agg(concat('{', concat_ws(', ',
    '"id": ' || to_json(a.id), '"name": ' || to_json(nullif(a.name, '')),
    '"currency": ' || to_json(a.currency)), '}'), ', ' ORDER BY a.id), ']')
  INTO accounts FROM public.portfolio_cash_accounts a WHERE a.user_id = of_user;
  -- Of a shared instrument that the document had, only what its figures depend on is taken over.
  SELECT concat('[', string_agg(concat('{', concat_ws(', ',
    '"id": ' || to_json(i.id), '"symbol": ' || to_json(m.symbol),
    CASE WHEN i.is_taken THEN '"name": ' || to_json(nullif(m.name, '')) END,
    CASE WHEN i.is_taken THEN '"market": ' || to_json(nullif(m.market, '')) END,
    '"currency": ' || to_json(m.currency),
    CASE WHEN i.is_taken THEN '"kind": ' || to_json(nullif(m.kind, '')) END,
    CASE WHEN i.is_taken THEN '"isin": ' || to_json(nullif(m.isin, '')) END,
    '"multiplier": "' || m.multiplier || '"', '"price_factor": "' || m.price_factor || '"'), '}'),
    ', ' ORDER BY i.symbol), ']')
  INTO stocks
  FROM (
    SELECT DISTINCT ON (n.symbol) n.id, n.symbol, n.stock_id,
      row_of.user_id IS NOT NULL OR had.value IS NULL AS is_taken
    FROM folio.instruments n
    JOIN public.stocks_master row_of ON row_of.id = n.stock_id
    LEFT JOIN LATERAL (
      SELECT e.value FROM json_array_elements(coalesce(former -> 'stocks_master', '[]')) AS e
      WHERE coalesce(e.value ->> 'id', e.value ->> 'symbol') = coalesce(n.id, n.symbol) LIMIT 1
    ) AS had ON true
    WHERE n.user_id = of_user
    ORDER BY n.symbol, row_of.user_id NULLS LAST, n.stock_id
  ) AS i JOIN public.stocks_master m ON m.id = i.stock_id;
  SELECT concat('[', string_agg(concat('{', concat_ws(', ',
    '"id": ' || to_json(b.id), '"date": "' || to_char(b.date, 'YYYY-MM-DD') || '"',
    '"cash_account_id": ' || to_json(b.cash_account_id), '"amount": "' || b.amount || '"',
    '"currency": ' || to_json(b.currency),
    '"stock_id": ' || to_json(CASE WHEN i.stock_id IS NULL THEN b.stock_id ELSE i.id END),
    '"symbol": ' || to_json(coalesce(m.symbol, b.symbol)), '"quantity": "' || b.quantity || '"',
    '"account": ' || to_json(b.account), CASE WHEN b.is_deleted THEN '"is_deleted": true' END), '}'),
    ', ' ORDER BY b.date, b.id), ']')
  INTO balances
  FROM public.balances b
  LEFT JOIN public.stocks_master m ON m.id = b.stock_id
  LEFT JOIN folio.instruments i ON i.user_id = of_user AND i.stock_id = b.stock_id
  WHERE b.user_id = of_user;
  -- Prices by a symbol that an instrument had follow it.
  SELECT json_object_agg(n.symbol, m.symbol) INTO renamed
  FROM folio.instruments n JOIN public.stocks_master m ON m.id = n.stock_id
  WHERE n.user_id = of_user AND n.symbol <> m.symbol;
  prices := (former -> 'historical_prices')::text;
  IF renamed IS NOT NULL AND prices IS NOT NULL THEN
    SELECT concat('[', string_agg(CASE WHEN renamed -> (p.value ->> 'symbol') IS NULL
      THEN p.value::text
      ELSE (SELECT m.line FROM folio.merged(
        ARRAY[''], ARRAY['price'],
        ARRAY[json_build_object('symbol', renamed -> (p.value ->> 'symbol'))::text],
        ARRAY[p.value::text], NULL) AS m)
      END, ', ' ORDER BY p.n), ']')
    INTO prices FROM json_array_elements(prices::json) WITH ORDINALITY AS p (value, n);
  END IF;
  RETURN concat('{', concat_ws(', ', '"format": "folio/1"',
    '"settings": ' || nullif(settings, '{}'),
    '"portfolio_cash_accounts": '
      || nullif(folio.merged_rows(accounts::json, former -> 'portfolio_cash_accounts', 'account'), '[]'),
    '"stocks_master": '
      || nullif(folio.merged_rows(stocks::json, former -> 'stocks_master', 'instrument'), '[]'),
    '"historical_prices": ' || prices,
    '"balances": '
      || nullif(folio.merged_rows(balances::json, former -> 'balances', 'balance'), '[]'),
    (SELECT string_agg(concat(to_json(e.key), ': ', e.value), ', ') FROM json_each(former) AS e
      WHERE e.key NOT IN (
        'format', 'settings', 'portfolio_cash_accounts', 'stocks_master', 'historical_prices',
        'balances'))), '}');
END $$;

-- The head of a user as JSON, with its number and its time; null where there is none.
CREATE OR REPLACE FUNCTION folio.head_row(of_user text) RETURNS json
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT json_build_object(
    'sequence', b.head_sequence, 'updated_at', b.head_updated_at,
    'row', coalesce(b.head, folio.composed_head(of_user)))
  FROM folio.books b WHERE b.user_id = of_user AND b.head_sequence > 0
$$;

-- The text of a group that was removed, as that of a deleted group.
CREATE OR REPLACE FUNCTION folio.deleted_text(line json) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT concat('{', string_agg(concat(to_json(t.key), ': ', t.value), ', ' ORDER BY t.n), '}')
  FROM (
    SELECT m.key, m.value::text, m.n::numeric
    FROM json_each(line) WITH ORDINALITY AS m (key, value, n) WHERE m.key <> 'is_deleted'
    UNION ALL
    SELECT 'is_deleted', 'true', coalesce(
      min(m.n) FILTER (WHERE m.key IN ('stock_transactions', 'cash_transactions')) - 0.5,
      max(m.n) + 1)
    FROM json_each(line) WITH ORDINALITY AS m (key, value, n)
  ) AS t
$$;

-- Versions of groups as JSON, in the order of their ids.
CREATE OR REPLACE FUNCTION folio.version_rows(of_user text, ids text[]) RETURNS json
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(json_agg(
    CASE WHEN v.is_removed AND v.former IS NULL
      THEN json_build_object(
        'id', v.id, 'sequence', v.sequence, 'removed', true, 'updated_at', v.updated_at)
      WHEN v.is_removed
      THEN json_build_object(
        'id', v.id, 'sequence', v.sequence, 'removed', true, 'place', v.place,
        'updated_at', v.updated_at, 'deleted_at', coalesce(v.deleted_at, v.updated_at),
        'row', folio.deleted_text(v.former::json))
      ELSE json_build_object(
        'id', v.id, 'sequence', v.sequence, 'place', v.place,
        'updated_at', coalesce(v.updated_at, folio.time_text(g.updated_at)),
        'deleted_at', v.deleted_at, 'row', coalesce(v.document, c.of_text))
    END ORDER BY t.n), '[]')
  FROM unnest(ids) WITH ORDINALITY AS t (id, n)
  JOIN folio.versions v ON v.user_id = of_user AND v.id = t.id
  LEFT JOIN public.transaction_groups g
    ON v.updated_at IS NULL AND g.user_id = of_user AND g.id = t.id
  LEFT JOIN folio.composed(of_user, (
    SELECT array_agg(w.id) FROM folio.versions w
    WHERE w.user_id = of_user AND w.id = ANY (ids) AND w.document IS NULL AND NOT w.is_removed
  )) AS c ON c.of_id = t.id
$$;

-- --------------------------------------------------------------------- what Folio calls: reading

-- The user who calls, or a refusal.
CREATE OR REPLACE FUNCTION folio.caller() RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name CONSTANT text := public.folio_user();
BEGIN
  IF name <> '' THEN
    RETURN name;
  END IF;
  RAISE EXCEPTION 'nobody is signed in' USING ERRCODE = 'PT401',
    HINT = 'The session needs a token with a subject.';
END $$;

-- A page of all groups, in the order in which they came. The first page has the head, too. Pass
-- `next` to the next call, and `last` of the first page to folio_changes afterwards.
CREATE OR REPLACE FUNCTION public.folio_rows(
  after_place bigint DEFAULT 0, max integer DEFAULT 500) RETURNS json
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_variable
DECLARE
  of_user CONSTANT text := folio.caller();
  size CONSTANT integer := least(greatest(coalesce(max, 500), 1), 10000);
  start CONSTANT bigint := coalesce(after_place, 0);
  book folio.books;
  ids text[];
  has_more boolean;
  final bigint;
BEGIN
  SELECT * INTO book FROM folio.books b WHERE b.user_id = of_user;
  ids := ARRAY(
    SELECT v.id FROM folio.versions v
    WHERE v.user_id = of_user AND v.place > start
      AND (NOT v.is_removed OR v.former IS NOT NULL)
    ORDER BY v.place LIMIT size + 1);
  has_more := cardinality(ids) > size;
  ids := ids[:size];
  SELECT v.place INTO final FROM folio.versions v
  WHERE v.user_id = of_user AND v.id = ids[cardinality(ids)];
  RETURN json_build_object(
    'last', coalesce(book.last, 0), 'cleared', coalesce(book.cleared, 0),
    'head', CASE WHEN start = 0 THEN folio.head_row(of_user) END,
    'groups', folio.version_rows(of_user, ids), 'more', has_more, 'next', coalesce(final, start));
END $$;

-- The changes after a number, in the order of their numbers: the head if it has changed, groups, and
-- tombstones of groups that were removed. Pass `next` to the next call. Where `cleared` is above
-- `since`, all was replaced: read folio_rows anew.
CREATE OR REPLACE FUNCTION public.folio_changes(
  since bigint, max integer DEFAULT 500, head_since bigint DEFAULT NULL) RETURNS json
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_variable
DECLARE
  of_user CONSTANT text := folio.caller();
  size CONSTANT integer := least(greatest(coalesce(max, 500), 1), 10000);
  start CONSTANT bigint := coalesce(since, 0);
  book folio.books;
  ids text[];
  has_more boolean;
  final bigint;
BEGIN
  SELECT * INTO book FROM folio.books b WHERE b.user_id = of_user;
  ids := ARRAY(
    SELECT v.id FROM folio.versions v
    WHERE v.user_id = of_user AND v.sequence > start ORDER BY v.sequence LIMIT size + 1);
  has_more := cardinality(ids) > size;
  ids := ids[:size];
  IF has_more THEN
    SELECT v.sequence INTO final FROM folio.versions v
    WHERE v.user_id = of_user AND v.id = ids[size];
  END IF;
  RETURN json_build_object(
    'last', coalesce(book.last, 0), 'cleared', coalesce(book.cleared, 0),
    'head', CASE WHEN book.head_sequence > coalesce(head_since, start)
      THEN folio.head_row(of_user) END,
    'groups', folio.version_rows(of_user, ids), 'more', has_more,
    'next', coalesce(final, book.last, 0));
END $$;

-- --------------------------------------------------------------------- what Folio calls: writing

-- The faults of a change that was refused, with the ids of the groups, as JSON: at most 20. What it
-- writes is rolled back with the call.
CREATE OR REPLACE FUNCTION folio.faults_of(of_user text, doc json, texts text[]) RETURNS json
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  faults json[] := '{}';
  line text;
  name text;
  message text;
  state text;
BEGIN
  IF doc IS NOT NULL THEN
    BEGIN
      PERFORM folio.write_head(of_user, doc);
    EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
      GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, state = RETURNED_SQLSTATE;
      RETURN json_build_array(json_build_object('id', NULL, 'code', state, 'message', message));
    END;
  END IF;
  FOREACH line IN ARRAY texts LOOP
    BEGIN
      PERFORM folio.write_groups(of_user, ARRAY[line]);
      -- After a new head groups that come later may be out of balance until then.
      IF doc IS NULL THEN
        SET CONSTRAINTS folio.group_balances IMMEDIATE;
        SET CONSTRAINTS folio.group_balances DEFERRED;
      END IF;
    EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
      GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, state = RETURNED_SQLSTATE;
      faults := faults || json_build_object(
        'id', line::json ->> 'id', 'code', state, 'message', message);
      EXIT WHEN cardinality(faults) = 20;
    END;
  END LOOP;
  IF cardinality(faults) = 0 THEN
    BEGIN
      SET CONSTRAINTS folio.group_balances IMMEDIATE;
      SET CONSTRAINTS folio.group_balances DEFERRED;
    EXCEPTION WHEN integrity_constraint_violation THEN
      GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, state = RETURNED_SQLSTATE,
        name = PG_EXCEPTION_DETAIL;
      faults := ARRAY[json_build_object('id', name, 'code', state, 'message', message)];
    END;
  END IF;
  RETURN array_to_json(faults);
END $$;

-- Writes a change whose numbers begin after `base`. Returns what folio_commit does.
CREATE OR REPLACE FUNCTION folio.write_all(
  of_user text, base bigint, head text, head_time text, texts text[], times text[],
  deletions text[], clearing boolean, derived json) RETURNS json
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  now_text CONSTANT text := folio.time_text(clock_timestamp());
  doc CONSTANT json := head::json;
  book folio.books;
  former json;
  ids text[];
  first_day date;
  is_new_head boolean;
  start bigint := base;
  final bigint;
  answer json;
BEGIN
  SELECT * INTO book FROM folio.books b WHERE b.user_id = of_user;
  is_new_head := head IS NOT NULL AND head IS DISTINCT FROM book.head;
  SELECT coalesce(array_agg(t.line::json ->> 'id' ORDER BY t.n), '{}') INTO ids
  FROM unnest(texts) WITH ORDINALITY AS t (line, n);
  IF clearing OR is_new_head THEN
    start := start + 1;
  END IF;

  -- The stored figures from the first day that changes are outdated.
  IF clearing THEN
    first_day := '0001-01-01';
  ELSIF is_new_head THEN
    former := coalesce(book.head, book.former_head)::json;
    IF (former -> 'settings')::text IS DISTINCT FROM (doc -> 'settings')::text
      OR (former -> 'stocks_master')::text IS DISTINCT FROM (doc -> 'stocks_master')::text
    THEN
      first_day := '0001-01-01';
    END IF;
  END IF;
  SELECT least(first_day, min((g.occurred_at AT TIME ZONE 'UTC')::date - 1)) INTO first_day
  FROM public.transaction_groups g WHERE g.user_id = of_user AND g.id = ANY (ids);
  SELECT least(first_day, min(s.trade_date)) INTO first_day
  FROM public.stock_transactions s WHERE s.user_id = of_user AND s.group_id = ANY (ids);

  IF clearing THEN
    DELETE FROM public.transaction_groups g WHERE g.user_id = of_user;
  END IF;
  IF is_new_head OR clearing THEN
    PERFORM folio.write_head(of_user, coalesce(doc, '{}'));
  END IF;
  PERFORM folio.write_groups(of_user, texts);
  IF is_new_head OR clearing THEN
    PERFORM folio.drop_unnamed(of_user, coalesce(doc, '{}'));
  END IF;

  SELECT least(first_day, min((g.occurred_at AT TIME ZONE 'UTC')::date - 1)) INTO first_day
  FROM public.transaction_groups g WHERE g.user_id = of_user AND g.id = ANY (ids);
  SELECT least(first_day, min(s.trade_date)) INTO first_day
  FROM public.stock_transactions s WHERE s.user_id = of_user AND s.group_id = ANY (ids);
  IF first_day IS NOT NULL THEN
    IF json_typeof(derived -> 'holdings') IS DISTINCT FROM 'array' THEN
      DELETE FROM public.portfolio_holdings t WHERE t.user_id = of_user;
    END IF;
    DELETE FROM public.portfolio_positions t
    WHERE t.user_id = of_user AND t.as_of >= first_day
      AND t.as_of <> ALL (folio.derived_days(derived));
  END IF;
  IF derived IS NOT NULL THEN
    PERFORM folio.write_derived(of_user, derived);
  END IF;

  -- When all is replaced, rows that stay the same keep their numbers.
  IF clearing THEN
    DELETE FROM folio.versions v
    WHERE v.user_id = of_user AND NOT EXISTS (SELECT FROM unnest(ids) AS t (id) WHERE t.id = v.id);
  END IF;
  WITH given AS (
    SELECT t.n, t.line, r.id, coalesce(t.time, now_text) AS time, t.deletion,
      coalesce(r.is_deleted, false) AS is_deleted
    FROM unnest(texts, times, deletions) WITH ORDINALITY AS t (line, time, deletion, n),
      json_to_record(t.line::json) AS r (id text, is_deleted boolean)
  ),
  numbered AS (
    SELECT g.*, CASE WHEN k.is_kept THEN v.sequence
        ELSE start + count(*) FILTER (WHERE NOT k.is_kept) OVER (ORDER BY g.n) END AS sequence,
      coalesce(g.deletion, CASE WHEN g.is_deleted THEN coalesce(v.deleted_at, now_text) END)
        AS deleted_at
    FROM given g
    LEFT JOIN folio.versions v ON v.user_id = of_user AND v.id = g.id
    CROSS JOIN LATERAL (
      SELECT clearing AND coalesce(
        v.document = g.line AND v.updated_at = g.time
          AND v.deleted_at IS NOT DISTINCT FROM g.deletion, false) AS is_kept
    ) AS k
  ),
  written AS (
    INSERT INTO folio.versions AS v (
      user_id, id, place, sequence, document, updated_at, deleted_at)
    SELECT of_user, g.id, book.last_place + g.n, g.sequence, g.line, g.time, g.deleted_at
    FROM numbered g ORDER BY g.n
    ON CONFLICT (user_id, id) DO UPDATE SET
      place = CASE WHEN clearing OR v.is_removed AND v.former IS NULL
        THEN excluded.place ELSE v.place END,
      sequence = excluded.sequence, document = excluded.document, former = NULL,
      updated_at = excluded.updated_at, deleted_at = excluded.deleted_at, is_removed = false
    RETURNING v.id, v.place, v.sequence, v.updated_at, v.deleted_at
  )
  SELECT greatest(start, max(w.sequence)), json_agg(json_build_object(
    'id', w.id, 'sequence', w.sequence, 'place', w.place, 'updated_at', w.updated_at,
    'deleted_at', w.deleted_at) ORDER BY g.n)
  INTO final, answer
  FROM written w JOIN given g ON g.id = w.id;
  final := coalesce(final, start);
  UPDATE folio.books b SET last = final, last_place = book.last_place + cardinality(ids),
    cleared = CASE WHEN clearing THEN base + 1 ELSE b.cleared END,
    head = CASE WHEN clearing OR is_new_head THEN head ELSE b.head END,
    former_head = CASE WHEN clearing OR is_new_head THEN NULL ELSE b.former_head END,
    head_updated_at = CASE WHEN is_new_head THEN coalesce(head_time, now_text)
      WHEN clearing AND head IS NULL THEN NULL ELSE b.head_updated_at END,
    head_sequence = CASE WHEN is_new_head THEN start
      WHEN clearing AND head IS NULL THEN 0 ELSE b.head_sequence END
  WHERE b.user_id = of_user
  RETURNING * INTO book;
  SET CONSTRAINTS folio.group_balances IMMEDIATE;
  SET CONSTRAINTS folio.group_balances DEFERRED;
  RETURN json_build_object(
    'last', final,
    'head', CASE WHEN is_new_head THEN json_build_object(
      'sequence', book.head_sequence, 'updated_at', book.head_updated_at) END,
    'groups', coalesce(answer, '[]'));
END $$;

-- One change, wholly or not at all, if the counter is still at `expecting` (null: wherever it is).
-- `groups` is an array of {"row", "updated_at", "deleted_at"}: `row` is the text of a group, and the
-- columns are what the text says. The head gets the first number, then the groups in their order.
-- `clearing` removes all other rows. `derived` has what Folio computes: {"as_of", "holdings",
-- "positions"}. A plan that was made when a table was small would read all of it for each row later,
-- also in the checks of foreign keys: so plans use the indexes from the beginning.
CREATE OR REPLACE FUNCTION public.folio_commit(
  expecting bigint, head text DEFAULT NULL, head_updated_at text DEFAULT NULL,
  groups json DEFAULT '[]', clearing boolean DEFAULT false, derived json DEFAULT NULL)
RETURNS json
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_variable
DECLARE
  of_user CONSTANT text := folio.caller();
  base bigint;
  texts text[];
  times text[];
  deletions text[];
  fault text;
  reason text;
  message text;
  state text;
  number integer;
  faults json;
  answer json;
BEGIN
  BEGIN
    SELECT coalesce(array_agg(CASE json_typeof(g.value -> 'row') WHEN 'object'
        THEN (g.value -> 'row')::text ELSE g.value ->> 'row' END ORDER BY g.n), '{}'),
      array_agg(g.value ->> 'updated_at' ORDER BY g.n),
      array_agg(g.value ->> 'deleted_at' ORDER BY g.n)
    INTO texts, times, deletions
    FROM json_array_elements(coalesce(groups, '[]')) WITH ORDINALITY AS g (value, n);
    SELECT format('the group %s has no id, or one that another group of the call has', min(t.n))
    INTO fault
    FROM (
      SELECT r.n, r.id, row_number() OVER (PARTITION BY r.id ORDER BY r.n) AS nth
      FROM (
        SELECT l.n, nullif(l.line::json ->> 'id', '') AS id
        FROM unnest(texts) WITH ORDINALITY AS l (line, n)
      ) AS r
    ) AS t WHERE t.id IS NULL OR t.nth > 1 HAVING count(*) > 0;
    IF json_typeof(head::json) <> 'object' THEN
      fault := 'the head is no object';
    ELSIF json_typeof(derived) NOT IN ('object', 'null')
      OR coalesce(json_typeof(derived -> 'holdings'), 'array') <> 'array'
      OR coalesce(json_typeof(derived -> 'positions'), 'array') <> 'array'
    THEN
      fault := 'the derived figures are no object with arrays of rows';
    END IF;
    PERFORM folio.time_of(t.time)
    FROM (SELECT unnest(times || deletions || head_updated_at) AS time) AS t;
  EXCEPTION WHEN data_exception THEN
    GET STACKED DIAGNOSTICS reason = MESSAGE_TEXT;
    fault := 'an argument is malformed';
    -- Which one it is.
    FOR number IN 1..coalesce(cardinality(texts), 0) LOOP
      BEGIN
        PERFORM texts[number]::json ->> 'id', folio.time_of(times[number]),
          folio.time_of(deletions[number]);
      EXCEPTION WHEN data_exception THEN
        GET STACKED DIAGNOSTICS reason = MESSAGE_TEXT;
        fault := format('the group %s of the call is malformed', number);
        EXIT;
      END;
    END LOOP;
  END;
  -- PostgREST makes the message of such a code the status line of its answer. So what the caller has
  -- sent is in the details alone.
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'PT400',
      DETAIL = json_build_object('faults', json_build_array(json_build_object(
        'id', NULL, 'code', 'PT400', 'message', coalesce(reason, fault))))::text,
      HINT = 'Pass groups as an array of objects with "row", the text of a group.';
  END IF;

  -- Whoever comes second waits here.
  PERFORM folio.lock_book(of_user);
  SELECT b.last INTO base FROM folio.books b WHERE b.user_id = of_user;
  IF base <> expecting THEN
    RAISE EXCEPTION 'the store has changed' USING
      ERRCODE = 'PT409', DETAIL = json_build_object('last', base)::text,
      HINT = 'Read folio_changes, and decide again.';
  END IF;

  PERFORM set_config('folio.writer', 'on', true);
  -- A part of what others have changed is composed for the last time.
  PERFORM folio.keep_composed(of_user, 200);
  BEGIN
    answer := folio.write_all(
      of_user, base, head, head_updated_at, texts, times, deletions, coalesce(clearing, false),
      derived);
  EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, state = RETURNED_SQLSTATE;
    IF coalesce(clearing, false) THEN
      DELETE FROM public.transaction_groups g WHERE g.user_id = of_user;
    END IF;
    faults := folio.faults_of(of_user, head::json, texts);
    IF json_array_length(faults) = 0 THEN
      faults := json_build_array(json_build_object('id', NULL, 'code', state, 'message', message));
    END IF;
    RAISE EXCEPTION 'rows are invalid' USING ERRCODE = 'PT422',
      DETAIL = json_build_object('faults', faults)::text,
        HINT = 'Nothing was changed. Correct these rows (Specs/ledger-format.md).';
  END;
  PERFORM set_config('folio.writer', '', true);
  RETURN answer;
END $$;

-- --------------------------------------------------------------------- what Folio calls: devices

-- Adds a device of the caller, or notes that it was seen again. Nobody else sees it.
CREATE OR REPLACE FUNCTION public.folio_register_device(
  id text, platform text, app_version text, folio_version text) RETURNS json
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  of_user CONSTANT text := folio.caller();
  seen folio.devices;
BEGIN
  INSERT INTO folio.devices AS d (user_id, id, platform, app_version, folio_version)
  VALUES (of_user, id, platform, app_version, folio_version)
  ON CONFLICT ON CONSTRAINT devices_pkey DO UPDATE SET
    platform = excluded.platform, app_version = excluded.app_version,
    folio_version = excluded.folio_version, last_seen = clock_timestamp()
  RETURNING * INTO seen;
  RETURN json_build_object(
    'id', seen.id, 'platform', seen.platform, 'app_version', seen.app_version,
    'folio_version', seen.folio_version, 'first_seen', folio.time_text(seen.first_seen),
    'last_seen', folio.time_text(seen.last_seen));
EXCEPTION WHEN integrity_constraint_violation THEN
  RAISE EXCEPTION 'a device needs an id and three texts, of at most 200 characters each'
    USING ERRCODE = 'PT422';
END $$;

-- The devices of the caller, sorted by id.
CREATE OR REPLACE FUNCTION public.folio_devices() RETURNS json
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  of_user CONSTANT text := folio.caller();
BEGIN
  RETURN (
    SELECT coalesce(json_agg(json_build_object(
      'id', d.id, 'platform', d.platform, 'app_version', d.app_version,
      'folio_version', d.folio_version, 'first_seen', folio.time_text(d.first_seen),
      'last_seen', folio.time_text(d.last_seen)) ORDER BY d.id COLLATE "C"), '[]')
    FROM folio.devices d WHERE d.user_id = of_user);
END $$;

-- ------------------------------------------------------------------ who sees and does what

-- What row-level security does not cover is revoked, also where default privileges have granted it:
-- TRUNCATE, REFERENCES, TRIGGER, and the functions that run as the owner.
DO $$
DECLARE
  everybody CONSTANT text := 'PUBLIC, anon, authenticated, service_role';
  shared CONSTANT text[] := ARRAY['stocks_master', 'historical_prices', 'fx_rates'];
  owned CONSTANT text[] := ARRAY[
    'user_portfolio_settings', 'portfolio_cash_accounts', 'transaction_groups',
    'cash_transactions', 'stock_transactions', 'balances', 'portfolio_positions',
    'portfolio_holdings'];
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['stocks_master'] || owned LOOP
    EXECUTE format(
      'CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.%I'
      ' FOR EACH ROW EXECUTE FUNCTION folio.set_updated_at()', name);
  END LOOP;
  FOREACH name IN ARRAY shared || owned LOOP
    EXECUTE format(
      'CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.%1$I'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.refuse_truncate();'
      'ALTER TABLE public.%1$I ENABLE ROW LEVEL SECURITY;'
      'DROP POLICY IF EXISTS everyone_reads ON public.%1$I;'
      'DROP POLICY IF EXISTS own_rows ON public.%1$I;'
      'REVOKE ALL ON public.%1$I FROM %2$s;'
      'GRANT ALL ON public.%1$I TO service_role;', name, everybody);
  END LOOP;
  FOREACH name IN ARRAY shared LOOP
    EXECUTE format(
      'CREATE POLICY everyone_reads ON public.%1$I FOR SELECT TO authenticated USING (true);'
      'GRANT SELECT ON public.%1$I TO authenticated;', name);
  END LOOP;
  EXECUTE 'DROP POLICY everyone_reads ON public.stocks_master;'
    'DROP POLICY IF EXISTS own_added ON public.stocks_master;'
    'DROP POLICY IF EXISTS own_changed ON public.stocks_master;';
  CREATE POLICY everyone_reads ON public.stocks_master FOR SELECT TO authenticated
    USING (user_id IS NULL OR user_id = (SELECT public.folio_user()));
  -- Own instruments. Their ids come from the server, so that nobody can take the id of another.
  CREATE POLICY own_added ON public.stocks_master FOR INSERT TO authenticated
    WITH CHECK (user_id = (SELECT public.folio_user()));
  CREATE POLICY own_changed ON public.stocks_master FOR UPDATE TO authenticated
    USING (user_id = (SELECT public.folio_user()))
    WITH CHECK (user_id = (SELECT public.folio_user()));
  GRANT INSERT (
      user_id, symbol, name, market, currency, kind, isin, multiplier, price_factor),
    UPDATE (symbol, name, market, currency, kind, isin, multiplier, price_factor)
    ON public.stocks_master TO authenticated;
  FOREACH name IN ARRAY owned LOOP
    EXECUTE format(
      'CREATE POLICY own_rows ON public.%1$I TO authenticated'
      ' USING (user_id = (SELECT public.folio_user()))'
      ' WITH CHECK (user_id = (SELECT public.folio_user()));'
      'GRANT SELECT, INSERT, UPDATE, DELETE ON public.%1$I TO authenticated;', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['books', 'versions', 'instruments', 'devices'] LOOP
    EXECUTE format(
      'ALTER TABLE folio.%1$I ENABLE ROW LEVEL SECURITY;'
      'DROP POLICY IF EXISTS own_rows ON folio.%1$I;'
      'REVOKE ALL ON folio.%1$I FROM %2$s;'
      'CREATE POLICY own_rows ON folio.%1$I TO authenticated'
      ' USING (user_id = (SELECT public.folio_user()))'
      ' WITH CHECK (user_id = (SELECT public.folio_user()));'
      'GRANT ALL ON folio.%1$I TO service_role;'
      'GRANT SELECT, INSERT, UPDATE ON folio.%1$I TO authenticated;', name, everybody);
  END LOOP;
  GRANT DELETE ON folio.versions, folio.instruments, folio.devices TO authenticated;
  FOR name IN
    SELECT oid::regprocedure FROM pg_proc
    WHERE pronamespace = 'folio'::regnamespace
      OR pronamespace = 'public'::regnamespace AND proname ~ '^folio_'
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM %s', name, everybody);
  END LOOP;
  EXECUTE format(
    'REVOKE ALL ON SCHEMA folio FROM %1$s; REVOKE ALL ON folio.changed_groups FROM %1$s;'
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC, anon, authenticated;', everybody);
END $$;
-- The rules for values run as the role that writes.
GRANT USAGE ON SCHEMA folio TO authenticated, service_role;
GRANT EXECUTE ON FUNCTION public.folio_user(), folio.number_of(text), folio.is_day(text),
  folio.is_ratio(text), folio.is_name(jsonb), folio.are_lots(jsonb), folio.are_methods(text)
  TO authenticated, service_role;
-- What the functions below call. It runs as the caller, on the caller's rows.
GRANT EXECUTE ON FUNCTION folio.is_committing(), folio.time_text(timestamptz),
  folio.lock_book(text), folio.time_of(text), folio.any_time_of(text), folio.day_of(text),
  folio.any_day_of(text), folio.exact_of(text), folio.no_number(text),
  folio.made_id(text, text, bigint), folio.is_same(text, json, json),
  folio.extra_members(json, text[]), folio.known_keys(text), folio.without_id(text, text),
  folio.merged(text[], text[], text[], text[], text[]), folio.merged_rows(json, json, text), folio.composed(text, text[]),
  folio.keep_composed(text, integer), folio.composed_head(text), folio.version_rows(text, text[]), folio.head_row(text),
  folio.caller(), folio.linked(text, json), folio.write_head(text, json),
  folio.drop_unnamed(text, json), folio.write_groups(text, text[]),
  folio.derived_days(json), folio.derived_rows(text, text, json),
  folio.write_derived(text, json), folio.deleted_text(json), folio.faults_of(text, json, text[]),
  folio.write_all(text, bigint, text, text, text[], text[], text[], boolean, json)
  TO authenticated, service_role;
GRANT EXECUTE ON FUNCTION
  public.folio_commit(bigint, text, text, json, boolean, json), public.folio_rows(bigint, integer),
  public.folio_changes(bigint, integer, bigint),
  public.folio_register_device(text, text, text, text), public.folio_devices()
  TO authenticated, service_role;
ALTER TABLE folio.changed_groups ENABLE ROW LEVEL SECURITY;

-- --------------------------------------------------------------- what an earlier version has left

-- Rows that have no number yet get one, in the order in which they were created.
INSERT INTO folio.books (user_id)
SELECT user_id FROM public.transaction_groups UNION SELECT user_id FROM public.user_portfolio_settings
UNION SELECT user_id FROM public.portfolio_cash_accounts UNION SELECT user_id FROM public.balances
ORDER BY 1 ON CONFLICT DO NOTHING;

INSERT INTO folio.instruments (user_id, stock_id, id, symbol)
SELECT used.user_id, m.id, m.id, m.symbol
FROM (
  SELECT user_id, stock_id FROM public.stock_transactions
  UNION SELECT user_id, stock_id FROM public.cash_transactions
  UNION SELECT user_id, stock_id FROM public.balances
) AS used JOIN public.stocks_master m ON m.id = used.stock_id
ORDER BY 1, 2 ON CONFLICT DO NOTHING;

WITH missing AS (
  SELECT g.user_id, g.id, g.is_deleted, g.updated_at,
    row_number() OVER (PARTITION BY g.user_id ORDER BY g.created_at, g.occurred_at, g.id) AS n
  FROM public.transaction_groups g
  WHERE NOT EXISTS (SELECT FROM folio.versions v WHERE v.user_id = g.user_id AND v.id = g.id)
)
INSERT INTO folio.versions (user_id, id, place, sequence, deleted_at)
SELECT m.user_id, m.id, b.last_place + m.n, b.last + 1 + m.n,
  CASE WHEN m.is_deleted THEN folio.time_text(m.updated_at) END
FROM missing m JOIN folio.books b ON b.user_id = m.user_id
ORDER BY 1, 4;
UPDATE folio.books b SET last = greatest(b.last + 1, v.last), last_place = coalesce(v.place, 0),
  head_sequence = b.last + 1, head_updated_at = folio.time_text(clock_timestamp())
FROM (
  SELECT book.user_id, max(version.sequence) AS last, max(version.place) AS place
  FROM folio.books book LEFT JOIN folio.versions version ON version.user_id = book.user_id
  GROUP BY 1
) AS v
WHERE v.user_id = b.user_id AND (b.last = 0 OR b.last < v.last);

DROP INDEX IF EXISTS public.cash_transactions_of_account;
DROP FUNCTION IF EXISTS folio.residuals(text, text), folio.merged(json, json, text[], text),
  folio.merged_rows(json, json, text, text);
DROP FUNCTION IF EXISTS public.folio_balance_of_group(), public.folio_balance_of_leg(),
  public.folio_check_balance(text, text), public.folio_residuals(text, text),
  public.folio_minor_units(text), public.folio_set_updated_at();

SET LOCAL plan_cache_mode = force_custom_plan;
DO $$
DECLARE
  faults text;
BEGIN
  SELECT string_agg(fault, chr(10)) INTO faults
  FROM (
    SELECT format('of the user "%s": %s', g.user_id, f.fault) AS fault
    FROM (
      SELECT user_id, array_agg(id ORDER BY id) AS ids FROM public.transaction_groups
      GROUP BY user_id ORDER BY user_id
    ) AS g, folio.faults_in(g.user_id, g.ids) AS f
    LIMIT 20
  ) AS found;
  IF faults IS NOT NULL THEN
    RAISE EXCEPTION 'groups do not balance; nothing was changed'
      USING ERRCODE = 'check_violation', DETAIL = faults,
        HINT = 'Correct these groups (Specs/ledger-format.md), and run the file again.';
  END IF;
END $$;

-- PostgREST keeps the signatures of functions.
NOTIFY pgrst, 'reload schema';

COMMIT;
