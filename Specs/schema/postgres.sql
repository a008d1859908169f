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
  tax_rules text CHECK (tax_rules IN ('none', 'us', 'uk', 'ca')),
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
  FOREIGN KEY (user_id, cash_account_id, currency)
    REFERENCES public.portfolio_cash_accounts (user_id, id, currency),
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
-- the transaction has written the row of the group itself.
CREATE UNLOGGED TABLE IF NOT EXISTS folio.changed_groups (
  xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
  user_id text NOT NULL,
  group_id text NOT NULL,
  is_locked boolean NOT NULL,
  PRIMARY KEY (xact, user_id, group_id)
);

-- Nobody writes while rules and triggers change.
LOCK TABLE public.stocks_master, public.historical_prices, public.fx_rates,
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

-- ---------------------------------------------------------------------------------------- values

-- The number that a text holds in the grammar of JSON, with up to 36 digits and up to 36 of them
-- after the point; null for any other text.
CREATE OR REPLACE FUNCTION folio.number_of(value text) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  number numeric;
BEGIN
  IF length(value) <= 1000
    AND value ~ '^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,4})?$'
  THEN
    number := value::numeric;
    IF min_scale(number) <= 36 AND abs(number) < ('1e' || 36 - min_scale(number))::numeric THEN
      RETURN number;
    END IF;
  END IF;
  RETURN NULL;
END $$;

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
          WHEN key = 'group_id' THEN folio.is_name(member)
          WHEN key IN ('acquired', 'holding_from', 'received') THEN
            jsonb_typeof(member) = 'string' AND folio.is_day(entry ->> key)
          WHEN key IN ('quantity', 'opening_quantity') THEN number > 0
          WHEN key IN (
            'cost_basis', 'cost_basis_base', 'opening_cost', 'fair_value', 'fair_value_base')
          THEN number >= 0
          WHEN key = 'day_order' THEN number > 0 AND number = trunc(number) AND number < 4294967295
          WHEN key IN ('is_short', 'may_replace', 'base_unknown', 'rest_of_previous') THEN
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
ALTER TABLE public.stock_transactions ADD COLUMN IF NOT EXISTS direction text;
ALTER TABLE public.user_portfolio_settings ADD COLUMN IF NOT EXISTS closed_until date;
ALTER TABLE public.cash_transactions
  ADD COLUMN IF NOT EXISTS stock_id text REFERENCES public.stocks_master (id),
  ADD COLUMN IF NOT EXISTS symbol text CHECK (symbol <> '');
CREATE INDEX IF NOT EXISTS cash_transactions_of_stock ON public.cash_transactions (stock_id);
ALTER TABLE public.stock_transactions ADD COLUMN IF NOT EXISTS recipient text;

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

-- The symbol beside a stock_id is that of the instrument, and changes with it.
DO $$
DECLARE
  name text;
