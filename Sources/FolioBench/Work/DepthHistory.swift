/// One instrument with many open lots, then sales that keep their number: of each two units bought,
/// the first sale takes a part of a lot and the second the rest of it, and a purchase puts a new
/// lot in its place.
struct DepthHistory: History {
  /// The last day on which lots are only opened.
  static let lastOpeningDay = WorkBook.firstDay.adding(days: openingDays) ?? WorkBook.firstDay
  private static let openingDays = 3_650
  private static let lotTenths = 20

  private let depth: Int
  private let sales: Int
  private var book: WorkBook
  private var opened = 0
  private var sold = 0
  private var owesPurchase = false

  /// - Parameters:
  ///   - depth: how many lots are open when the sales begin.
  ///   - sales: how many sales there are.
  init(depth: Int, sales: Int, seed: UInt64) {
    self.depth = depth
    self.sales = sales
    book = WorkBook(instruments: 1, seed: seed)
  }

  var head: WorkRow { book.head }

  mutating func next() -> WorkRow? {
    if opened < depth {
      opened += 1
      return trade(isSale: false, dayNumber: (opened - 1) * Self.openingDays / depth)
    }
    let day = Self.openingDays + 1 + sold * Self.openingDays / max(1, sales)
    if owesPurchase {
      owesPurchase = false
      return trade(isSale: false, dayNumber: day)
    }
    guard sold < sales else { return nil }
    sold += 1
    owesPurchase = sold.isMultiple(of: 2)
    return trade(isSale: true, dayNumber: day)
  }

  private mutating func trade(isSale: Bool, dayNumber: Int) -> WorkRow {
    let price = book.random.next(in: 500..<50_000)
    let tenths = isSale ? Self.lotTenths / 2 : Self.lotTenths
    let trade = WorkTrade(isSale: isSale, stock: 0, tenths: tenths, price: price, fee: 100)
    return book.trade(trade, on: WorkBook.firstDay.adding(days: dayNumber) ?? WorkBook.firstDay)
  }
}
