extension Command {
  /// The commands that use stores.
  static let stores: [Command] = [
    initialize, add, edit, settle, void, delete, undelete, log, sync,
  ]

  static let store = Operand(
    placeholder: "STORE",
    meaning: "file:PATH or sqlite:PATH; default: FOLIO_STORE")

  static let initialize = Command(
    name: "init", scopes: [.create], operand: store, words: .ledgers(atLeastOne: false),
    summary: "create a store, empty or from ledgers",
    description: """
      Creates a store. Ledgers are checked first and stored as one. Use 'folio import' for other \
      formats. You can use a store wherever a command takes a ledger. The flags are settings of an \
      empty store; 'folio add' then adds accounts, instruments and transactions.
      """,
    examples: [
      Example("An empty store in dollars", "folio init file:ledger.folio --base USD"),
      Example("A store from a ledger", "folio init sqlite:ledger.db ledger.json"),
    ]
  ) { try $0.initialize($1) }

  static let add = Command(
    name: "add", scopes: [.entry], operand: store, words: .ledgers(atLeastOne: false),
    summary: "add to a store from flags, or the content of ledgers",
    description: """
      Adds what the flags give: accounts, instruments, prices, rates, and one transaction. Or adds \
      all groups of the ledgers with their accounts, instruments, prices and rates. All of it is \
      one change. Invalid changes are rejected, and the store stays unchanged. The rows of \
      --prices and --rates are stored. A later price or rate for the same day replaces the \
      earlier one.
      """,
    examples: [
      Example("An account and cash", "folio add file:l.folio --account usd:USD --deposit 5000"),
      Example(
        "Ten shares", "folio add file:l.folio --buy AAPL --quantity 10 --price 180.25 --fees 1"),
      Example("A deposit", "folio add file:l.folio --deposit 500 --cash c-usd --on today"),
      Example("The groups of a file", "folio add file:l.folio more.json"),
    ]
  ) { try $0.changeStore($1) { try $0.add(to: &$1, $2) } }

  static let edit = Command(
    name: "edit", scopes: [.change], operand: store, words: .ledgers(atLeastOne: true),
    summary: "replace a group, an account or an instrument",
    description: """
      Each ledger contains one group, which replaces the group with the same id, or accounts and \
      instruments, which replace those with the same id or symbol. Invalid changes are rejected.
      """,
    examples: [Example("A corrected group", "folio edit file:l.folio corrected.json")]
  ) { try $0.changeStore($1) { try $0.edit(&$1, $2) } }

  static let settle = Command(
    name: "settle", scopes: [.change, .settling], operand: store, words: .groupIDs,
    summary: "mark groups as settled",
    description: "Sets the status to 'settled'. --on also sets the settlement date.",
    examples: [Example("Settled today", "folio settle file:l.folio sale-17 --on today")]
  ) {
    let settled = $0.day($1.options.entry.on).flatMap { try? Timestamp($0.description) }
    try $0.changeGroups($1, "settled", unchanged: "is already settled") {
      id, store, now throws(StoreFailure) in
      try store.setStatus(of: id, to: .settled, settledAt: settled, at: now)
    }
  }

  static let void = Command(
    name: "void", scopes: [.change], operand: store, words: .groupIDs,
    summary: "mark groups as void",
    description: """
      Sets the status to 'void'. The groups stay on record without effect. Rejected if a later \
      group needs them, such as the sale of units that were bought.
      """,
    examples: [Example("A cancelled trade", "folio void file:l.folio sale-17")]
  ) {
    try $0.changeGroups($1, "voided", unchanged: "is already void") {
      id, store, now throws(StoreFailure) in
      try store.setStatus(of: id, to: .void, at: now)
    }
  }

  static let delete = Command(
    name: "delete", scopes: [.change], operand: store, words: .groupIDs,
    summary: "soft-delete groups",
    description: """
      The groups stay on record as deleted, without effect. 'folio log --deleted' shows them, and \
      'folio undelete' restores them. Rejected if a later group needs them.
      """,
    examples: [Example("Entered by mistake", "folio delete file:l.folio sale-17")]
  ) {
    try $0.changeGroups($1, "deleted", unchanged: "is already deleted") {
      id, store, now throws(StoreFailure) in
      try store.delete(id, at: now)
    }
  }

  static let undelete = Command(
    name: "undelete", scopes: [.change], operand: store, words: .groupIDs,
    summary: "restore deleted groups",
    description: """
      The groups count again, with the status that they had. Rejected if that causes a fault. \
      'folio log --deleted' shows which groups are deleted.
      """,
    examples: [Example("Deleted by mistake", "folio undelete file:l.folio sale-17")]
  ) {
    try $0.changeGroups($1, "restored", unchanged: "is not deleted") {
      id, store, now throws(StoreFailure) in
      try store.undelete(id, at: now)
    }
  }

  static let log = Command(
    name: "log", scopes: [.listing], operand: store, words: .none,
    summary: "list the groups of a store, newest first",
    description: """
      Shows time, id, type, status and last change of each group. Flags select groups; a group has \
      to fit all of them.
      """,
    examples: [
      Example("The last five", "folio log file:l.folio --limit 5"),
      Example("Pending trades of a share", "folio log file:l.folio --symbol AAPL --status pending"),
      Example("All, for a program", "folio log file:l.folio --deleted --format json"),
    ]
  ) { try $0.log($1) }

  static let sync = Command(
    name: "sync", scopes: [.change], operand: store, words: .store,
    summary: "synchronize two stores",
    description: """
      Copies the changes since the last sync in both directions. The later version of a group \
      wins; a version that loses is printed and kept next to the first store. Accounts, \
      instruments, prices and rates are merged. Defaults: FOLIO_STORE and FOLIO_REMOTE.
      """,
    examples: [
      Example("With a shared store", "folio sync file:l.folio file:/mnt/shared.folio"),
      Example("With a Supabase project", "folio sync file:l.folio https://PROJECT.supabase.co"),
    ]
  ) { try $0.sync($1) }
}