BEGIN
  IF to_regclass('public.stocks_master_id_symbol_key') IS NULL THEN
    ALTER TABLE public.stocks_master
      ADD CONSTRAINT stocks_master_id_symbol_key UNIQUE (id, symbol);
  END IF;
  FOREACH name IN ARRAY ARRAY[
    'stock_transactions', 'balances', 'portfolio_positions', 'portfolio_holdings']
  LOOP
    IF NOT EXISTS (
      SELECT FROM pg_constraint
      WHERE conrelid = concat('public.', name)::regclass AND conname = name || '_symbol_fkey')
    THEN
      EXECUTE format(
        'ALTER TABLE public.%I ADD CONSTRAINT %I FOREIGN KEY (stock_id, symbol) '
        'REFERENCES public.stocks_master (id, symbol) ON UPDATE CASCADE',
        name, name || '_symbol_fkey');
    END IF;
  END LOOP;
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
CREATE OR REPLACE FUNCTION folio.residuals(of_user text, of_group text)
RETURNS TABLE (currency text, amount numeric, is_exact boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY WITH g AS (
    SELECT t.group_type, EXISTS (
      SELECT FROM public.stock_transactions s
      WHERE s.user_id = residuals.of_user AND s.group_id = residuals.of_group
    ) AS is_trade
    FROM public.transaction_groups t
    WHERE t.user_id = residuals.of_user AND t.id = residuals.of_group
  ),
  -- Legs that have an account on the other side by their own nature pay for nothing.
  paid AS (
    SELECT c.currency, CASE c.direction WHEN 'in' THEN c.amount ELSE -c.amount END AS amount,
      ARRAY[c.amount] AS parts
    FROM public.cash_transactions c, g
    WHERE c.user_id = residuals.of_user AND c.group_id = residuals.of_group
      AND CASE c.leg_type
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
    SELECT coalesce(s.currency, m.currency) AS currency, s.trade_type, s.gross_amount, s.fees,
      s.taxes, s.tax_withheld, coalesce(s.cash_in_lieu, 0) AS lieu,
      coalesce(s.accrued_interest, 0) AS accrued,
      coalesce(m.multiplier, 1) * coalesce(m.price_factor, 1) AS factor,
      CASE WHEN s.trade_type IN (
          'buy', 'sell', 'short_sell', 'cover', 'cost_adjustment', 'deemed_disposition')
        THEN round(s.quantity * s.price_per_share, 36) END AS product,
      -- By how much the rounding of the price may move the product, and that of an amount.
      s.quantity * ('5e-' || least(36, scale(s.price_per_share) + 1))::numeric AS slack,
      ('5e-' || folio.minor_units(coalesce(s.currency, m.currency)) + 1)::numeric AS tolerance
    FROM public.stock_transactions s JOIN public.stocks_master m ON m.id = s.stock_id
    WHERE s.user_id = residuals.of_user AND s.group_id = residuals.of_group
  ),
  called AS (
    SELECT legs.currency, CASE
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
    SELECT * FROM paid UNION ALL SELECT called.currency, -called.amount, parts FROM called
  )
  SELECT both_sides.currency, sum(both_sides.amount),
    sum(size) < ('1e' || 36 - max(places))::numeric
  FROM both_sides, LATERAL (
    SELECT sum(part) AS size, max(min_scale(part)) AS places FROM unnest(parts) AS part
  ) AS digits
  GROUP BY both_sides.currency;
END $$;

-- What is wrong with a group as a whole; null where nothing is. One residual in each of two
-- currencies, of opposite sign, is an exchange inside the group; half of a minor unit is rounding;
-- void and deleted groups move nothing, and need not balance.
CREATE OR REPLACE FUNCTION folio.fault_of(of_user text, of_group text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  residuals text;
  count_of integer;
  positive integer;
  are_exact boolean;
  moved text;
  is_unpaired boolean;
BEGIN
  SELECT string_agg(trim_scale(amount) || ' ' || currency, ', ' ORDER BY currency)
      FILTER (WHERE is_left),
    count(*) FILTER (WHERE is_left), count(*) FILTER (WHERE is_left AND amount > 0),
    bool_and(is_exact)
  INTO residuals, count_of, positive, are_exact
  FROM folio.residuals(of_user, of_group), LATERAL (
    SELECT abs(amount) > ('5e-' || folio.minor_units(currency) + 1)::numeric AS is_left
  ) AS tolerance;
  -- Units that leave one account come into another. Legs with lots of their own come from outside.
  SELECT string_agg(format('%s of "%s" out, and %s in', leaves, stock_id, comes), '; ')
  INTO moved
  FROM (
    SELECT s.stock_id, sum(s.quantity) FILTER (WHERE s.trade_type = 'transfer_out') AS leaves,
      sum(s.quantity) FILTER (
        WHERE s.trade_type = 'transfer_in' AND coalesce(s.lots, '[]') = '[]') AS comes
    FROM public.stock_transactions s
    WHERE s.user_id = fault_of.of_user AND s.group_id = fault_of.of_group
      AND s.trade_type IN ('transfer_in', 'transfer_out')
    GROUP BY s.stock_id
  ) AS units
  WHERE leaves <> comes;
  -- Options that are exercised or assigned leave their premium to one trade of something else.
  SELECT options IS NOT NULL AND (traded IS NULL OR cardinality(traded) > 1 OR traded <@ options)
  INTO is_unpaired
  FROM (
    SELECT array_agg(stock_id) FILTER (WHERE trade_type IN ('exercise', 'assignment')) AS options,
      array_agg(stock_id) FILTER (
        WHERE trade_type IN ('buy', 'sell', 'short_sell', 'cover')) AS traded
    FROM public.stock_transactions s
    WHERE s.user_id = fault_of.of_user AND s.group_id = fault_of.of_group
  ) AS legs;
  RETURN CASE
    WHEN NOT are_exact THEN
      format('the sums of the group "%s" need more than 36 digits', of_group)
    WHEN EXISTS (
      SELECT FROM public.transaction_groups g
      WHERE g.user_id = fault_of.of_user AND g.id = fault_of.of_group
        AND (g.status = 'void' OR g.is_deleted)
    ) THEN NULL
    WHEN count_of > 0 AND NOT (count_of = 2 AND positive = 1) THEN
      format('the group "%s" does not balance: %s is left', of_group, residuals)
    WHEN moved IS NOT NULL THEN
      format('the group "%s" moves %s', of_group, moved)
    WHEN is_unpaired THEN
      format('the group "%s" exercises options without one trade of what they are for', of_group)
  END;
END $$;

-- ------------------------------------------------------------------------------------- triggers

CREATE OR REPLACE FUNCTION folio.set_updated_at() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

-- Remembers the groups of the legs that a statement has changed.
CREATE OR REPLACE FUNCTION folio.note_legs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  CASE TG_OP
    WHEN 'UPDATE' THEN
      INSERT INTO folio.changed_groups (user_id, group_id, is_locked)
      SELECT user_id, group_id, false FROM before UNION SELECT user_id, group_id, false FROM after
      ORDER BY 1, 2 ON CONFLICT DO NOTHING;
    WHEN 'TRUNCATE' THEN
      INSERT INTO folio.changed_groups (user_id, group_id, is_locked)
      SELECT user_id, id, false FROM public.transaction_groups
      ORDER BY 1, 2 ON CONFLICT DO NOTHING;
    ELSE
      INSERT INTO folio.changed_groups (user_id, group_id, is_locked)
      SELECT DISTINCT user_id, group_id, false FROM changed
      ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  END CASE;
  RETURN NULL;
END $$;

-- Remembers a group whose own row has changed.
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

-- Checks a changed group when the transaction ends. First it locks what the balance depends on, so
-- that of two transactions at once the second sees what the first has done: the row of the group,
-- and the instruments of its legs. It updates the row of the group, because at REPEATABLE READ and
-- above a lock alone would not stop a transaction that began before. It runs as the owner of the
-- tables, so that what it sees does not depend on who is signed in.
CREATE OR REPLACE FUNCTION folio.check_group() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  fault text;
BEGIN
  DELETE FROM folio.changed_groups
  WHERE xact = NEW.xact AND user_id = NEW.user_id AND group_id = NEW.group_id;
  IF NOT NEW.is_locked THEN
    UPDATE public.transaction_groups SET updated_at = clock_timestamp()
    WHERE user_id = NEW.user_id AND id = NEW.group_id;
  END IF;
  PERFORM FROM public.stocks_master
  WHERE id IN (
    SELECT stock_id FROM public.stock_transactions
    WHERE user_id = NEW.user_id AND group_id = NEW.group_id)
  ORDER BY id FOR SHARE;
  fault := folio.fault_of(NEW.user_id, NEW.group_id);
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault
      USING ERRCODE = 'check_violation',
        HINT = 'Its cash legs must be what its stock legs call for (Specs/ledger-format.md).';
  END IF;
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
  FOREACH name IN ARRAY ARRAY['cash_transactions', 'stock_transactions'] LOOP
    EXECUTE format(
      'CREATE TRIGGER note_inserted AFTER INSERT ON public.%1$I REFERENCING NEW TABLE AS changed'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.note_legs();'
      'CREATE TRIGGER note_updated AFTER UPDATE ON public.%1$I'
      ' REFERENCING OLD TABLE AS before NEW TABLE AS after'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.note_legs();'
      'CREATE TRIGGER note_deleted AFTER DELETE ON public.%1$I REFERENCING OLD TABLE AS changed'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.note_legs();'
      'CREATE TRIGGER note_truncated AFTER TRUNCATE ON public.%1$I'
      ' FOR EACH STATEMENT EXECUTE FUNCTION folio.note_legs();', name);
  END LOOP;
  CREATE TRIGGER note_inserted AFTER INSERT ON public.transaction_groups
    FOR EACH ROW EXECUTE FUNCTION folio.note_group();
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
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION folio.check_group();
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
  FOREACH name IN ARRAY owned LOOP
    EXECUTE format(
      'CREATE POLICY own_rows ON public.%1$I TO authenticated'
      ' USING (user_id = (SELECT public.folio_user()))'
      ' WITH CHECK (user_id = (SELECT public.folio_user()));'
      'GRANT SELECT, INSERT, UPDATE, DELETE ON public.%1$I TO authenticated;', name);
  END LOOP;
  FOR name IN
    SELECT oid::regprocedure FROM pg_proc
    WHERE pronamespace = 'folio'::regnamespace OR oid = 'public.folio_user()'::regprocedure
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
ALTER TABLE folio.changed_groups ENABLE ROW LEVEL SECURITY;

-- --------------------------------------------------------------- what an earlier version has left

DROP INDEX IF EXISTS public.cash_transactions_of_account;
DROP FUNCTION IF EXISTS public.folio_balance_of_group(), public.folio_balance_of_leg(),
  public.folio_check_balance(text, text), public.folio_residuals(text, text),
  public.folio_minor_units(text), public.folio_set_updated_at();

DO $$
DECLARE
  faults text;
BEGIN
  SELECT string_agg(fault, chr(10)) INTO faults
  FROM (
    SELECT format('of the user "%s": %s', user_id, fault) AS fault
    FROM public.transaction_groups, folio.fault_of(user_id, id) AS fault
    WHERE fault IS NOT NULL LIMIT 20
  ) AS found;
  IF faults IS NOT NULL THEN
    RAISE EXCEPTION 'groups do not balance; nothing was changed'
      USING ERRCODE = 'check_violation', DETAIL = faults,
        HINT = 'Correct these groups (Specs/ledger-format.md), and run the file again.';
  END IF;
END $$;

COMMIT;
