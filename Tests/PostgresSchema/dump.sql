-- The tables as one JSON object, as a web service hands them out.
SELECT json_build_object(
  'user_portfolio_settings', (SELECT json_agg(r) FROM user_portfolio_settings r),
  'portfolio_cash_accounts', (SELECT json_agg(r) FROM portfolio_cash_accounts r),
  'stocks_master', (SELECT json_agg(r) FROM stocks_master r),
  'transaction_groups', (SELECT json_agg(r) FROM transaction_groups r),
  'stock_transactions', (SELECT json_agg(r) FROM stock_transactions r),
  'cash_transactions', (SELECT json_agg(r) FROM cash_transactions r),
  'balances', (SELECT json_agg(r) FROM balances r),
  'historical_prices', (SELECT json_agg(r) FROM historical_prices r),
  'fx_rates', (SELECT json_agg(r) FROM fx_rates r));
