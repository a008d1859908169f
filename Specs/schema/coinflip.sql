-- CoinFlip's tables (PostgreSQL 13 or later, and Supabase): trades that are made as a whole, and a
-- leaderboard that all see. Run postgres.sql first.
--
--   psql --set ON_ERROR_STOP=1 --file Specs/schema/coinflip.sql
--
-- Tables that are there already stay as they are, whatever the type of their ids. The file can run
-- again at any time. Numbers are DECIMAL(20,8), as in Specs/simple-models.md.

BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL client_min_messages = warning;

CREATE TABLE IF NOT EXISTS public.users (
  id text PRIMARY KEY DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  auth_user_id text UNIQUE DEFAULT public.folio_user(),
  username text NOT NULL UNIQUE CHECK (username <> ''),
  avatar_emoji text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS public.portfolios (
  id text PRIMARY KEY DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  user_id text NOT NULL REFERENCES public.users (id) ON DELETE CASCADE,
  cash_balance decimal(20, 8) NOT NULL DEFAULT 1000 CHECK (cash_balance >= 0),
  starting_balance decimal(20, 8) NOT NULL DEFAULT 1000 CHECK (starting_balance >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS public.holdings (
  id text PRIMARY KEY DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  portfolio_id text NOT NULL REFERENCES public.portfolios (id) ON DELETE CASCADE,
  coin_id text NOT NULL CHECK (coin_id <> ''),
  coin_symbol text NOT NULL CHECK (coin_symbol <> ''),
  coin_name text NOT NULL CHECK (coin_name <> ''),
  quantity decimal(20, 8) NOT NULL CHECK (quantity >= 0),
  average_buy_price decimal(20, 8) NOT NULL CHECK (average_buy_price >= 0),
  UNIQUE (portfolio_id, coin_id)
);

CREATE TABLE IF NOT EXISTS public.transactions (
  id text PRIMARY KEY DEFAULT gen_random_uuid()::text CHECK (id <> ''),
  portfolio_id text NOT NULL REFERENCES public.portfolios (id) ON DELETE CASCADE,
  coin_id text NOT NULL CHECK (coin_id <> ''),
  coin_symbol text NOT NULL CHECK (coin_symbol <> ''),
  coin_name text NOT NULL CHECK (coin_name <> ''),
  type text NOT NULL CHECK (type IN ('buy', 'sell')),
  quantity decimal(20, 8) NOT NULL CHECK (quantity > 0),
  price_per_coin decimal(20, 8) NOT NULL CHECK (price_per_coin >= 0),
  total_value decimal(20, 8) NOT NULL,
  "timestamp" timestamptz NOT NULL DEFAULT now()
);

-- The latest price of each coin in US dollars. The service writes it: with prices of a caller's own,
-- the leaderboard would tell what everybody holds.
CREATE TABLE IF NOT EXISTS public.coin_prices (
  coin_id text PRIMARY KEY CHECK (coin_id <> ''),
  price numeric NOT NULL CHECK (price >= 0 AND price < 1000000000000),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX IF NOT EXISTS portfolios_of_user ON public.portfolios (user_id);
CREATE INDEX IF NOT EXISTS users_of_account ON public.users (auth_user_id);
CREATE INDEX IF NOT EXISTS holdings_of_portfolio ON public.holdings (portfolio_id);
CREATE INDEX IF NOT EXISTS transactions_newest ON public.transactions (portfolio_id, "timestamp" DESC);

-- ------------------------------------------------------------------------------------- functions

-- A fraction of numbers from zero up, with so many places, and halves up or to the even digit.
CREATE OR REPLACE FUNCTION public.coinflip_divided(
  dividend numeric, divisor numeric, places integer, is_even boolean) RETURNS numeric
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT round((units + CASE
      WHEN 2 * rest > divisor OR 2 * rest = divisor AND (NOT is_even OR mod(units, 2) = 1)
      THEN 1 ELSE 0 END) / ('1e' || places)::numeric, places)
  FROM (
    SELECT div(dividend * ('1e' || places)::numeric, divisor) AS units,
      mod(dividend * ('1e' || places)::numeric, divisor) AS rest
  ) AS parts
$$;

-- Buys or sells: cash, holding and transaction change together, or none of them does. A portfolio's
-- trades wait for each other. The same `id` again gives the rows as they are, and trades nothing.
CREATE OR REPLACE FUNCTION public.coinflip_trade(
  portfolio_id public.portfolios.id%TYPE, coin_id text, coin_symbol text, coin_name text,
  type text, quantity numeric, price_per_coin numeric,
  id public.transactions.id%TYPE DEFAULT NULL, "timestamp" timestamptz DEFAULT NULL) RETURNS json
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  bound CONSTANT numeric := 1000000000000;
  portfolio public.portfolios;
  holding public.holdings;
  made public.transactions;
  removed public.holdings.id%TYPE;
  total numeric;
  units numeric;
  refusal text;
BEGIN
  SELECT p.* INTO portfolio FROM public.portfolios p WHERE p.id = portfolio_id FOR UPDATE;
  IF portfolio.id IS NULL THEN
    RAISE EXCEPTION 'there is no such portfolio' USING ERRCODE = 'PT404', DETAIL = 'not_found';
  END IF;
  SELECT h.* INTO holding FROM public.holdings h
  WHERE h.portfolio_id = portfolio.id AND h.coin_id = coin_id;
  SELECT t.* INTO made FROM public.transactions t WHERE t.id = id;
  IF made.id IS NOT NULL THEN
    IF (made.portfolio_id, made.coin_id, made.type, made.quantity, made.price_per_coin)
      IS DISTINCT FROM (portfolio.id, coin_id, type, quantity, price_per_coin)
    THEN
      RAISE EXCEPTION 'the id is that of another transaction'
        USING ERRCODE = 'PT409', DETAIL = 'conflict';
    END IF;
    RETURN json_build_object(
      'portfolio', to_json(portfolio),
      'holding', CASE WHEN holding.id IS NOT NULL THEN to_json(holding) END,
      'removed_holding', NULL, 'transaction', to_json(made));
  END IF;
  total := round(quantity * price_per_coin, 8);
  units := coalesce(holding.quantity, 0);
  refusal := CASE
    WHEN NOT coalesce(quantity > 0 AND quantity < bound AND scale(trim_scale(quantity)) <= 8, false)
      THEN 'bad_quantity'
    WHEN NOT coalesce(price_per_coin >= 0 AND price_per_coin < bound
      AND scale(trim_scale(price_per_coin)) <= 8, false) THEN 'bad_price'
    WHEN NOT coalesce(coin_id <> '' AND coin_symbol <> '' AND coin_name <> ''
      AND type IN ('buy', 'sell'), false) THEN 'incomplete'
    WHEN total >= bound THEN 'out_of_bounds'
    WHEN type = 'buy' AND total > portfolio.cash_balance THEN 'not_enough_cash'
    WHEN type = 'sell' AND quantity > units THEN 'not_enough_units'
    WHEN type = 'buy' AND units + quantity >= bound
      OR type = 'sell' AND portfolio.cash_balance + total >= bound THEN 'out_of_bounds'
  END;
  IF refusal IS NOT NULL THEN
    RAISE EXCEPTION 'the order is refused: %', replace(refusal, '_', ' ')
      USING ERRCODE = 'PT422', DETAIL = refusal;
  END IF;
  UPDATE public.portfolios p
  SET cash_balance = p.cash_balance + CASE type WHEN 'buy' THEN -total ELSE total END,
    updated_at = clock_timestamp()
  WHERE p.id = portfolio.id RETURNING p.* INTO portfolio;
  IF type = 'buy' AND holding.id IS NULL THEN
    INSERT INTO public.holdings AS h (
      portfolio_id, coin_id, coin_symbol, coin_name, quantity, average_buy_price)
    VALUES (portfolio.id, coin_id, coin_symbol, coin_name, quantity,
      public.coinflip_divided(total, quantity, 8, false))
    RETURNING h.* INTO holding;
  ELSIF type = 'buy' THEN
    UPDATE public.holdings h
    SET coin_symbol = coin_symbol, coin_name = coin_name, quantity = units + quantity,
      average_buy_price = public.coinflip_divided(
        units * h.average_buy_price + total, units + quantity, 8, false)
    WHERE h.id = holding.id RETURNING h.* INTO holding;
  ELSIF units = quantity THEN
    DELETE FROM public.holdings h WHERE h.id = holding.id RETURNING h.id INTO removed;
    holding := NULL;
  ELSE
    UPDATE public.holdings h
    SET coin_symbol = coin_symbol, coin_name = coin_name, quantity = units - quantity
    WHERE h.id = holding.id RETURNING h.* INTO holding;
  END IF;
  IF id IS NULL THEN
    INSERT INTO public.transactions AS t (
      portfolio_id, coin_id, coin_symbol, coin_name, type, quantity, price_per_coin, total_value,
      "timestamp")
    VALUES (portfolio.id, coin_id, coin_symbol, coin_name, type, quantity, price_per_coin, total,
      coalesce("timestamp", clock_timestamp()))
    RETURNING t.* INTO made;
  ELSE
    INSERT INTO public.transactions AS t (
      id, portfolio_id, coin_id, coin_symbol, coin_name, type, quantity, price_per_coin,
      total_value, "timestamp")
    VALUES (id, portfolio.id, coin_id, coin_symbol, coin_name, type, quantity, price_per_coin,
      total, coalesce("timestamp", clock_timestamp()))
    RETURNING t.* INTO made;
  END IF;
  RETURN json_build_object(
    'portfolio', to_json(portfolio),
    'holding', CASE WHEN holding.id IS NOT NULL THEN to_json(holding) END,
    'removed_holding', removed, 'transaction', to_json(made));
EXCEPTION
  WHEN unique_violation THEN
    -- The id is that of a transaction which the caller does not see.
    RAISE EXCEPTION 'the id is that of another transaction'
      USING ERRCODE = 'PT409', DETAIL = 'conflict';
END $$;

-- All users with a portfolio by net worth, at the prices of coin_prices; a coin without a price
-- counts at its average buy price. It runs as the owner of the tables, since the callers see only
-- their own rows, and it shows sums: which coins have no price is told of the caller's own alone.
-- Each row has the number of all users on the board. PostgREST ends an answer after a number of rows
-- (`db-max-rows`) without saying so: then `offset` and `limit` ask for the others.
DROP FUNCTION IF EXISTS public.coinflip_leaderboard();
CREATE FUNCTION public.coinflip_leaderboard() RETURNS TABLE (
  rank bigint, username text, user_id public.users.id%TYPE, avatar_emoji text, net_worth numeric,
  holdings_value numeric, starting_balance numeric, gain numeric, gain_percent numeric,
  unpriced text[], users_on_board bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT rank() OVER (ORDER BY w.cash + w.held DESC), u.username, u.id, u.avatar_emoji,
    w.cash + w.held, w.held, w.started, w.cash + w.held - w.started,
    CASE WHEN w.started > 0 THEN sign(w.cash + w.held - w.started)
      * public.coinflip_divided(abs(w.cash + w.held - w.started), w.started, 8, true) * 100 END,
    CASE WHEN u.auth_user_id::text = public.folio_user() THEN ARRAY(
      SELECT DISTINCT h.coin_id
      FROM public.portfolios p JOIN public.holdings h ON h.portfolio_id = p.id
      LEFT JOIN public.coin_prices c ON c.coin_id = h.coin_id
      WHERE p.user_id = u.id AND c.coin_id IS NULL AND h.quantity > 0 ORDER BY 1) END,
    count(*) OVER ()
  FROM public.users u
  JOIN (
    SELECT p.user_id, sum(p.cash_balance) AS cash, sum(p.starting_balance) AS started,
      sum(coalesce(h.held, 0)) AS held
    FROM public.portfolios p
    LEFT JOIN LATERAL (
      SELECT sum(h.quantity * coalesce(c.price, h.average_buy_price)) AS held
      FROM public.holdings h LEFT JOIN public.coin_prices c ON c.coin_id = h.coin_id
      WHERE h.portfolio_id = p.id
    ) AS h ON true
    GROUP BY p.user_id
  ) AS w ON w.user_id = u.id
  ORDER BY w.cash + w.held DESC, u.username COLLATE "C", u.id::text COLLATE "C"
$$;

-- ------------------------------------------------------------------ who sees and does what

DO $$
DECLARE
  everybody CONSTANT text := 'PUBLIC, anon, authenticated, service_role';
  rule record;
BEGIN
  FOR rule IN
    SELECT * FROM (VALUES
      ('users', 'auth_user_id::text = (SELECT public.folio_user())'),
      ('portfolios', 'user_id IN (SELECT u.id FROM public.users u'
        ' WHERE u.auth_user_id::text = (SELECT public.folio_user()))'),
      ('holdings', 'portfolio_id IN (SELECT p.id FROM public.portfolios p)'),
      ('transactions', 'portfolio_id IN (SELECT p.id FROM public.portfolios p)'),
      ('coin_prices', 'true')) AS t (name, condition)
  LOOP
    EXECUTE format(
      'ALTER TABLE public.%1$I ENABLE ROW LEVEL SECURITY;'
      'DROP POLICY IF EXISTS own_rows ON public.%1$I; REVOKE ALL ON public.%1$I FROM %2$s;'
      'GRANT ALL ON public.%1$I TO service_role; GRANT SELECT ON public.%1$I TO authenticated;',
      rule.name, everybody);
    IF rule.name = 'coin_prices' THEN
      CREATE POLICY own_rows ON public.coin_prices FOR SELECT TO authenticated USING (true);
    ELSE
      EXECUTE format(
        'CREATE POLICY own_rows ON public.%1$I TO authenticated USING (%2$s) WITH CHECK (%2$s);'
        'GRANT INSERT, UPDATE, DELETE ON public.%1$I TO authenticated;',
        rule.name, rule.condition);
    END IF;
  END LOOP;
  FOR rule IN
    SELECT oid::regprocedure AS name FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND proname ~ '^coinflip_'
  LOOP
    EXECUTE format(
      'REVOKE ALL ON FUNCTION %s FROM %s; GRANT EXECUTE ON FUNCTION %1$s TO authenticated,'
      ' service_role', rule.name, everybody);
  END LOOP;
END $$;

NOTIFY pgrst, 'reload schema';

COMMIT;
