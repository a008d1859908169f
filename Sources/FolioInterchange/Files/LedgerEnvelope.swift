/// The envelope of a ledger on a line of a file, `{"portfolio": "u-17", "ledger": {...}}`, which
/// names the portfolio.
package struct LedgerEnvelope: Sendable, Equatable {
  /// The name; nil if a syntax fault of the ledger hides it.
  package var portfolio: String?
  /// The place of the ledger in the line.
  package var ledger: Range<Int>
}

/// An envelope that cannot be opened.
package struct EnvelopeFault: Error, Equatable {
  package enum Kind: Sendable {
    /// The name is neither text nor a whole number.
    case badName
    /// The name is empty.
    case emptyName
    /// The other key is missing.
    case missing
  }

  package var kind: Kind
  /// The offset in the line.
  package var offset: Int
}

extension DocumentLine {
  /// The envelope, if the line begins as one: with one of its keys, in either order.
  package func envelope() throws(EnvelopeFault) -> LedgerEnvelope? {
    try EnvelopeScanner.result(bytes).get()
  }

  /// The line as a ledger with blanks in the place of some bytes, so that faults have the places
  /// that they have in the line.
  package func source(name: String, blanking ranges: [Range<Int>]) -> LedgerSource {
    var blanked = bytes
    for index in ranges.joined() { blanked[index] = 0x20 }
    return LedgerSource(
      name: name, size: blanked.count,
      file: SourceFile(name: name, firstLine: number, contents: bytes),
      bytes: MemorySource(blanked))
  }
}

private struct EnvelopeScanner {
  private static let (nameKey, ledgerKey) = ("portfolio", "ledger")
  private var scanner: JSONScanner

  static func result(_ line: [UInt8]) -> Result<LedgerEnvelope?, EnvelopeFault> {
    line.withSpan { bytes in
      var reader = EnvelopeScanner(scanner: JSONScanner(bytes))
      do throws(EnvelopeFault) {
        return .success(try reader.read(bytes))
      } catch {
        return .failure(error)
      }
    }
  }

  private init(scanner: JSONScanner) { self.scanner = scanner }

  private mutating func read(_ bytes: Span<UInt8>) throws(EnvelopeFault) -> LedgerEnvelope? {
    scanner.blanks(bytes)
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "{"),
      scanner.opensNonEmpty(closing: "}", bytes)
    else { return nil }
    switch key(bytes) {
    case Self.nameKey:
      let name = try name(bytes)
      try findNext(Self.ledgerKey, bytes)
      return LedgerEnvelope(portfolio: name, ledger: scanner.index..<end(bytes))
    case Self.ledgerKey:
      let start = scanner.index
      guard (try? scanner.skipValue(bytes, depth: 1)) != nil else {
        return LedgerEnvelope(portfolio: nil, ledger: start..<end(bytes))
      }
      let end = scanner.index
      try findNext(Self.nameKey, bytes)
      let name = try name(bytes)
      guard (try? scanner.isFollowedByMore(closing: "}", bytes)) == false else {
        throw EnvelopeFault(kind: .missing, offset: scanner.index)
      }
      return LedgerEnvelope(portfolio: name, ledger: start..<end)
    default: return nil
    }
  }

  /// Past a key and its colon; nil if there is none.
  private mutating func key(_ bytes: Span<UInt8>) -> String? {
    do throws(ScanStop) {
      return String(decoding: unescaped(bytes, try scanner.memberKey(bytes)), as: UTF8.self)
    } catch {
      return nil
    }
  }

  /// Past a comma and the other key.
  private mutating func findNext(
    _ wanted: String, _ bytes: Span<UInt8>
  ) throws(EnvelopeFault) {
    let offset = scanner.index
    guard (try? scanner.isFollowedByMore(closing: "}", bytes)) == true, key(bytes) == wanted else {
      throw EnvelopeFault(kind: .missing, offset: offset)
    }
  }

  /// Past the name: a text, or a whole number, as it is written.
  private mutating func name(_ bytes: Span<UInt8>) throws(EnvelopeFault) -> String {
    let start = scanner.index
    guard let name = scanner.name(bytes) else {
      throw EnvelopeFault(kind: .badName, offset: start)
    }
    if name.isEmpty { throw EnvelopeFault(kind: .emptyName, offset: start) }
    return name
  }

  /// The end of the ledger, if the last key of the envelope names it. A brace that is missing there
  /// is a fault of the ledger.
  private func end(_ bytes: Span<UInt8>) -> Int {
    var end = bytes.count
    while end > scanner.index, [0x20, 0x09, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    let closes = end > scanner.index && bytes[end - 1] == UInt8(ascii: "}")
    return closes ? end - 1 : end
  }
}
