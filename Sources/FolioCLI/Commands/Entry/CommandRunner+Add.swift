// Additions to a store, and the settings of a new one.
extension CommandRunner {
  /// Adds what the flags describe, or all ledgers, as one change.
  func add(to store: inout StoreOperations, _ invocation: Invocation) throws {
    let options = invocation.options
    let quotes = try quoteInputs(options)
    if invocation.ledgers.isEmpty, options.entry != EntryOptions() {
      return try addFlags(options.entry, quotes, to: &store, invocation)
    }
    let ledgers = try invocation.ledgers.map { try input($0, for: invocation.store) }
    let inputs = ledgers + quotes
    if inputs.isEmpty { return }
    try add(inputs, to: &store, invocation)
  }

  private func addFlags(
    _ options: EntryOptions, _ quotes: [StoreInput], to store: inout StoreOperations,
    _ invocation: Invocation
  ) throws {
    var builder = try builder(options, store: &store)
    let folder = invocation.store?.path.parentFolder ?? "."
    builder.relocated = { relocated($0, from: ".", to: folder) }
    for case .file(_, let path) in options.rows.map(\.content) {
      // A path with a typing mistake would be a fault of each later command.
      _ = try environment.namedContents(path, 0)
    }
    let dropped = try builder.dropped()
    let day = day(options.on) ?? environment.today()
    let (bytes, places) = try builder.document(entry(options), on: day)
    let flags = EntryFlags(options, rowPlaces: places)
    let input = StoreInput(bytes, name: EntryFlags.name)
    defer { for note in builder.notes { say(note, invocation) } }
    do throws(StoreFailure) {
      try add(
        [input] + quotes, to: &store, invocation, flags, dropping: dropped)
    } catch {
      throw flags.naming(error)
    }
  }

  /// Only symbols that no row of an instrument has, or that have no currency there, need all
  /// groups.
  private func builder(
    _ options: EntryOptions, store: inout StoreOperations
  ) throws(StoreFailure) -> EntryBuilder {
    if let head = try store.tables(of: []) {
      let builder = EntryBuilder(options, head)
      if builder.hasInstruments { return builder }
    }
    return EntryBuilder(options, try store.contents().tables)
  }

  /// The files of prices and rates whose rows are added.
  private func quoteInputs(_ options: Options) throws -> [StoreInput] {
    var inputs: [StoreInput] = []
    for file in options.prices {
      var input = StoreInput(try contents(file.path), name: file.path)
      input.quotes = .prices(
        currency: options.priceCurrency, day: day(options.priceDate), symbol: file.symbol)
      inputs.append(input)
    }
    for name in options.rates {
      var input = StoreInput(try contents(name), name: name)
      input.quotes = .rates
      inputs.append(input)
    }
    return inputs
  }

  /// Adds documents as one change.
  /// - Parameter flags: the flags at which diagnostics are shown, if the first document is theirs.
  private func add(
    _ inputs: [StoreInput], to store: inout StoreOperations, _ invocation: Invocation,
    _ flags: EntryFlags? = nil, dropping dropped: [QuoteFileName] = []
  ) throws(StoreFailure) {
    let groups = try StoreLockRetry().change { () throws(StoreFailure) in
      try store.append(inputs, dropping: dropped, at: environment.now())
    }
    showWarnings(flags?.naming(store.warnings) ?? store.warnings, invocation)
    let parts = parts(of: groups, store.added)
    if parts.isEmpty {
      let names = inputs.map(\.name).joined(separator: ", ")
      say(
        store.added.changesHead
          ? "changed settings or existing rows"
          : "nothing added: no row of \(names) is new", invocation)
    } else {
      say("added \(parts.joined(separator: ", "))", invocation)
    }
  }

  /// What was added: the ids of few groups or the number of many, and the numbers of other rows.
  private func parts(of groups: [StoredGroup], _ rows: AddedRows) -> [String] {
    let ids = groups.count > 3 ? [self.groups(groups.count)] : groups.map(\.id)
    let counts = [
      (rows.accounts, "account"), (rows.instruments, "instrument"), (rows.prices, "price"),
      (rows.rates, "rate"), (rows.balances, "balance"),
    ]
    return ids
      + counts.filter { $0.0 > 0 }.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
  }

  /// The settings of a new store, as a document.
  func settings(_ booking: BookingOptions) -> [UInt8] {
    let settings: [(key: String, value: String?)] = [
      ("base_currency", booking.baseCurrency?.code),
      ("cost_basis_method", booking.method?.rawValue), ("lot_scope", booking.lotScope?.rawValue),
      ("fee_treatment", booking.feeTreatment?.rawValue), ("tax_rules", booking.taxRules?.rawValue),
    ]
    let given = settings.filter { $0.value != nil }
    return given.isEmpty ? Array("{}".utf8) : [TableEntry(.settings, given)].line().bytes
  }
}
