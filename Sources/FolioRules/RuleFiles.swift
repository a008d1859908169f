/// The rule files for CSV. The build puts the files of the folder `Files` into the program, without
/// Foundation. This target has nothing else, so that they are compiled only when one changes.
package enum RuleFiles {
  private typealias Files = PackageResources

  /// Each name with its file, in the order in which they are tried.
  package static let all: [(name: String, bytes: [UInt8])] = [
    ("trading212", Files.trading212_json), ("degiro", Files.degiro_json),
    ("schwab", Files.schwab_json), ("fidelity", Files.fidelity_json),
    ("ibkr-statement", Files.ibkr_statement_json),
    ("ibkr-transactions", Files.ibkr_transactions_json),
    ("coinbase", Files.coinbase_json),
    ("trade-republic", Files.trade_republic_json),
    ("etoro", Files.etoro_json),
    ("revolut-crypto", Files.revolut_crypto_json),
    ("vanguard", Files.vanguard_json),
    ("vanguard-uk", Files.vanguard_uk_json),
    ("portfolio-performance", Files.portfolio_performance_json),
    // Files of Wealthfolio have all columns of Sidekick, and one more.
    ("wealthfolio", Files.wealthfolio_json),
    ("ghostfolio-sidekick", Files.ghostfolio_sidekick_json),
    ("cgt-calc-raw", Files.cgt_calc_raw_json), ("acb", Files.acb_json),
    ("freetrade", Files.freetrade_json), ("scalable", Files.scalable_json),
    ("trade-republic-summary", Files.trade_republic_summary_json),
    ("bitvavo", Files.bitvavo_json), ("relai", Files.relai_json),
    ("investengine", Files.investengine_json), ("saxo", Files.saxo_json),
    ("nexo", Files.nexo_json), ("nibc", Files.nibc_json),
    ("bunq", Files.bunq_json),
    ("centraal-beheer", Files.centraal_beheer_json), ("bux", Files.bux_json),
    ("cointracking", Files.cointracking_json),
    ("directa", Files.directa_json), ("finpension", Files.finpension_json),
    ("sharesight", Files.sharesight_json),
    ("morgan-stanley", Files.morgan_stanley_json),
    ("parqet", Files.parqet_json), ("koinly", Files.koinly_json),
    ("revolut", Files.revolut_json), ("avanza", Files.avanza_json),
    ("xtb", Files.xtb_json), ("delta", Files.delta_json),
    ("swissquote", Files.swissquote_json),
    ("ghostfolio-csv", Files.ghostfolio_csv_json),
  ]
}
