-- What the schema must refuse and what it must do. Each check raises an exception where it fails.
-- The rows of the sample ledger are there, and belong to the user u-0001.

CREATE FUNCTION pg_temp.must_fail(statement text, wanted text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    EXECUTE statement;
    SET CONSTRAINTS ALL IMMEDIATE;
  EXCEPTION WHEN OTHERS THEN
    IF SQLSTATE = wanted THEN
      RAISE NOTICE 'refused, as it must be: %', SQLERRM;
      RETURN;
    END IF;
    RAISE EXCEPTION 'state % and not % of: %: %', SQLSTATE, wanted, statement, SQLERRM;
  END;
  RAISE EXCEPTION 'not refused: %', statement;
END $$;

CREATE FUNCTION pg_temp.must_be(seen bigint, wanted bigint, what text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF seen IS DISTINCT FROM wanted THEN
    RAISE EXCEPTION '%: % and not %', what, seen, wanted;
  END IF;
  RAISE NOTICE '%: %', what, seen;
END $$;

CREATE FUNCTION pg_temp.sign_in(name text) RETURNS void
LANGUAGE sql AS $$
  SELECT set_config('request.jwt.claims', json_build_object('sub', name)::text, false)
$$;

SET ROLE authenticated;

-- Who is not signed in sees nothing of anyone, and can add nothing.
SELECT pg_temp.must_be((SELECT count(*) FROM transaction_groups), 0, 'groups without a user');
SELECT pg_temp.must_fail(
  $$INSERT INTO transaction_groups (user_id, id, occurred_at) VALUES ('u-0001', 'x', now())$$,
  '42501');

-- A second user sees none of the first one's rows, can't add to them, and changes none.
SELECT pg_temp.sign_in('u-0002');
SELECT pg_temp.must_be((SELECT count(*) FROM transaction_groups), 0, 'groups that u-0002 sees');
SELECT pg_temp.must_be((SELECT count(*) FROM stock_transactions), 0, 'stock legs of it');
SELECT pg_temp.must_be((SELECT count(*) FROM cash_transactions), 0, 'cash legs of it');
SELECT pg_temp.must_be((SELECT count(*) FROM portfolio_cash_accounts), 0, 'accounts of it');
SELECT pg_temp.must_be((SELECT count(*) FROM user_portfolio_settings), 0, 'settings of it');
SELECT pg_temp.must_be(
  (SELECT count(*) FROM stocks_master), (SELECT count(*) FROM stocks_master WHERE symbol <> ''),
  'stocks that all see');
SELECT pg_temp.must_fail(
  $$INSERT INTO transaction_groups (user_id, id, occurred_at) VALUES ('u-0001', 'x', now())$$,
  '42501');
SELECT pg_temp.must_fail(
  $$INSERT INTO stocks_master (id, symbol, currency) VALUES ('x', 'X', 'USD')$$, '42501');
WITH changed AS (UPDATE transaction_groups SET notes = 'mine' RETURNING 1)
SELECT pg_temp.must_be((SELECT count(*) FROM changed), 0, 'groups of another that it changes');
WITH gone AS (DELETE FROM cash_transactions RETURNING 1)
SELECT pg_temp.must_be((SELECT count(*) FROM gone), 0, 'cash legs of another that it removes');

-- Its own rows, with the same ids as another's, are its own.
BEGIN;
INSERT INTO user_portfolio_settings (base_currency) VALUES ('EUR');
INSERT INTO portfolio_cash_accounts (id, currency) VALUES ('c', 'USD'), ('y', 'JPY');
INSERT INTO transaction_groups (id, group_type, occurred_at)
  VALUES ('g', 'deposit', '2024-01-02T09:00:00Z');
INSERT INTO cash_transactions (id, group_id, cash_account_id, leg_type, direction, amount, currency)
  VALUES ('k', 'g', 'c', 'deposit', 'in', 100.50, 'USD');
COMMIT;
SELECT pg_temp.must_be((SELECT count(*) FROM transaction_groups), 1, 'groups that u-0002 has');
INSERT INTO balances (date, cash_account_id, amount, currency)
  VALUES ('2024-01-02', 'c', 100.50, 'USD');
INSERT INTO balances (date, symbol, quantity) VALUES ('2024-01-02', 'X', -1);
DELETE FROM balances WHERE symbol = 'X';
SELECT pg_temp.must_fail(
  $$INSERT INTO balances (date, cash_account_id, amount, symbol, quantity)
    VALUES ('2024-01-02', 'c', 1, 'X', 1)$$, '23514');
SELECT pg_temp.must_fail(
  $$INSERT INTO balances (date, cash_account_id) VALUES ('2024-01-02', 'c')$$, '23514');
SELECT pg_temp.must_fail(
  $$INSERT INTO balances (date, cash_account_id, amount) VALUES ('2024-01-02', 'z', 1)$$, '23503');
SELECT pg_temp.must_fail(
  $$INSERT INTO balances (date, cash_account_id, amount, currency)
    VALUES ('2024-01-02', 'c', 1, 'EUR')$$, '23503');
-- A leg can't stand in another user's group, even where its id is known.
RESET ROLE;
SELECT pg_temp.must_be(
  (SELECT count(*) FROM transaction_groups WHERE user_id = 'u-0002'), 1, 'its groups for the owner');
SELECT set_config('check.group', (SELECT min(id) FROM transaction_groups WHERE user_id = 'u-0001'),
  false);
SET ROLE authenticated;
SELECT pg_temp.must_fail(
  format(
    $$INSERT INTO cash_transactions (id, group_id, cash_account_id, leg_type, direction, amount,
      currency) VALUES ('z', %L, 'c', 'deposit', 'in', 1, 'USD')$$,
    current_setting('check.group')),
  '23503');

-- Groups balance when the transaction ends, and not before.
SELECT set_config('check.stock', (SELECT min(id) FROM stocks_master), false);
BEGIN;
INSERT INTO transaction_groups (id, group_type, occurred_at) VALUES ('b', 'stock_trade', now());
INSERT INTO stock_transactions
  (id, group_id, stock_id, trade_type, quantity, price_per_share, gross_amount, fees, currency)
  VALUES ('t', 'b', current_setting('check.stock'), 'buy', 10, 5, 50, 1, 'USD');
INSERT INTO cash_transactions (id, group_id, cash_account_id, leg_type, direction, amount, currency)
  VALUES ('k1', 'b', 'c', 'principal', 'out', 50, 'USD'), ('k2', 'b', 'c', 'fee', 'out', 1, 'USD');
COMMIT;
SELECT pg_temp.must_fail($$UPDATE cash_transactions SET amount = 2 WHERE id = 'k2'$$, '23514');
SELECT pg_temp.must_fail($$DELETE FROM cash_transactions WHERE id = 'k2'$$, '23514');
SELECT pg_temp.must_fail($$DELETE FROM stock_transactions WHERE id = 't'$$, '23514');
SELECT pg_temp.must_fail($$UPDATE stock_transactions SET fees = 1.006 WHERE id = 't'$$, '23514');
-- Half a cent is rounding.
UPDATE stock_transactions SET fees = 1.005 WHERE id = 't';
UPDATE stock_transactions SET fees = 1 WHERE id = 't';
-- Paid through an account of another currency: one residual in each of two, of opposite sign.
BEGIN;
DELETE FROM cash_transactions WHERE group_id = 'b';
INSERT INTO cash_transactions (id, group_id, cash_account_id, leg_type, direction, amount, currency)
  VALUES ('k3', 'b', 'y', 'principal', 'out', 7650, 'JPY');
COMMIT;
SELECT pg_temp.must_fail($$UPDATE cash_transactions SET direction = 'in' WHERE id = 'k3'$$, '23514');
-- A void group moves nothing, and can't come back out of balance.
UPDATE transaction_groups SET status = 'void' WHERE id = 'b';
DELETE FROM cash_transactions WHERE id = 'k3';
SELECT pg_temp.must_fail(
  $$UPDATE transaction_groups SET status = 'settled' WHERE id = 'b'$$, '23514');
DELETE FROM transaction_groups WHERE id = 'b';
SELECT pg_temp.must_be(
  (SELECT count(*) FROM stock_transactions), 0, 'legs left of a group that was removed');

-- Values.
SELECT pg_temp.must_fail(
  $$UPDATE cash_transactions SET amount = 0 WHERE id = 'k'$$, '23514');
SELECT pg_temp.must_fail(
  $$UPDATE cash_transactions SET currency = 'EUR' WHERE id = 'k'$$, '23503');
SELECT pg_temp.must_fail(
  $$UPDATE transaction_groups SET status = 'done' WHERE id = 'g'$$, '23514');
SELECT pg_temp.must_fail(
  $$INSERT INTO stock_transactions (group_id, stock_id, trade_type, quantity)
    VALUES ('g', current_setting('check.stock'), 'buy', 1)$$, '23514');

-- updated_at moves with every change.
SELECT pg_temp.must_be(
  (SELECT count(*) FROM transaction_groups WHERE updated_at > created_at), 0, 'changed before');
UPDATE transaction_groups SET notes = 'salary' WHERE id = 'g';
SELECT pg_temp.must_be(
  (SELECT count(*) FROM transaction_groups WHERE updated_at > created_at), 1, 'changed after');
RESET ROLE;
