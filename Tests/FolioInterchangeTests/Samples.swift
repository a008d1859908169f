/// Documents that use every column.
enum Samples {
  /// All tables, legs nested in their groups.
  static let nested = Tree.object(head + [("transaction_groups", .array(groups))] + tail)

  /// The same with the legs in flat tables.
  static let flat = Tree.object(
    head + [
      ("stock_transactions", .array(groups.flatMap { legs($0, "stock_transactions") })),
      ("transaction_groups", .array(groups.map(withoutLegs))),
      ("cash_transactions", .array(groups.flatMap { legs($0, "cash_transactions") })),
    ] + tail)

  /// The same as NDJSON.
  static let lines: String =
    ([Tree.object(head + tail)] + groups).map { $0.spaced + "\n" }.joined()

  static let head: [(String, Tree)] = [
    ("format", .text("folio/1")),
    (
      "settings",
      .object([
        ("base_currency", .text("USD")), ("cost_basis_method", .text("hifo")),
        ("lot_scope", .text("account")), ("fee_treatment", .text("expense")),
        ("tax_rules", .text("us")), ("crossing_zero", .text("allow")),
        ("cash_cost_basis_method", .text("average")), ("x_theme", .text("dark")),
      ])
    ),
    (
      "portfolio_cash_accounts",
      .array([
        .object([
          ("id", .text("c-usd")), ("name", .text("Broker \\u00e9\\ud83d\\ude00 \\\"USD\\\"")),
          ("currency", .text("USD")),
        ]),
        .object([
          ("id", .text("5f0c8a9e-2d4b-4f6a-9c3e-1b2a3c4d5e6f")), ("currency", .text("EUR")),
          ("created_at", .text("2024-01-01")),
        ]),
      ])
    ),
    (
      "stocks_master",
      .array([
        .object([
          ("id", .text("s-aapl")), ("symbol", .text("AAPL")), ("name", .text("Apple Inc.")),
          ("market", .text("XNAS")), ("currency", .text("USD")), ("kind", .text("stock")),
          ("isin", .text("US0378331005")), ("sector", .json("{\"a\": [1, \"x y\"], \"b\": {}}")),
        ]),
        .object([
          ("symbol", .text("a symbol longer than sixteen")), ("currency", .text("EUR")),
          ("multiplier", .json("100")), ("price_factor", .text("0.010")),
        ]),
      ])
    ),
  ]

  static let tail: [(String, Tree)] = [
    (
      "historical_prices",
      .array([
        .object([
          ("symbol", .text("AAPL")), ("date", .text("2024-12-31")), ("close", .text("250.420")),
          ("currency", .text("USD")),
        ]),
        .object([
          ("stock_id", .text("s-aapl")), ("date", .text("2025-01-02")), ("price", .json("0")),
        ]),
      ])
    ),
    (
      "fx_rates",
      .array([
        .object([
          ("date", .text("2024-12-31")), ("from", .text("EUR")), ("to", .text("USD")),
          ("rate", .json("1.0389e0")),
        ])
      ])
    ),
    (
      "balances",
      .array([
        .object([
          ("date", .text("2024-12-31")), ("cash_account_id", .text("c-usd")),
          ("amount", .json("-12.50")), ("currency", .text("USD")), ("is_deleted", .json("true")),
        ]),
        .object([
          ("date", .text("2024-12-31")), ("symbol", .text("AAPL")), ("quantity", .text("10.0")),
          ("account", .text("an account longer than sixteen")), ("source", .text("statement 12")),
        ]),
      ])
    ),
    ("portfolio_positions", .array([.json("{\"symbol\": \"AAPL\", \"q\": 10}")])),
    ("portfolio_holdings", .array([.json("{\"a\": {\"b\": [null, true]}}")])),
    ("x_exported_by", .json("{\"program\": \"x\", \"version\": [1, 2]}")),
  ]

  static let groups: [Tree] = [buy, dividend, changes, transfer, empty]

