/// A file of Portfolio Performance: its elements, and how its version writes numbers and days.
struct PortfolioFile {
  /// The newest version whose numbers are known.
  static let newestVersion = 70
  /// Versions before this one have no currencies.
  static let firstWithCurrencies = 29

  let tree: XMLTree
  var references: XStreamReferences
  let version: Int
  /// The currency of rows that name none, which only old versions have.
  let ownCurrency: Currency
  private let dates = DateFormat("yyyy-MM-dd'T'HH:mm:ss")

  init(_ tree: XMLTree) throws(FieldFault) {
    self.tree = tree
    references = try XStreamReferences(tree)
    let place = tree.child(0, "version")
    let text = try place.map { (element) throws(FieldFault) in try tree.text(element) }
    guard let version = text.flatMap({ Int($0) }), version > 0 else {
      throw FieldFault(
        .malformedXML, "the file has no version, which says what its numbers mean",
        help: "Open the file in Portfolio Performance, and save it again.",
        at: place.map { tree.place($0).lowerBound } ?? 0)
    }
    self.version = version
    let base = try tree.child(0, "baseCurrency").map { (element) throws(FieldFault) in
      try tree.text(element)
    }
    guard let unit = Currency.unit(base ?? "EUR") else {
      throw FieldFault(
        .malformedXML, "the base currency is no code of a currency",
        help: "Choose one in Portfolio Performance.", at: tree.elements[0].range.lowerBound)
    }
    ownCurrency = unit.currency
  }

  // The scales of Portfolio Performance's classes ClientFactory and Values.

  /// The decimal places of amounts of money.
  let amountPlaces = 2
  /// The decimal places of numbers of units.
  var sharePlaces: Int { version <= 25 ? 5 : version <= 48 ? 6 : 8 }
  /// The decimal places of prices.
  var pricePlaces: Int { version <= 29 ? 2 : version <= 48 ? 4 : 8 }

  // MARK: Values

  /// The element that a child stands for; nil if there is no such child.
  mutating func object(_ element: Int, _ name: String) throws(FieldFault) -> Int? {
    guard let child = tree.child(element, name) else { return nil }
    return try target(child)
  }

  /// The element that an element stands for.
  mutating func target(_ element: Int) throws(FieldFault) -> Int {
    try references.target(element)
  }

  /// The text of a child; empty if there is none.
  mutating func text(_ element: Int, _ name: String) throws(FieldFault) -> String {
    guard let child = try object(element, name) else { return "" }
    return try tree.text(child)
  }

  /// The value of an attribute; empty if there is none.
  func attribute(_ element: Int, _ name: StaticString) throws(FieldFault) -> String {
    try tree.attribute(element, name) ?? ""
  }

  /// A number of a child; nil if there is none.
  mutating func number(
    _ element: Int, _ name: String, places: Int
  ) throws(FieldFault) -> ExactDecimal? {
    guard let child = try object(element, name) else { return nil }
    // Not within the call: it would keep a copy of the references while they change.
    let text = try text(element, name)
    return try scaled(text, places, name, at: tree.place(child))
  }

  /// A number of an attribute.
  func number(
    _ element: Int, attribute name: StaticString, places: Int
  ) throws(FieldFault) -> ExactDecimal {
    let place = tree.attributeRange(element, name) ?? tree.elements[element].range
    return try scaled(try attribute(element, name), places, "\(name)", at: place)
  }

  /// A number that the file has as an integer, without its decimal point.
  private func scaled(
    _ text: String, _ places: Int, _ name: String, at place: Range<Int>
  ) throws(FieldFault) -> ExactDecimal {
    guard let integer = Int64(text),
      let value = try? ExactDecimal(coefficient: Int128(integer), places: places)
    else {
      throw FieldFault(
        "the \(name) \"\(text)\" is no integer",
        help: "Save the file again in Portfolio Performance.", at: place)
    }
    return value
  }

  /// The time of a transaction. Midnight means that it has only a day.
  mutating func time(_ element: Int) throws(FieldFault) -> Timestamp {
    let text = try text(element, "date")
    guard let time = dates?.read(text.utf8) else {
      throw FieldFault(
        "the date \"\(text)\" is no day of the calendar",
        help: "Correct it in Portfolio Performance.",
        at: tree.child(element, "date").map(tree.place))
    }
    return time.secondOfDay == 0 ? Timestamp(time.day) : time
  }

  /// A currency by its code. Some prices are in the hundredth of one.
  func currency(_ code: String, at element: Int) throws(FieldFault) -> Currency.Unit {
    if code.isEmpty { return Currency.Unit(ownCurrency) }
    guard let unit = Currency.nationalUnit(code) else {
      throw FieldFault(
        "\"\(code)\" is no code of a currency", help: "Correct it in Portfolio Performance.",
        at: tree.elements[element].range)
    }
    return unit
  }

  /// The currency of an element, or that of the file.
  mutating func currency(of element: Int) throws(FieldFault) -> Currency.Unit {
    let code = try text(element, "currencyCode")
    return try currency(code, at: element)
  }
}

extension Currency.Unit {
  /// An amount of this unit as an amount of the currency.
  func inCurrency(_ amount: ExactDecimal) throws(FieldFault) -> ExactDecimal {
    guard isHundredth else { return amount }
    return try amount.times(ExactDecimal(short: 1, places: 2))
  }
}
