import Folio

@testable import FolioCLI

/// Runs a command line the way the program does, with its files, output and clock in memory.
final class CommandSession {
  private(set) var output = ""
  private(set) var errors = ""
  private(set) var status: Int32 = 0
  private(set) var written: [String: String] = [:]
  private var files: [String: [UInt8]]
  /// By address.
  private var stores: [String: SharedKeeper] = [:]
  private var minutes = 0
  private var ids = 0

  init(_ files: [String: [UInt8]]) { self.files = files }

  /// Runs `folio` with these arguments.
  func run(_ arguments: [String]) {
    output = ""
    errors = ""
    let surroundings = Surroundings(
      today: { Day.first },
      read: { [unowned self] name, reader throws(SourceFailure) in
        guard let bytes = self.files[name] else {
          throw SourceFailure(name: name, reason: .notFound)
        }
        reader.read(bytes, name: name)
      },
      readBytes: { [unowned self] name throws(SourceFailure) in
        guard let bytes = self.files[name] else {
          throw SourceFailure(name: name, reason: .notFound)
        }
        return bytes
      },
      readPrices: { [unowned self] name, currency, day, reader throws(SourceFailure) in
        guard let bytes = self.files[name] else {
          throw SourceFailure(name: name, reason: .notFound)
        }
        reader.readPrices(bytes, name: name, currency: currency, undated: day)
      },
      readRates: { [unowned self] name, reader throws(SourceFailure) in
        guard let bytes = self.files[name] else {
          throw SourceFailure(name: name, reason: .notFound)
        }
        reader.readRates(bytes, name: name)
      },
      openStore: { [unowned self] address, access throws(StoreFailure) in
        try self.open(address, access)
      },
      now: { [unowned self] in
        self.minutes += 1
        return Timestamp(secondsSince1970: 1_717_200_000 + 60 * self.minutes)
      },
      newID: { [unowned self] in
        self.ids += 1
        return "id-\(self.ids)"
      },
      writeOutput: { [unowned self] bytes throws(SinkFailure) in
        self.output += String(decoding: copy bytes, as: UTF8.self)
      },
      writeError: { [unowned self] in self.errors += $0 },
      writeFile: { [unowned self] path, body throws(SinkFailure) in
        let page = Page()
        var sink = TextSink { bytes throws(SinkFailure) in page.bytes += copy bytes }
        try body(&sink)
        try sink.finish()
        self.written[path] = String(decoding: page.bytes, as: UTF8.self)
      })
    status = CommandRunner(surroundings: surroundings).run(arguments)
  }

  private func open(
    _ address: StoreAddress, _ access: JournalKeeper.Access
  ) throws(StoreFailure) -> StoreBook {
    if access == .creating {
      if stores[address.text] != nil { throw .conflict(.storeExists(address.text)) }
      stores[address.text] = SharedKeeper()
    }
    guard let keeper = stores[address.text] else { throw .notFound(.store(address.text)) }
    return StoreBook(keeper, name: address.text)
  }

  /// The codes of the errors on standard error, in order.
  var faultCodes: [String] {
    errors.split(separator: "\n").compactMap { line in
      guard line.contains("error: "), line.hasSuffix("]"), let open = line.lastIndex(of: "[")
      else { return nil }
      return String(line[line.index(after: open)...].dropLast())
    }
  }
}

/// Rows in memory that several command lines see.
private final class SharedKeeper: RecordKeeper {
  private var memory = MemoryKeeper()

  func contents() throws(StoreFailure) -> StoreContents { try memory.contents() }

  func commit(_ change: StoreChange, after before: StoreContents) throws(StoreFailure) {
    try memory.commit(change, after: before)
  }
}

private final class Page {
  var bytes: [UInt8] = []
}