  private static let buy = Tree.object([
    ("id", .text("g1")), ("group_type", .text("stock_trade")), ("status", .text("settled")),
    ("occurred_at", .text("2024-03-01T14:30:00+05:30")),
    ("settled_at", .text("2024-03-05T09:00:00+05:30")), ("notes", .text("first\\n\\u0041é")),
    ("user_id", .text("u-1")), ("updated_at", .text("2024-03-02T00:00:00Z")),
    (
      "stock_transactions",
      .array([
        .object([
          ("id", .text("t1")), ("stock_id", .text("s-aapl")), ("symbol", .text("AAPL")),
          ("trade_type", .text("buy")), ("trade_date", .text("2024-02-29")),
          ("settlement_date", .text("2024-03-05")), ("quantity", .text("10")),
          ("price_per_share", .text("180.25")), ("gross_amount", .json("1802.50")),
          ("fees", .text("1.00")), ("taxes", .json("0")), ("currency", .text("USD")),
          ("fx_rate", .json("null")), ("account", .text("IRA")), ("strategy", .text("core")),
          ("accrued_interest", .text("0.00")),
        ])
      ])
    ),
    (
      "cash_transactions",
      .array([
        .object([
          ("id", .text("k1")), ("cash_account_id", .text("c-usd")),
          ("leg_type", .text("principal")), ("direction", .text("out")),
          ("amount", .text("1802.50")), ("currency", .text("USD")), ("user_id", .text("u-1")),
        ]),
        .object([
          ("id", .text("k2")), ("cash_account_id", .text("c-usd")), ("leg_type", .text("fee")),
          ("direction", .text("out")), ("amount", .json("1.00")), ("stock_id", .text("s-aapl")),
          ("symbol", .text("AAPL")),
        ]),
      ])
    ),
  ])

  private static let dividend = Tree.object([
    ("id", .text("4f9a1c2e-7b3d-4e5f-8a6b-0c1d2e3f4a5b")), ("group_type", .text("dividend")),
    ("status", .text("pending")), ("occurred_at", .text("2024-05-16 00:00:00.5")),
    ("is_deleted", .json("false")),
    (
      "stock_transactions",
      .array([
        .object([
          ("symbol", .text("AAPL")), ("trade_type", .text("dividend")), ("quantity", .text("0")),
          ("gross_amount", .text("2.50")), ("tax_withheld", .text("0.38")),
        ])
      ])
    ),
    (
      "cash_transactions",
      .array([
        .object([
          ("cash_account_id", .text("c-usd")), ("leg_type", .text("dividend")),
          ("direction", .text("in")), ("amount", .text("2.12")), ("currency", .text("USD")),
        ])
      ])
    ),
  ])

  private static let changes = Tree.object([
    ("id", .text("g-çhanges")), ("occurred_at", .text("2024-08-31")),
    (
      "stock_transactions",
      .array([
        .object([
          ("symbol", .text("AAPL")), ("trade_type", .text("split")), ("ratio", .text("4:1")),
        ]),
        .object([
          ("stock_id", .text("s-aapl")), ("trade_type", .text("spin_off")),
          ("new_symbol", .text("NEW.CO")), ("ratio", .json("0.25")),
          ("basis_fraction", .text("0.125")), ("cash_in_lieu", .text("0.00")),
        ]),
      ])
    ),
  ])

  private static let transfer = Tree.object([
    ("id", .text("g4")), ("group_type", .text("opening_balance")), ("status", .text("settled")),
    ("occurred_at", .text("2024-09-01T00:00:00Z")),
    (
      "stock_transactions",
      .array([
        .object([
          ("symbol", .text("a symbol longer than sixteen")), ("trade_type", .text("transfer_in")),
          ("quantity", .text("3.000000000000000001")), ("account", .text("IRA")),
          ("fx_rate", .text("1.1")),
          (
            "lots",
            .array([
              .object([
                ("acquired", .text("2020-01-02")), ("quantity", .text("1")),
                ("cost_basis", .text("10.00")), ("cost_basis_base", .text("11")),
                ("is_short", .json("true")), ("holding_from", .text("2019-12-31")),
                ("may_replace", .json("false")), ("base_unknown", .json("true")),
                ("rest_of_previous", .json("true")), ("opening_quantity", .text("3")),
                ("opening_cost", .text("30.01")), ("day_order", .text("2")),
              ]),
              .object([
                ("acquired", .text("2020-01-03")), ("quantity", .text("2.000000000000000001")),
                ("cost_basis", .text("5")),
              ]),
            ])
          ),
        ])
      ])
    ),
  ])

  private static let empty = Tree.object([
    ("id", .text("g5")), ("occurred_at", .text("2024-10-01T00:00:00Z")),
    ("status", .text("void")), ("stock_transactions", .array([])),
    ("cash_transactions", .json("null")),
  ])

  // MARK: Flat tables

  private static func legs(_ group: Tree, _ table: String) -> [Tree] {
    guard case .object(let members) = group,
      case .text(let id)? = members.first(where: { $0.0 == "id" })?.1,
      case .array(let legs)? = members.first(where: { $0.0 == table })?.1
    else { return [] }
    return legs.map { leg in
      guard case .object(let columns) = leg else { return leg }
      return .object([("group_id", .text(id))] + columns)
    }
  }

  private static func withoutLegs(_ group: Tree) -> Tree {
    guard case .object(let members) = group else { return group }
    return .object(members.filter { !$0.0.hasSuffix("_transactions") })
  }
}
