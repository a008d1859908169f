/// Twenty years of an active owner: one group in twenty is a deposit, two are dividends, the rest
/// purchases and sales of 500 instruments in three currencies. No sale exceeds the units held.
struct TradeHistory: History {
  private static let instruments = 500
  private static let days = 20 * 365

  private let groups: Int
  private var book: WorkBook
  private var done = 0
  /// Units held of each instrument, in tenths.
  private var held = Array(repeating: 0, count: instruments)

  init(groups: Int, seed: UInt64) {
    self.groups = groups
    book = WorkBook(instruments: Self.instruments, seed: seed)
  }

  var head: WorkRow { book.head }

  mutating func next() -> WorkRow? {
    guard done < groups else { return nil }
    let day = WorkBook.firstDay.adding(days: done * Self.days / groups) ?? WorkBook.firstDay
    done += 1
    let kind = book.random.next(in: 0..<100)
    let stock = book.random.next(in: 0..<Self.instruments)
    if kind < 5 {
      let amount = book.random.next(in: 100_000..<9_000_000)
      return book.deposit(amount, currency: book.currency(of: stock), on: day)
    }
    if kind < 15 {
      return book.dividend(book.random.next(in: 100..<90_000), stock: stock, on: day)
    }
    return book.trade(trade(kind, stock), on: day)
  }

  private mutating func trade(_ kind: Int, _ stock: Int) -> WorkTrade {
    let isSale = kind >= 60 && held[stock] > 10
    let price = book.random.next(in: 500..<50_000)
    let wanted = book.random.next(in: 10..<2_000)
    let tenths = isSale ? min(wanted, held[stock]) : wanted
    held[stock] += isSale ? -tenths : tenths
    let fee = book.random.next(in: 0..<1_000)
    return WorkTrade(isSale: isSale, stock: stock, tenths: tenths, price: price, fee: fee)
  }
}
