-- Loads a ledger document with flat tables: psql --set document="$(cat ledger.json)".
BEGIN;
CREATE TEMP TABLE loaded AS SELECT :'document'::json AS doc;

INSERT INTO stocks_master (id, symbol, name, market, currency, kind, isin)
SELECT r.id, r.symbol, r.name, r.market, r.currency, r.kind, r.isin
FROM loaded, json_populate_recordset(null::stocks_master, doc -> 'stocks_master') r;

INSERT INTO user_portfolio_settings
  (user_id, base_currency, cost_basis_method, lot_scope, fee_treatment, tax_rules)
SELECT r.user_id, r.base_currency, r.cost_basis_method, r.lot_scope, r.fee_treatment, r.tax_rules
FROM loaded,
  json_populate_recordset(null::user_portfolio_settings, doc -> 'user_portfolio_settings') r;

INSERT INTO portfolio_cash_accounts (user_id, id, name, currency)
SELECT r.user_id, r.id, r.name, r.currency
FROM loaded,
  json_populate_recordset(null::portfolio_cash_accounts, doc -> 'portfolio_cash_accounts') r;

INSERT INTO transaction_groups (user_id, id, group_type, status, occurred_at, notes)
SELECT r.user_id, r.id, r.group_type, coalesce(r.status, 'settled'), r.occurred_at, r.notes
FROM loaded, json_populate_recordset(null::transaction_groups, doc -> 'transaction_groups') r;

INSERT INTO stock_transactions
  (user_id, id, group_id, stock_id, symbol, trade_type, trade_date, settlement_date, quantity,
   price_per_share, gross_amount, fees, taxes, tax_withheld, currency, fx_rate, account, ratio,
   new_symbol, basis_fraction, cash_in_lieu, lots)
SELECT r.user_id, r.id, r.group_id, r.stock_id, r.symbol, r.trade_type, r.trade_date,
  r.settlement_date, r.quantity, r.price_per_share, r.gross_amount, r.fees, r.taxes,
  r.tax_withheld, r.currency, r.fx_rate, r.account, r.ratio, r.new_symbol, r.basis_fraction,
  r.cash_in_lieu, r.lots
FROM loaded, json_populate_recordset(null::stock_transactions, doc -> 'stock_transactions') r;

INSERT INTO cash_transactions
  (user_id, id, group_id, cash_account_id, leg_type, direction, amount, currency)
SELECT r.user_id, r.id, r.group_id, r.cash_account_id, r.leg_type, r.direction, r.amount,
  r.currency
FROM loaded, json_populate_recordset(null::cash_transactions, doc -> 'cash_transactions') r;

INSERT INTO historical_prices (symbol, date, close, currency)
SELECT r.symbol, r.date, r.close, r.currency
FROM loaded, json_populate_recordset(null::historical_prices, doc -> 'historical_prices') r;

INSERT INTO fx_rates (date, "from", "to", rate)
SELECT r.date, r."from", r."to", r.rate
FROM loaded, json_populate_recordset(null::fx_rates, doc -> 'fx_rates') r;
COMMIT;
