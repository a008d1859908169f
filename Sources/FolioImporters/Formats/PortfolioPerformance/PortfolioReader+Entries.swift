// Which transactions belong together.
extension PortfolioReader {
  /// A group of the file with its place in a day.
  struct Booking {
    var group: ImportedGroup
    var rank: Int
    /// What the same transaction books beside it.
    var beside: ImportedGroup?
  }

  /// Books all transactions, each pair once.
  mutating func book() throws(FieldFault) {
    let entries = try pairs()
    var bookings: [Booking] = []
    for element in order {
      guard let transaction = transactions[element] else { continue }
      do throws(FieldFault) {
        if let pair = entries[element] {
          // The first half in the file books both.
          if pair.first, let booking = try booking(transaction, with: pair.other) {
            bookings.append(booking)
          }
        } else if transaction.kind.needsPartner {
          throw FieldFault(
            .partWithoutPartner,
            "this \(transaction.kind.rawValue) has no transaction in another account",
            help: "Open it in Portfolio Performance, and save it again with both accounts; or make "
              + "it a delivery, a deposit or a removal.")
        } else if let booking = try booking(transaction) {
          bookings.append(booking)
        }
      } catch {
        draft.report(error, row: transaction.row)
        // The fault is that of both halves.
        if let other = entries[element]?.other, let row = transactions[other]?.row {
          draft.noteRead(row)
        }
      }
    }
    add(bookings)
  }

  /// Adds groups in the order in which Portfolio Performance books a day: units come in before
  /// they go out.
  private mutating func add(_ bookings: [Booking]) {
    var ordered = Self.ordered(bookings)
    // A transfer that is moved may bring the units that the next one takes.
    while let later = Self.withoutUnits(in: ordered) {
      ordered[later.place].group.group.occurredAt = later.time
      ordered = Self.ordered(ordered)
    }
    for booking in ordered {
      draft.add(booking.group)
      if let beside = booking.beside { draft.add(beside) }
    }
  }

  private static func ordered(_ bookings: [Booking]) -> [Booking] {
    bookings.sorted {
      ($0.group.group.occurredAt, $0.rank) < ($1.group.group.occurredAt, $1.rank)
    }
  }

  /// A transaction without a time that takes units which only come in later on its day.
  private static func withoutUnits(
    in bookings: [Booking]
  ) -> (place: Int, time: Timestamp)? {
    var held: [HeldPlace: ExactDecimal] = [:]
    for (place, booking) in bookings.enumerated() {
      let group = booking.group.group
      for leg in group.stockLegs {
        let before = held[HeldPlace(leg), default: .zero]
        let after = RowBooker.after(leg, before)
        held[HeldPlace(leg)] = after
        guard after.isNegative, after < before, group.occurredAt.form == .dateOnly else { continue }
        let next = bookings[place...].last { other in
          other.group.group.day == group.day && other.group.group.occurredAt > group.occurredAt
            && other.group.group.stockLegs.contains {
              HeldPlace($0) == HeldPlace(leg) && RowBooker.after($0, .zero) > .zero
            }
        }
        if let next { return (place, next.group.group.occurredAt) }
      }
    }
    return nil
  }

  /// The other half of each transaction that has one. A half that two entries name is a fault.
  private mutating func pairs() throws(FieldFault) -> [Int: (other: Int, first: Bool)] {
    var found: [Int: (other: Int, first: Bool)] = [:]
    var seen: Set<Int> = []
    for element in order {
      guard let child = file.tree.child(element, "crossEntry") else { continue }
      let entry = try file.target(child)
      guard seen.insert(entry).inserted else { continue }
      let halves = try halves(of: entry)
      let row = transactions[element]?.row ?? ImportRow(index: 0)
      if halves.contains(where: unreadable.contains) {
        drop(halves)
        continue
      }
      guard halves.count == 2, halves.contains(element),
        halves.allSatisfy({ transactions[$0] != nil })
      else {
        drop(halves.filter { $0 != element })
        draft.report(
          .partWithoutPartner, "the two transactions of this entry are not both in an account",
          help: "Save the file again in Portfolio Performance.", row: row)
        transactions[element] = nil
        continue
      }
      guard halves.allSatisfy({ found[$0] == nil }) else {
        draft.report(
          .contradictoryRow, "the other half of this transaction belongs to an earlier one, too",
          help: "The entry was doubled. Remove one of the two transactions.", row: row)
        transactions[element] = nil
        continue
      }
      let sorted = halves.sorted()
      found[sorted[0]] = (sorted[1], true)
      found[sorted[1]] = (sorted[0], false)
    }
    return found
  }

  /// Leaves out the halves of an entry of which one is a fault.
  private mutating func drop(_ halves: [Int]) {
    for half in halves {
      if let row = transactions[half]?.row { draft.noteRead(row) }
      transactions[half] = nil
    }
  }

  private mutating func halves(of entry: Int) throws(FieldFault) -> [Int] {
    var halves: [Int] = []
    let names = ["accountTransaction", "portfolioTransaction", "transactionFrom", "transactionTo"]
    for name in names {
      if let half = try file.object(entry, name) { halves.append(half) }
    }
    return halves
  }

  private mutating func booking(
    _ one: PortfolioTransaction, with other: Int
  ) throws(FieldFault) -> Booking? {
    guard let two = transactions[other] else {
      throw FieldFault(
        .partWithoutPartner, "the other half of this transaction cannot be read",
        help: "Look at the fault of the other half.")
    }
    let mixed = FieldFault(
      .contradictoryRow,
      "the halves of this transaction do not fit: \(one.kind.rawValue) and \(two.kind.rawValue)",
      help: "Save the file again in Portfolio Performance.")
    switch (one.isOfSecurities, two.isOfSecurities) {
    case (true, false), (false, true):
      let (securities, cash) = one.isOfSecurities ? (one, two) : (two, one)
      guard securities.kind == cash.kind, securities.kind == .buy || securities.kind == .sell
      else { throw mixed }
      return try trade(securities, cash)
    case (true, true), (false, false):
      let (out, `in`) = one.kind == .transferOut ? (one, two) : (two, one)
      guard out.kind == .transferOut, `in`.kind == .transferIn else { throw mixed }
      return one.isOfSecurities ? try unitTransfer(out, `in`) : try cashTransfer(out, `in`)
    }
  }
}
