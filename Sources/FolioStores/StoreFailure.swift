import FolioBooking
import FolioModel

/// Why a store did not do what it was asked. Nothing has changed where one is thrown, unless it is
/// `unknownOutcome`.
public enum StoreFailure: Error, Sendable {
  /// There is no such group, or no such store; the name of it.
  case notFound(Missing)
  /// What is asked for contradicts what is there.
  case conflict(Conflict)
  /// What is kept can't be read; what of it can, and where it can't.
  case corrupt(StoreDamage)
  /// The owner may not do this; which file or which right is meant.
  case unauthorized(String)
  /// The store can't be reached, or can't write now; why. It may be tried again.
  case unavailable(String)
  /// Another program has the store open for writing; the sentence for people.
  case inUse(String)
  /// What is to be kept does not check: every fault, as `folio check` lists them.
  case invalid(LedgerFaults)
  /// This version of Folio can't use what is there, today or tomorrow: a later version wrote it, or
  /// it is no regular file; which.
  case unsupported(String)
  /// The disk failed while a change was written, and failed again when it was taken back: the
  /// change may be kept or not; what failed. Whoever tries again looks first.
  case unknownOutcome(String)

  /// What is not there.
  public enum Missing: Sendable, Hashable {
    /// A group, by its id.
    case group(String)
    /// A store, by its address.
    case store(String)
  }

  /// What contradicts what is there.
  public enum Conflict: Sendable, Hashable {
    /// These ids are taken.
    case idsTaken([String])
    /// The group has changed since the caller looked.
    case changedSince(String)
    /// The store has changed since the caller looked. It may be tried again.
    case storeChanged
    /// One group was to be replaced, and the document has so many.
    case notOneGroup(Int)
    /// There is a store already where one was to be made.
    case storeExists(String)
    /// A store was to be made, or a file written, through a link whose target is not there.
    case danglingLink(String)
  }
}

/// What is damaged in what a store keeps.
public struct StoreDamage: Sendable, Hashable {
  /// One place that can't be read.
  public struct Place: Sendable, Hashable {
    /// Bytes from the start of the file.
    public var offset: Int
    /// Line, from 1.
    public var line: Int
    /// What is wrong there.
    public var reason: String

    /// A place in a file.
    public init(offset: Int, line: Int, reason: String) {
      self.offset = offset
      self.line = line
      self.reason = reason
    }
  }

  /// The file.
  public var name: String
  /// Every place that is damaged, in order; one at least.
  public var places: [Place]
  /// How many groups can still be read: `JournalReading` hands them out.
  public var readableGroups: Int

  /// Damage of a file.
  public init(name: String, places: [Place], readableGroups: Int) {
    self.name = name
    self.places = places
    self.readableGroups = readableGroups
  }
}

extension StoreFailure {
  /// A store is to be made in a folder that is not there, or may come back with its disk.
  public static func noFolder(of path: String) -> StoreFailure {
    .unavailable("\(path): there is no folder \(folder(of: path))")
  }

  /// Another program writes the store.
  static func isOpenElsewhere(_ name: String) -> StoreFailure {
    .inUse("\(name) is open in another program; close it there first")
  }

  /// A later version of Folio wrote the store.
  public static func laterVersion(_ name: String, _ format: String) -> StoreFailure {
    .unsupported("\(name): the format is '\(format)'; a newer version of Folio can open it")
  }
}

extension StoreFailure: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .notFound(.group(let id)): "there is no group '\(id)'"
    case .notFound(.store(let name)): "there is no store '\(name)'"
    case .conflict(.idsTaken(let ids)):
      "the store already has a group \(ids.map { "'\($0)'" }.joined(separator: " and "))"
    case .conflict(.changedSince(let id)): "group '\(id)' has changed since it was read"
    case .conflict(.storeChanged): "the store has changed since it was read; try again"
    case .conflict(.notOneGroup(let count)): "one group was expected, and there are \(count)"
    case .conflict(.storeExists(let name)): "there is something already at '\(name)'"
    case .conflict(.danglingLink(let name)):
      "'\(name)' is a link to a file that is not there; remove the link, or name the file itself"
    case .corrupt(let damage): damage.description
    case .unauthorized(let reason), .unavailable(let reason), .inUse(let reason),
      .unsupported(let reason):
      reason
    case .unknownOutcome(let reason):
      "it is not known whether the change was kept: \(reason). Look with 'folio log' before you "
        + "try again"
    case .invalid(let faults):
      Self.words(of: faults.errors.map(\.message))
    }
  }
}

extension StoreFailure {
  /// The first message, and how many there are beside it: `faults` has them all.
  private static func words(of messages: [String]) -> String {
    guard let first = messages.first else { return "the ledger does not check" }
    switch messages.count {
    case 1: return first
    case 2: return "\(first); and 1 more fault"
    default: return "\(first); and \(messages.count - 1) more faults"
    }
  }
}

extension StoreDamage: CustomStringConvertible {
  /// Every damaged place, and what is left.
  public var description: String {
    let shown = places.prefix(10).map { "\(name):\($0.line): \($0.reason) (byte \($0.offset))" }
    let more = places.count > 10 ? ["and \(places.count - 10) more places"] : []
    return (shown + more + ["\(readableGroups) groups can still be read"])
      .joined(separator: "; ")
  }
}
