import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers
import FolioSimpleModels

/// A format that a ledger can be written in: its name, and how it is written.
///
/// To add a format, write a file with one value of this type and add that value to `builtIn`, or
/// to the list of the program that offers it.
public struct ExportFormat: Sendable {
  /// The stable name that `folio export` takes.
  public let name: String
  /// What is written, as the rest of a sentence that begins with the name.
  public let meaning: String
  /// Whether the ledger may hold the rows of several users.
  public var allowsSeveralUsers = false
  /// How it is written.
  public let content: Content

  /// A format under a name.
  package init(
    name: String, meaning: String, allowsSeveralUsers: Bool = false, content: Content
  ) {
    self.name = name
    self.meaning = meaning
    self.allowsSeveralUsers = allowsSeveralUsers
    self.content = content
  }

  /// How a ledger is written.
  public enum Content: Sendable {
    /// As a ledger document, in bounded memory.
    case document(LedgerWriter.Layout)
    /// As another model, from the books. Lists what the model cannot hold.
    case model(
      @Sendable (BookedLedger, _ user: String?) throws(ExportFault) -> (
        document: [UInt8], leftOut: [LeftOut]
      ))
  }

  /// The formats that need no other product.
  public static let builtIn = [folioJSON, folioNDJSON, simple]
}

/// Why a ledger cannot be written in a format.
public enum ExportFault: Error, Sendable {
  /// A sum needs more digits than an exact number has.
  case arithmetic(ArithmeticFault)
  /// The ledger has faults in the terms of the format.
  case faults(LedgerFaults)
  /// The ledger lacks what the format is made of; the text says what.
  case notPossible(String)
}
