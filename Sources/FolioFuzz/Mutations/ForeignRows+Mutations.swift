// Every mistake of a kind that can be made in a file.
extension ForeignRows {
  func mutations(_ kind: MutationKind) -> [Mutation] {
    var found: [Mutation] = []
    let names = accountNumbers
    func amounts(_ row: Range<Int>) -> [Range<Int>] {
      values(row).amounts.filter { !names.contains(bytes[$0]) }
    }
    /// The edits so far: an element may contain another one, which has some of its values.
    var known: Set<Mutation.Edit> = []
    for row in rows {
      let edits =
        switch kind {
        case .dropped: [[dropped(row)]]
        case .doubled: [[doubled(row)]]
        case .cut: cuts(row)
        case .sign: amounts(row).map { [flipped($0)] }
        case .tenfold: amounts(row).compactMap { scaled($0, by: 1) }
        case .hundredfold: amounts(row).compactMap { scaled($0, by: 2) }
        case .separator: amounts(row).flatMap(separated)
        case .swapped: swapped(amounts(row))
        case .currency: values(row).currencies.map { [otherCurrency($0)] }
        case .day: shifted(values(row).days)
        }
      for edits in edits where known.insert(edits[0]).inserted {
        found.append(Mutation(kind: kind, edits: edits))
      }
    }
    return found
  }

  /// Whole numbers that most rows have, which are no amounts.
  private var accountNumbers: Set<ArraySlice<UInt8>> {
    if rows.count < 3 { return [] }
    let numbers = Dictionary(grouping: rows.flatMap { values($0).amounts }) { bytes[$0] }
    return Set(
      numbers.filter { text, places in
        text.count > 3 && text.allSatisfy(Self.isDigit) && places.count * 2 > rows.count
      }.keys)
  }

  private func values(_ row: Range<Int>) -> ForeignValues { ForeignValues(self, row) }

  /// The last object of an array has no comma after it.
  private func isLastObject(_ row: Range<Int>) -> Bool {
    kind == .json && !bytes[row].suffix(3).contains(0x2C)
  }

  private func dropped(_ row: Range<Int>) -> Mutation.Edit {
    let comma = isLastObject(row) ? bytes[..<row.lowerBound].lastIndex(of: 0x2C) : nil
    return Mutation.Edit(range: (comma ?? row.lowerBound)..<row.upperBound, text: [])
  }

  private func doubled(_ row: Range<Int>) -> Mutation.Edit {
    let comma: [UInt8] = isLastObject(row) ? [0x2C] : []
    let text = comma + bytes[row]
    let place = isLastObject(row) ? row.lowerBound + bytes[row].count - 1 : row.upperBound
    return Mutation.Edit(range: place..<place, text: text)
  }

  /// The file ends before a row, or within it.
  private func cuts(_ row: Range<Int>) -> [[Mutation.Edit]] {
    [row.lowerBound, row.lowerBound + row.count / 2].map { start in
      [Mutation.Edit(range: start..<bytes.count, text: [])]
    }
  }

  private func flipped(_ amount: Range<Int>) -> Mutation.Edit {
    var start = amount.lowerBound
    // A sign may come before the symbol of a currency.
    if start > 0, bytes[start - 1] == 0x24 { start -= 1 }
    if start > 0, bytes[start - 1] == 0x2D || bytes[start - 1] == 0x2B {
      let isNegative = bytes[start - 1] == 0x2D
      return Mutation.Edit(range: start - 1..<start, text: isNegative ? [] : [0x2D])
    }
    return Mutation.Edit(range: start..<start, text: [0x2D])
  }

  /// The decimal mark of an amount: the last mark, unless it can only be that of thousands.
  private func decimalMark(_ amount: Range<Int>) -> Int? {
    let marks = amount.filter { [0x2E, 0x2C, 0x27].contains(bytes[$0]) }
    guard let last = marks.last, bytes[last] != 0x27 else { return nil }
    let isRepeated = marks.dropLast().contains { bytes[$0] == bytes[last] }
    // A comma before three digits, in a table that commas separate or beside a decimal point.
    let isThousands =
      bytes[last] == 0x2C && amount.upperBound - last == 4 && delimiter == 0x2C
      && last - amount.lowerBound <= 3 && bytes[amount.lowerBound] != 0x30
    return isRepeated || isThousands ? nil : last
  }

