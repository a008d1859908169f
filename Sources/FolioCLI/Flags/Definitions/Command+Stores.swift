import Folio

extension Command {
  /// The commands that keep a ledger.
  static let stores: [Command] = [initialize, add, edit, settle, void, delete, log, sync]

  static let store = Operand(
    placeholder: "STORE",
    meaning: "where the ledger is kept: file:PATH or sqlite:PATH; left out, FOLIO_STORE")

  static let initialize = Command(
    name: "init", scopes: [.create], operand: store, words: .ledgers(atLeastOne: false),
    summary: "make a store, empty or with what ledgers say",
    description: """
      Makes a store where there is none. Ledgers are checked first, read as one, and kept in it; \
      what another format holds comes through 'folio import'. A store stands wherever a report \
      takes a ledger.
      """,
    examples: [
      Example("An empty store in dollars", "folio init file:ledger.folio --base USD"),
      Example("A store from a ledger", "folio init sqlite:ledger.db ledger.json"),
    ]
  ) { try $0.initialize($1) }

  static let add = Command(
    name: "add", scopes: [.entry], operand: store, words: .ledgers(atLeastOne: false),
    summary: "add a group, from flags or from ledgers",
    description: """
      Adds one plain transaction that the flags tell, or all groups of the ledgers, with the \
      accounts, instruments and prices that they bring along. What does not check is refused as \
      'folio check' would refuse it, and the store stays as it was.
      """,
    examples: [
      Example(
        "Ten shares", "folio add file:l.folio --buy AAPL --quantity 10 --price 180.25 --fees 1"),
      Example("Money paid in", "folio add file:l.folio --deposit 500 --cash c-usd --on today"),
      Example("Groups of a file", "folio add file:l.folio more.json"),
    ]
  ) { try $0.changeStore($1) { try $0.add(to: &$1, $2) } }

  static let edit = Command(
    name: "edit", scopes: [.change], operand: store, words: .ledgers(atLeastOne: true),
    summary: "put other versions in the place of groups",
    description: """
      Each group of the ledgers takes the place of the one with its id. The store is checked \
      after each, and what does not check is refused.
      """,
    examples: [Example("A mended group", "folio edit file:l.folio mended.json")]
  ) { try $0.changeStore($1) { try $0.edit(&$1, $2) } }

  static let settle = Command(
    name: "settle", scopes: [.change, .settling], operand: store, words: .groupIDs,
    summary: "say that pending groups have settled",
    description: "Their status becomes 'settled'; with --on also the day is written down.",
    examples: [Example("It came today", "folio settle file:l.folio sale-17 --on today")]
  ) {
    let settled = $0.day($1.options.entry.on).flatMap { try? Timestamp($0.description) }
    try $0.changeGroups($1, "settled") { id, book, now throws(StoreFailure) in
      try book.setStatus(of: id, to: .settled, settledAt: settled, at: now)
    }
  }

  static let void = Command(
    name: "void", scopes: [.change], operand: store, words: .groupIDs,
    summary: "say that groups never happened",
    description: """
      Their status becomes 'void': they stay on record and move nothing. Refused where a later \
      group needs them, such as the sale of what was bought.
      """,
    examples: [Example("A trade that was broken", "folio void file:l.folio sale-17")]
  ) {
    try $0.changeGroups($1, "voided") { id, book, now throws(StoreFailure) in
      try book.setStatus(of: id, to: .void, at: now)
    }
  }

  static let delete = Command(
    name: "delete", scopes: [.change], operand: store, words: .groupIDs,
    summary: "delete groups, softly",
    description: """
      They stay on record as deleted and move nothing; 'folio log --deleted' shows them. Refused \
      where a later group needs them.
      """,
    examples: [Example("Entered by mistake", "folio delete file:l.folio sale-17")]
  ) {
    try $0.changeGroups($1, "deleted") { id, book, now throws(StoreFailure) in
      try book.delete(id, at: now)
    }
  }

  static let log = Command(
    name: "log", scopes: [.listing], operand: store, words: .none,
    summary: "the groups of a store, the newest first",
    description: "When each happened, what it is, whether it counts, and when it last changed.",
    examples: [
      Example("The last five", "folio log file:l.folio --limit 5"),
      Example("All, for a program", "folio log file:l.folio --deleted --format json"),
    ]
  ) { try $0.log($1) }

  static let sync = Command(
    name: "sync", scopes: [.change], operand: store, words: .store,
    summary: "keep two stores alike",
    description: """
      What changed in either store since their last sync goes to the other one. The later version \
      of a group wins; a version that loses is shown, and kept beside the first store. Accounts, \
      instruments, prices and rates of both stay. A store that is left out is that of FOLIO_STORE, \
      and the second that of FOLIO_REMOTE.
      """,
    examples: [
      Example("With a store that others share", "folio sync file:l.folio file:/mnt/shared.folio")
    ]
  ) { try $0.sync($1) }
}
