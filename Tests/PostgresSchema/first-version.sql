-- The web service's tables (PostgreSQL 13 or later, and Supabase), with what Folio holds them to.
--
-- Keys, columns and words are those of Specs/ledger-format.md: a dump of these tables is a ledger
-- document. Ids are texts, so that rows from elsewhere keep theirs. Every row of a user has the
-- user's id in its key: no reference can lead from one user's rows to another's.
--
--   psql --set ON_ERROR_STOP=1 --file Specs/schema/postgres.sql
--
-- Amounts are `numeric` without a bound, which keeps every digit and the places as written.

BEGIN;

-- Supabase has these roles. Elsewhere they are made here.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    CREATE ROLE authenticated NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'service_role') THEN
    CREATE ROLE service_role NOLOGIN BYPASSRLS;
  END IF;
END $$;

-- Who is asking: the subject of the session's token, as Supabase's auth.uid() has it.
CREATE FUNCTION folio_user() RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub'
$$;

-- ---------------------------------------------------------------------------------------- tables

CREATE TABLE stocks_master (
  id text PRIMARY KEY DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  symbol text NOT NULL UNIQUE CHECK (symbol <> ''),
  name text,
  market text,
  currency text NOT NULL CHECK (currency ~ '^[A-Z][A-Z0-9._-]{0,7}$'),
  kind text,
  isin text,
  multiplier numeric CHECK (multiplier > 0),
  price_factor numeric CHECK (price_factor > 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE historical_prices (
  symbol text NOT NULL REFERENCES stocks_master (symbol) ON UPDATE CASCADE,
  date date NOT NULL,
  close numeric NOT NULL CHECK (close >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z][A-Z0-9._-]{0,7}$'),
  PRIMARY KEY (symbol, date, currency)
);

CREATE TABLE fx_rates (
  date date NOT NULL,
  "from" text NOT NULL CHECK ("from" ~ '^[A-Z][A-Z0-9._-]{0,7}$'),
  "to" text NOT NULL CHECK ("to" ~ '^[A-Z][A-Z0-9._-]{0,7}$'),
  rate numeric NOT NULL CHECK (rate > 0),
  PRIMARY KEY (date, "from", "to"),
  CHECK ("from" <> "to")
);

CREATE TABLE user_portfolio_settings (
  user_id text PRIMARY KEY DEFAULT folio_user() CHECK (user_id <> ''),
  base_currency text NOT NULL CHECK (base_currency ~ '^[A-Z][A-Z0-9._-]{0,7}$'),
  -- A word, or a list of methods by day as JSON text.
  cost_basis_method text CHECK (
    cost_basis_method IN ('fifo', 'lifo', 'hifo', 'lofo', 'average', 'specific')
    OR jsonb_typeof(CASE WHEN cost_basis_method LIKE '[%' THEN cost_basis_method::jsonb END)
      = 'array'),
  lot_scope text CHECK (lot_scope IN ('portfolio', 'account')),
  fee_treatment text CHECK (fee_treatment IN ('capitalize', 'expense')),
  tax_rules text CHECK (tax_rules IN ('none', 'us', 'uk', 'ca')),
  crossing_zero text CHECK (crossing_zero IN ('refuse', 'allow')),
  cash_cost_basis_method text CHECK (cash_cost_basis_method IN ('fifo', 'average')),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE portfolio_cash_accounts (
  user_id text NOT NULL DEFAULT folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  name text,
  currency text NOT NULL CHECK (currency ~ '^[A-Z][A-Z0-9._-]{0,7}$'),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  -- For the cash legs, which are in the currency of their account.
  UNIQUE (user_id, id, currency)
);

CREATE TABLE transaction_groups (
  user_id text NOT NULL DEFAULT folio_user() CHECK (user_id <> ''),
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

CREATE TABLE cash_transactions (
  user_id text NOT NULL DEFAULT folio_user() CHECK (user_id <> ''),
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
  FOREIGN KEY (user_id, group_id) REFERENCES transaction_groups (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, cash_account_id, currency)
    REFERENCES portfolio_cash_accounts (user_id, id, currency)
);

CREATE TABLE stock_transactions (
  user_id text NOT NULL DEFAULT folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  group_id text NOT NULL,
  stock_id text NOT NULL REFERENCES stocks_master (id),
  symbol text,
  trade_type text NOT NULL CHECK (trade_type IN (
    'buy', 'sell', 'short_sell', 'cover', 'dividend', 'split', 'stock_dividend',
    'return_of_capital', 'spin_off', 'merger', 'symbol_change', 'transfer_out', 'transfer_in',
    'write_off', 'gift', 'unit_fee')),
  trade_date date,
  settlement_date date,
  quantity numeric CHECK (quantity > 0),
  price_per_share numeric CHECK (price_per_share >= 0),
  gross_amount numeric CHECK (gross_amount >= 0),
  fees numeric CHECK (fees >= 0),
  taxes numeric CHECK (taxes >= 0),
  tax_withheld numeric CHECK (tax_withheld >= 0),
  currency text CHECK (currency ~ '^[A-Z][A-Z0-9._-]{0,7}$'),
  fx_rate numeric CHECK (fx_rate > 0),
  account text CHECK (account <> ''),
  ratio text,
  new_symbol text,
  basis_fraction numeric CHECK (basis_fraction > 0 AND basis_fraction <= 1),
  cash_in_lieu numeric CHECK (cash_in_lieu >= 0),
  accrued_interest numeric CHECK (accrued_interest >= 0),
  lots jsonb CHECK (jsonb_typeof(lots) = 'array'),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, group_id) REFERENCES transaction_groups (user_id, id) ON DELETE CASCADE,
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
    OR quantity IS NOT NULL),
  CONSTRAINT one_tax CHECK (taxes = 0 OR tax_withheld = 0 OR taxes = tax_withheld)
);

-- Derived: `folio check --derived` recomputes them.
CREATE TABLE portfolio_positions (
  user_id text NOT NULL DEFAULT folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  stock_id text REFERENCES stocks_master (id),
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

CREATE TABLE portfolio_holdings (
  user_id text NOT NULL DEFAULT folio_user() CHECK (user_id <> ''),
  id text NOT NULL DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  stock_id text REFERENCES stocks_master (id),
  symbol text,
  quantity numeric NOT NULL,
  average_cost numeric,
  cost_basis numeric,
  currency text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  CHECK (coalesce(stock_id, symbol) IS NOT NULL)
);

-- --------------------------------------------------------------------------------------- indexes

CREATE INDEX transaction_groups_newest ON transaction_groups (user_id, occurred_at DESC, id);
CREATE INDEX transaction_groups_changed ON transaction_groups (user_id, updated_at);
CREATE INDEX cash_transactions_of_group ON cash_transactions (user_id, group_id);
CREATE INDEX cash_transactions_of_account ON cash_transactions (user_id, cash_account_id);
CREATE INDEX stock_transactions_of_group ON stock_transactions (user_id, group_id);
CREATE INDEX stock_transactions_of_stock ON stock_transactions (user_id, stock_id, trade_date);
CREATE INDEX portfolio_positions_of_day ON portfolio_positions (user_id, as_of DESC);

-- ------------------------------------------------------------------------------------ updated_at

CREATE FUNCTION folio_set_updated_at() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'stocks_master', 'user_portfolio_settings', 'portfolio_cash_accounts', 'transaction_groups',
    'cash_transactions', 'stock_transactions', 'portfolio_positions', 'portfolio_holdings']
  LOOP
    EXECUTE format(
      'CREATE TRIGGER set_updated_at BEFORE UPDATE ON %I '
      'FOR EACH ROW EXECUTE FUNCTION folio_set_updated_at()', name);
  END LOOP;
END $$;

-- --------------------------------------------------------------------------------------- balance

-- The places of a currency's minor unit: those of ISO 4217, of digital currencies those of the
-- smallest amount that their ledger records, and 8 for unknown codes.
CREATE FUNCTION folio_minor_units(code text) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
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
      'NEAR') THEN 24    ELSE 8
  END
$$;

-- What is left of each currency of a group when its cash legs are held against what its stock legs
-- call for (Specs/ledger-format.md, "When a group balances").
CREATE FUNCTION folio_residuals(owner text, of_group text)
RETURNS TABLE (currency text, amount numeric)
LANGUAGE sql STABLE AS $$
  WITH g AS (
    SELECT group_type, EXISTS (
      SELECT FROM stock_transactions s WHERE s.user_id = owner AND s.group_id = of_group
    ) AS is_trade
    FROM transaction_groups WHERE user_id = owner AND id = of_group
  ),
  -- Legs that have an account on the other side by their own nature pay for nothing.
  paid AS (
    SELECT c.currency, CASE c.direction WHEN 'in' THEN c.amount ELSE -c.amount END AS amount
    FROM cash_transactions c, g
    WHERE c.user_id = owner AND c.group_id = of_group
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
    SELECT coalesce(s.currency, m.currency) AS currency, s.trade_type,
      coalesce(s.gross_amount,
        CASE WHEN s.trade_type IN ('buy', 'sell', 'short_sell', 'cover')
          THEN s.quantity * s.price_per_share * coalesce(m.multiplier, 1)
            * coalesce(m.price_factor, 1) END, 0) AS gross,
      coalesce(s.fees, 0) + coalesce(nullif(s.taxes, 0), s.tax_withheld, 0) AS charges,
      coalesce(s.cash_in_lieu, 0) AS lieu, coalesce(s.accrued_interest, 0) AS accrued
    FROM stock_transactions s JOIN stocks_master m ON m.id = s.stock_id
    WHERE s.user_id = owner AND s.group_id = of_group
  ),
  called AS (
    SELECT legs.currency, CASE
      WHEN trade_type IN ('buy', 'cover') THEN -(gross + charges + accrued)
      WHEN trade_type IN ('sell', 'short_sell') THEN gross - charges + accrued
      WHEN trade_type IN ('dividend', 'return_of_capital') THEN gross - charges
      WHEN trade_type = 'merger' THEN gross + lieu - charges
      WHEN trade_type IN ('split', 'spin_off', 'stock_dividend') THEN lieu - charges
      ELSE -charges
    END AS amount FROM legs
  )
  SELECT both_sides.currency, sum(both_sides.amount) FROM (
    SELECT paid.currency, paid.amount FROM paid
    UNION ALL SELECT called.currency, -called.amount FROM called
  ) AS both_sides
  GROUP BY both_sides.currency HAVING sum(both_sides.amount) <> 0
$$;

-- Refuses a group that does not balance. One residual in each of two currencies, of opposite
-- sign, is an exchange inside the group; half of a minor unit is rounding; void and deleted groups
-- move nothing.
CREATE FUNCTION folio_check_balance(owner text, of_group text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  left_over text;
  count_of integer;
  positive integer;
BEGIN
  IF NOT EXISTS (
    SELECT FROM transaction_groups
    WHERE user_id = owner AND id = of_group AND status <> 'void' AND NOT is_deleted
  ) THEN
    RETURN;
  END IF;
  SELECT string_agg(amount || ' ' || currency, ', ' ORDER BY currency), count(*),
    count(*) FILTER (WHERE amount > 0)
  INTO left_over, count_of, positive
  FROM folio_residuals(owner, of_group)
  WHERE abs(amount) > 0.5 * power(10::numeric, -folio_minor_units(currency));
  IF count_of = 0 OR count_of = 2 AND positive = 1 THEN
    RETURN;
  END IF;
  RAISE EXCEPTION 'the group "%" does not balance: % is left', of_group, left_over
    USING ERRCODE = 'check_violation',
      HINT = 'Its cash legs must be what its stock legs call for (Specs/ledger-format.md).';
END $$;

CREATE FUNCTION folio_balance_of_leg() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM folio_check_balance(OLD.user_id, OLD.group_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM folio_check_balance(NEW.user_id, NEW.group_id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION folio_balance_of_group() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM folio_check_balance(NEW.user_id, NEW.id);
  RETURN NULL;
END $$;

-- Deferred: legs come one after the other, and a group must balance when the transaction ends.
CREATE CONSTRAINT TRIGGER group_balances
  AFTER INSERT OR UPDATE OR DELETE ON cash_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION folio_balance_of_leg();
CREATE CONSTRAINT TRIGGER group_balances
  AFTER INSERT OR UPDATE OR DELETE ON stock_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION folio_balance_of_leg();
CREATE CONSTRAINT TRIGGER group_balances
  AFTER UPDATE ON transaction_groups
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION folio_balance_of_group();

-- ------------------------------------------------------------------------------- who sees what

GRANT SELECT ON stocks_master, historical_prices, fx_rates TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  user_portfolio_settings, portfolio_cash_accounts, transaction_groups, cash_transactions,
  stock_transactions, portfolio_positions, portfolio_holdings TO authenticated;
GRANT ALL ON ALL TABLES IN SCHEMA public TO service_role;

ALTER TABLE stocks_master ENABLE ROW LEVEL SECURITY;
ALTER TABLE historical_prices ENABLE ROW LEVEL SECURITY;
ALTER TABLE fx_rates ENABLE ROW LEVEL SECURITY;
CREATE POLICY everyone_reads ON stocks_master FOR SELECT TO authenticated USING (true);
CREATE POLICY everyone_reads ON historical_prices FOR SELECT TO authenticated USING (true);
CREATE POLICY everyone_reads ON fx_rates FOR SELECT TO authenticated USING (true);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'user_portfolio_settings', 'portfolio_cash_accounts', 'transaction_groups',
    'cash_transactions', 'stock_transactions', 'portfolio_positions', 'portfolio_holdings']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY own_rows ON %I TO authenticated '
      'USING (user_id = (SELECT folio_user())) WITH CHECK (user_id = (SELECT folio_user()))',
      name);
  END LOOP;
END $$;

COMMIT;
