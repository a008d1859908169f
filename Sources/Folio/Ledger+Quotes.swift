import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers

/// A file of prices or of exchange rates that stands beside a ledger (Specs/quotes.md). Its format
/// is found from its bytes.
public struct QuoteFile: Sendable {
  /// The bytes of the file.
  public var bytes: [UInt8]
  /// What faults call it.
  public var name: String
  /// The currency of prices that name none; the instrument's where left out.
  public var currency: Currency?
  /// The day of prices that name none; they are faults where it is left out.
  public var day: Day?

  /// A file held in memory.
  public init(_ bytes: [UInt8], name: String, currency: Currency? = nil, day: Day? = nil) {
    self.bytes = bytes
    self.name = name
    self.currency = currency
    self.day = day
  }
}

extension Ledger {
  /// Reads and checks a ledger document together with files of prices and of rates. Later files
  /// win over earlier ones, and all of them over what the ledger says itself.
  /// - Parameters:
  ///   - bytes: the document in UTF-8.
  ///   - name: what faults call it.
  ///   - prices: files of prices; rows for instruments that the ledger lacks are left out.
  ///   - rates: files of rates; rows of currencies that lead to none of the ledger's are left out.
  ///   - reportCurrencies: currencies that reports will be asked for and the ledger does not
  ///     mention: a base of another country.
  ///   - user: whose rows count, where the document has more than one user's.
  ///   - strict: whether an instrument without a master row is a fault.
  /// - Throws: every fault of all files at once.
  public init(
    reading bytes: [UInt8], name: String = "ledger.json", prices: [QuoteFile],
    rates: [QuoteFile] = [], reportCurrencies: Set<Currency> = [], user: String? = nil,
    strict: Bool = false
  ) throws(LedgerFaults) {
    var reader = LedgerReader(user: user)
    reader.reportCurrencies = reportCurrencies
    reader.read(bytes, name: name)
    for file in prices {
      reader.readPrices(
        file.bytes, name: file.name, currency: file.currency, undated: file.day)
    }
    for file in rates { reader.readRates(file.bytes, name: file.name) }
    self = try LedgerCheck(of: reader.finish(), strict: strict).ledger()
  }
}
