/// Reads a file of Portfolio Performance into a draft.
///
/// An object is written where it comes first, so a securities account may be inside of a
/// transaction of a cash account, and a transaction inside of the one that it belongs to. The
/// reader therefore looks at objects, not at places: each account of the lists with each of its
/// transactions, once.
struct PortfolioReader {
  /// An account of either kind, with its transactions.
  struct Account {
    var element: Int
    var isOfSecurities: Bool
    var transactions: [Int]
  }

  /// An element that is a row of the file.
  private enum Part {
    case security, split, note
    case transaction(account: Int, isOfSecurities: Bool)
    /// A transaction that no account has.
    case loose
  }

  var file: PortfolioFile
  var draft: ImportDraft
  var securities = PortfolioSecurities()
  /// The transactions by their elements, in the order of the file.
  var transactions: [Int: PortfolioTransaction] = [:]
  private(set) var order: [Int] = []
  /// Transactions that are faults already.
  private(set) var unreadable: Set<Int> = []
  var names = PortfolioAccountNames()

  init(_ file: PortfolioFile, _ draft: ImportDraft) {
    self.file = file
    self.draft = draft
  }

  /// Reads the whole file.
  mutating func read() throws(FieldFault) {
    reportVersion()
    let base = file.ownCurrency
    // Portfolio Performance has a FIFO queue for each securities account.
    draft.set { settings in
      settings.baseCurrency = settings.baseCurrency ?? base
      settings.lotScope = settings.lotScope ?? .account
    }
    let accounts = try accounts("accounts", isOfSecurities: false)
    let portfolios = try self.accounts("portfolios", isOfSecurities: true)
    for account in accounts { try names.note(account.element, &file, &draft) }
    for portfolio in portfolios { try names.noteSecurities(portfolio.element, &file) }
    try readParts(accounts + portfolios)
    try book()
    try leaveOutParts()
  }

  private mutating func reportVersion() {
    let place = file.tree.child(0, "version").map(file.tree.place) ?? 0..<1
    if file.version > PortfolioFile.newestVersion {
      draft.report(
        .unsupportedPart,
        "version \(file.version) is newer than the newest known, \(PortfolioFile.newestVersion)",
        help: "Look whether units and prices are right; a newer version may write them in "
          + "another scale.", at: place.lowerBound, length: place.count)
    }
    if file.version < PortfolioFile.firstWithCurrencies {
      draft.report(
        .assumedCurrency,
        "files of version \(file.version) have no currencies; all amounts are read as EUR",
        help: "If they are in another currency, open the file in Portfolio Performance, set the "
          + "currency, and save it.", at: place.lowerBound, length: place.count)
    }
  }

  private mutating func accounts(
    _ list: String, isOfSecurities: Bool
  ) throws(FieldFault) -> [Account] {
    guard let list = try file.object(0, list) else { return [] }
    var found: [Account] = []
    var seen: Set<Int> = []
    for child in file.tree.children(list) {
      let element = try file.target(child)
      guard seen.insert(element).inserted else { continue }
      var account = Account(element: element, isOfSecurities: isOfSecurities, transactions: [])
      if let rows = try file.object(element, "transactions") {
        for row in file.tree.children(rows) { account.transactions.append(try file.target(row)) }
      }
      found.append(account)
    }
    return found
  }

  // MARK: Rows

  private mutating func readParts(_ accounts: [Account]) throws(FieldFault) {
    var parts: [Int: Part] = [:]
    if let list = try file.object(0, "securities") {
      for child in file.tree.children(list) {
        let element = try file.target(child)
        parts[element] = .security
        try addEvents(of: element, to: &parts)
      }
    }
    addLooseTransactions(to: &parts)
    for account in accounts {
      for element in account.transactions {
        parts[element] = .transaction(
          account: account.element, isOfSecurities: account.isOfSecurities)
      }
    }
    for element in parts.keys.sorted() {
      guard let part = parts[element] else { continue }
      let range = file.tree.elements[element].range
      read(element, part, draft.row(at: range.lowerBound, length: range.count))
    }
  }

  /// Adds the splits and notes of a security. A split is only a note: when it was entered, units
  /// and prices before it were changed.
  private mutating func addEvents(
    of security: Int, to parts: inout [Int: Part]
  ) throws(FieldFault) {
    guard let list = try file.object(security, "events") else { return }
    for child in file.tree.children(list) {
      let event = try file.target(child)
      parts[event] = try file.text(event, "type") == "STOCK_SPLIT" ? .split : .note
    }
  }

  /// Adds everything that looks like a transaction, so that none is lost if no account has it.
  private func addLooseTransactions(to parts: inout [Int: Part]) {
    let tree = file.tree
    let names = Set(
      [
        "account-transaction", "portfolio-transaction", "accountTransaction",
        "portfolioTransaction", "transactionFrom", "transactionTo",
      ].map(tree.nameNumber))
    for (number, element) in tree.elements.enumerated()
    where names.contains(element.name) && tree.attributeRange(number, "reference") == nil {
      parts[number] = .loose
    }
  }

  private mutating func read(_ element: Int, _ part: Part, _ row: ImportRow) {
    do throws(FieldFault) {
      switch part {
      case .security: try securities.read(element, row, &file, &draft)
      case .split: draft.skip(row, "a split; the file has changed its units and prices for it")
      case .note: draft.skip(row, "a note or an announced payment")
      case .loose: try readLoose(element, row)
      case .transaction(let account, let isOfSecurities):
        let read = try file.transaction(
          element, of: account, isOfSecurities: isOfSecurities, row)
        transactions[element] = read
        if let doubt = read.doubt {
          draft.report(
            .differsFromSource, doubt,
            help: "The amount counts, as in Portfolio Performance. Look whether it is right.",
            row: row)
        }
        for (text, name, range) in file.unreadNumbers(of: element) {
          draft.reportUnread(name, text, row: row, at: range)
        }
        order.append(element)
      }
    } catch  where error.code == .unknownKind {
      unreadable.insert(element)
      draft.unknown(error.message, row, remedy: error.help)
    } catch {
      unreadable.insert(element)
      draft.report(error, row: row)
    }
  }

  /// A savings plan keeps the transactions that it made, even when they were deleted.
  private mutating func readLoose(_ element: Int, _ row: ImportRow) throws(FieldFault) {
    var parent = element
    while parent >= 0 {
      if file.tree.name(parent) == "plans" {
        return draft.skip(row, "a deleted transaction of a savings plan")
      }
      parent = Int(file.tree.elements[parent].parent)
    }
    throw FieldFault(
      .partWithoutPartner, "no account has this transaction in its list",
      help: "A part of the file is missing. Save it again in Portfolio Performance.")
  }

  // MARK: The rest

  /// Says which parts have no place in a ledger.
  private mutating func leaveOutParts() throws(FieldFault) {
    let parts = [
      ("taxonomies", "the taxonomies are"), ("plans", "the savings plans are"),
      ("watchlists", "the watch lists are"), ("consumerPriceIndeces", "the consumer prices are"),
    ]
    for (name, words) in parts {
      guard let list = file.tree.child(0, name), file.tree.elements[list].firstChild >= 0 else {
        continue
      }
      draft.leaveOut(
        "\(words) left out", help: "A ledger has no place for them.",
        at: file.tree.elements[list].range.lowerBound)
    }
  }
}
