import ExactNumbers

/// A cell as the table shows it: its text, and how wide it is on each side of the decimal point.
///
/// One field is used for cell after cell, so that its bytes are allocated once.
struct TableField {
  /// The text in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The columns of the screen that the text takes.
  private(set) var width = 0
  /// The columns from the decimal point on, which line up with those of the other rows; `nil` for
  /// what is no number.
  private(set) var fraction: Int?
  private(set) var isNegative = false

  /// An empty field.
  init() {}

  init(words: String) { set(words: words) }

  init(_ cell: Report.Cell, in column: Report.Column) { set(cell, column.style) }

  /// The text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Words, made harmless.
  mutating func set(words: String) {
    clear()
    bytes.append(contentsOf: words.utf8)
    if isPlainASCII {
      width = bytes.count
    } else {
      let harmless = words.forOneLine
      bytes.removeAll(keepingCapacity: true)
      bytes.append(contentsOf: harmless.utf8)
      width = TextWidth.of(harmless)
    }
  }

  /// A cell of a column of this style.
  mutating func set(_ cell: Report.Cell, _ style: Report.Column.Style) {
    switch cell {
    case .text(let text): return set(words: text)
    case .day(let day):
      clear()
      day.write(into: &bytes)
      width = bytes.count
      return
    case .null: return set(words: "-")
    case .number, .money, .integer: break
    }
    clear()
    append(cell, style)
    // What is rounded to nothing is not drawn as negative.
    isNegative = cell.isNegative && bytes.contains { 0x31 <= $0 && $0 <= 0x39 }
    separateThousands()
    width = bytes.count
    let point = bytes.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }
    fraction = bytes.count - (point ?? bytes.count)
  }

  /// Cuts words to a width, with an ellipsis where something is missing.
  mutating func shorten(to width: Int, ellipsis: String) {
    if self.width <= width { return }
    let isNegative = isNegative
    set(words: text.shortened(to: width, ellipsis: ellipsis))
    self.isNegative = isNegative
  }

  private mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    (fraction, isNegative) = (nil, false)
  }

  private var isPlainASCII: Bool {
    for byte in bytes where byte < 0x20 || byte >= 0x7F { return false }
    return true
  }

  /// Appends the text of a number before its thousands are separated.
  private mutating func append(_ cell: Report.Cell, _ style: Report.Column.Style) {
    switch cell {
    case .number(let value, let places) where style.kind != .percent:
      Self.number(value, places: places ?? 0, style).write(into: &bytes)
    case .money(let amount, let currency):
      Self.money(amount, currency, style).write(into: &bytes)
    default: CellText.appendForPage(cell, style, to: &bytes)
    }
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

  /// Puts a comma between each three digits before the point.
  private mutating func separateThousands() {
    let isDigit: (UInt8) -> Bool = { 0x30 <= $0 && $0 <= 0x39 }
    let start = bytes.firstIndex(where: isDigit) ?? 0
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    let commas = max(end - start - 1, 0) / 3
    if commas == 0 { return }
    bytes.append(contentsOf: repeatElement(UInt8(ascii: ","), count: commas))
    // From the last byte on, each goes to its place; what is left of the last comma stays.
    var (from, to) = (bytes.count - commas, bytes.count)
    while to > from {
      from -= 1
      to -= 1
      bytes[to] = bytes[from]
      if from < end, (end - from) % 3 == 0 {
        to -= 1
        bytes[to] = UInt8(ascii: ",")
      }
    }
  }
}

extension Report.Column {
  /// What decides how the numbers of a column are written.
  struct Style {
    var kind: Kind
    var displayPlaces: Int?
  }

  var style: Style { Style(kind: kind, displayPlaces: displayPlaces) }
}
