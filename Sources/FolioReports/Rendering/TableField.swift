/// The text of a cell for people, and its width on each side of the decimal point. The table,
/// Markdown and HTML show numbers in this form; JSON and CSV have the exact ones.
///
/// One field is reused for all cells, so that its buffer is allocated once.
struct TableField {
  /// The text in UTF-8, unless the cell is a `number`.
  private var bytes: [UInt8] = []
  /// The displayed number. Its width is known without formatting, so it is formatted only for
  /// output.
  private var number: ExactDecimal?
  /// The width of the text in terminal columns.
  private(set) var width = 0
  /// The width from the decimal point on, which is aligned between rows. `nil` if the cell is not a
  /// number.
  private(set) var fraction: Int?
  private(set) var isNegative = false
  /// Whether an amount was rounded so far, in any cell of a column of amounts.
  private(set) var hasRounded = false
  /// Whether the displayed number differs from the value of the cell.
  private(set) var isRounded = false
  /// Whether the number has the mark of a partial total.
  private var isPartial = false

  /// Rounded amounts may not add up to the rounded total.
  static let roundingNote =
    "Amounts are rounded to the minor unit; totals sum the exact ones (--format csv)."

  /// Creates an empty field.
  init() {}

  init(_ cell: Report.Cell, in column: Report.Column) { set(cell, column.style) }

  /// The text of the cell.
  var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the text is empty.
  var isEmpty: Bool { number == nil && bytes.isEmpty }

  /// Appends the text to a page.
  func append(to page: inout [UInt8]) {
    guard let number else { return page.append(contentsOf: bytes) }
    let start = page.count + (number.isNegative ? 1 : 0)
    number.write(into: &page)
    Self.separateThousands(of: &page, start, start + number.wholeDigits)
    if isPartial { page.append(UInt8(ascii: "*")) }
  }

  /// Sets a text, without characters that could control the terminal.
  mutating func set(words: String) {
    let harmless = words.forOneLine
    clear()
    bytes.append(contentsOf: harmless.utf8)
    width = TextWidth.of(harmless)
  }

  /// Sets the text of a cell in a column with this style.
  mutating func set(_ cell: Report.Cell, _ style: Report.Column.Style) {
    switch cell {
    case .text(let text): set(words: style.kind.words(text))
    case .null: set(words: style.blank)
    case .day(let day):
      clear()
      day.write(into: &bytes)
      width = bytes.count
    case .number(let value, let places) where style.kind != .percent:
      set(Self.number(value, places: places ?? 0, style))
      isRounded = number != value
    case .money(let amount, let currency):
      set(Self.money(amount, currency, style))
      isRounded = number != amount
      // Columns of rates are not added up.
      if isRounded, style.kind != .rate { hasRounded = true }
    case .integer(let count): set(ExactDecimal(count))
    case .number(let ratio, _): setPercent(ratio, places: style.displayPlaces ?? 2)
    }
  }

  /// Sets the text of a total, with a mark if it is partial.
  mutating func set(_ cell: Report.Cell, _ style: Report.Column.Style, isPartial: Bool) {
    set(cell, style)
    guard isPartial, let places = fraction else { return }
    self.isPartial = true
    fraction = places + 1
    width += 1
  }

  /// Sets a displayed number. A number that was rounded to zero has no sign.
  private mutating func set(_ shown: ExactDecimal) {
    clear()
    number = shown
    isNegative = shown.isNegative
    let (whole, places) = (shown.wholeDigits, shown.places)
    let fraction = places > 0 ? places + 1 : 0
    self.fraction = fraction
    width = (isNegative ? 1 : 0) + whole + (whole - 1) / 3 + fraction
  }

  private mutating func setPercent(_ ratio: ExactDecimal, places: Int) {
    clear()
    CellText.appendPercent(ratio, places: places, to: &bytes)
    // A percentage that was rounded to zero is not negative.
    isNegative = ratio.isNegative && bytes.contains { 0x31 <= $0 && $0 <= 0x39 }
    let isDigit: (UInt8) -> Bool = { 0x30 <= $0 && $0 <= 0x39 }
    let start = bytes.firstIndex(where: isDigit) ?? 0
    let point = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    fraction = bytes.count - point
    Self.separateThousands(of: &bytes, start, point)
    width = bytes.count
  }

  private mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    (number, fraction, isNegative, isPartial, isRounded) = (nil, nil, false, false, false)
  }

  private static func number(
    _ value: ExactDecimal, places: Int, _ style: Report.Column.Style
  ) -> ExactDecimal {
    let rounded = style.displayPlaces.map { value.rounded(toPlaces: $0, .halfEven) } ?? value
    return rounded.normalized().padded(toPlaces: places)
  }

  private static func money(
    _ amount: ExactDecimal, _ currency: Currency, _ style: Report.Column.Style
  ) -> ExactDecimal {
    let minorUnits = currency.minorUnits
    guard style.kind == .rate else {
      let places = style.displayPlaces ?? minorUnits
      return amount.rounded(toPlaces: places, .halfEven).padded(toPlaces: places)
    }
    guard let places = style.displayPlaces else { return amount.shown(in: currency) }
    return amount.rounded(toPlaces: max(places, minorUnits), .halfEven).shown(in: currency)
  }

  /// Inserts commas as thousands separators into the digits from `start` to `end`.
  private static func separateThousands(of bytes: inout [UInt8], _ start: Int, _ end: Int) {
    let commas = max(end - start - 1, 0) / 3
    if commas == 0 { return }
    bytes.append(contentsOf: repeatElement(UInt8(ascii: ","), count: commas))
    // Moves bytes to their final position, starting from the last, until all commas are placed.
    var (from, to) = (bytes.count - commas, bytes.count)
    while to > from {
      from -= 1
      to -= 1
      bytes[to] = bytes[from]
      if from < end, (end - from).isMultiple(of: 3) {
        to -= 1
        bytes[to] = UInt8(ascii: ",")
      }
    }
  }
}

extension Report.Column {
  /// The properties of a column that determine how its numbers are formatted.
  struct Style {
    var kind: Kind
    var displayPlaces: Int?
    var blank: String
  }

  var style: Style { Style(kind: kind, displayPlaces: displayPlaces, blank: blank) }
}