  /// The amount with its decimal mark so many digits further right.
  private func scaled(_ amount: Range<Int>, by places: Int) -> [Mutation.Edit]? {
    let mark = decimalMark(amount)
    let whole = bytes[amount.lowerBound..<(mark ?? amount.upperBound)]
    let decimals = mark.map { Array(bytes[$0 + 1..<amount.upperBound]) } ?? []
    var digits = Array(whole.filter(Self.isDigit)) + decimals
    var rest = decimals.count - places
    while rest < 0 {
      digits.append(0x30)
      rest += 1
    }
    if rest > 0, let mark { digits.insert(bytes[mark], at: digits.count - rest) }
    let zeros = digits.prefix { $0 == 0x30 }.count
    if zeros < digits.count, Self.isDigit(digits[zeros]) { digits.removeFirst(zeros) }
    return [Mutation.Edit(range: amount, text: digits)]
  }

  /// The amount as another program writes it: with a mark of thousands, or the other decimal mark.
  private func separated(_ amount: Range<Int>) -> [[Mutation.Edit]] {
    let mark = decimalMark(amount)
    let point = mark.map { bytes[$0] } ?? (delimiter == 0x2C ? 0x2E : 0x2C)
    let other: UInt8 = point == 0x2E ? 0x2C : 0x2E
    let end = mark ?? amount.upperBound
    var text = Array(bytes[amount])
    if end - amount.lowerBound > 3, bytes[amount.lowerBound..<end].allSatisfy(Self.isDigit) {
      text.insert(other, at: end - amount.lowerBound - 3)
    } else if let mark, mark - amount.lowerBound <= 3 {
      text[mark - amount.lowerBound] = other
    } else {
      return []
    }
    let plain = [Mutation.Edit(range: amount, text: text)]
    guard kind == .table, other == delimiter, !isQuoted(amount) else { return [plain] }
    // Once as two fields, once as a field in quotation marks.
    let isEnd = { (byte: UInt8) in [delimiter, 0x0A, 0x0D].contains(byte) }
    let first = bytes[..<amount.lowerBound].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    let last = bytes[amount.upperBound...].firstIndex(where: isEnd) ?? bytes.count
    let field = bytes[first..<amount.lowerBound] + text + bytes[amount.upperBound..<last]
    return [plain, [Mutation.Edit(range: first..<last, text: [0x22] + field + [0x22])]]
  }

  private func isQuoted(_ amount: Range<Int>) -> Bool {
    let start = bytes[..<amount.lowerBound].lastIndex(of: 0x0A) ?? 0
    return bytes[start..<amount.lowerBound].count { $0 == 0x22 } % 2 == 1
  }

  /// Neighbors that change places.
  private func swapped(_ amounts: [Range<Int>]) -> [[Mutation.Edit]] {
    zip(amounts, amounts.dropFirst()).compactMap { one, other in
      if bytes[one] == bytes[other] { return nil }
      return [
        Mutation.Edit(range: one, text: Array(bytes[other])),
        Mutation.Edit(range: other, text: Array(bytes[one])),
      ]
    }
  }

  private func otherCurrency(_ code: Range<Int>) -> Mutation.Edit {
    Mutation.Edit(range: code, text: Array((text(code) == "USD" ? "EUR" : "USD").utf8))
  }

  /// All equal days of a row are one day earlier; the first of a month is one day later.
  private func shifted(_ days: [Range<Int>]) -> [[Mutation.Edit]] {
    guard let first = days.first, let day = Int(text(first)) else { return [] }
    let other = day > 1 ? day - 1 : 2
    let digits = String(other)
    let text = String(repeating: "0", count: max(0, first.count - digits.count)) + digits
    return [
      days.filter { bytes[$0] == bytes[first] }.map {
        Mutation.Edit(range: $0, text: Array(text.utf8))
      }
    ]
  }
}
