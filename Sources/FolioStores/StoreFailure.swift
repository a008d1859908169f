/// An error of a store operation. The store is unchanged, except after `unknownOutcome`.
///
/// New minor versions may add cases, also to `Missing` and `Conflict`.
public enum StoreFailure: Error, Sendable {
  /// The group, the store, the account or the instrument does not exist.
  case notFound(Missing)
  /// The operation conflicts with the current contents.
  case conflict(Conflict)
  /// The store is damaged. The value lists the damaged places and the number of readable groups.
  case corrupt(StoreDamage)
  /// Permission is denied. The text names the file and the operation.
  case unauthorized(String)
  /// The store cannot be read or written at the moment, for the given reason. The call can be
  /// repeated.
  case unavailable(String)
  /// The store of another package cannot be reached, for example because there is no network. The
  /// value is the cause. The call can be repeated.
  case unreachable(any Error)
  /// The system protects the file until the device is unlocked. The file is sound, and the call can
  /// be repeated then.
  case locked(String)
  /// The caller has closed the store. The text is its name.
  case closed(String)
  /// The task was cancelled before its change was written, or before the next step of a sync.
  case cancelled
  /// Another program has the store open for writing. The text is a message for the user.
  case inUse(String)
  /// The resulting ledger would be invalid. The value contains all errors, as `folio check` lists
  /// them.
  case invalid(LedgerFaults)
  /// This version of Folio cannot use the store: a later version wrote it, or it is not a regular
  /// file. The text gives the reason.
  case unsupported(String)
  /// Both writing a change and undoing it failed, so the change may or may not be stored. Read the
  /// store before you repeat the call.
  case unknownOutcome(String)

  /// The missing item.
  public enum Missing: Sendable, Hashable {
    /// A group, by its id.
    case group(String)
    /// A store, by its address.
    case store(String)
    /// A cash account, by its id.
    case account(String)
    /// An instrument, by its symbol or its id.
    case instrument(String)
  }

  /// The reason for a conflict.
  public enum Conflict: Sendable, Hashable {
    /// Groups with these ids already exist.
    case idsTaken([String])
    /// The group with this id has changed since the caller read it.
    case changedSince(String)
    /// The store has changed since the caller read it. The call can be repeated.
    case storeChanged
    /// The status of a deleted group cannot change. The value is its id.
    case isDeleted(String)
    /// A document for replacing one group contains this number of groups.
    case notOneGroup(Int)
    /// A store already exists at this address.
    case storeExists(String)
    /// A new store or a file to write is a link whose target does not exist.
    case danglingLink(String)
    /// A new store would have the name of a file of another store. The value says which.
    case nameOfStoreFile(String)
    /// Another program changed the tables of a database, or added something that could run: a
    /// trigger, a view. The value says what.
    case foreignSchema(String)
  }
}

extension StoreFailure {
  /// The problem in one sentence, without the remedy.
  public var problem: String {
    switch self {
    case .notFound(.group(let id)): "there is no group '\(id)'"
    case .notFound(.store(let name)): "there is no store '\(name)'"
    case .notFound(.account(let id)): "the store has no account '\(id)'"
    case .notFound(.instrument(let name)): "the store has no instrument '\(name)'"
    case .conflict(.idsTaken(let ids)):
      "the store already has a group \(ids.map { "'\($0)'" }.joined(separator: " and "))"
    case .conflict(.changedSince(let id)): "group '\(id)' has changed since it was read"
    case .conflict(.storeChanged): "the store has changed since it was read"
    case .conflict(.isDeleted(let id)): "group '\(id)' is deleted"
    case .conflict(.notOneGroup(let count)): "one group was expected, and there are \(count)"
    case .conflict(.storeExists(let name)): "there is something already at '\(name)'"
    case .conflict(.danglingLink(let name)): "'\(name)' is a link to a file that is not there"
    case .conflict(.nameOfStoreFile(let reason)), .conflict(.foreignSchema(let reason)): reason
    case .corrupt(let damage): damage.description
    case .unauthorized(let reason), .unavailable(let reason), .inUse(let reason),
      .unsupported(let reason):
      reason
    case .unreachable(let cause): "the store cannot be reached: \(cause)"
    case .locked(let name): "\(name) is protected as long as the device is locked"
    case .closed(let name): "\(name) is closed"
    case .cancelled: "the task was cancelled before it was done"
    case .unknownOutcome(let reason): "it is not known whether the change was kept: \(reason)"
    case .invalid(let faults): Self.summary(of: faults.errors.map(\.message))
    }
  }

  /// What the user can do.
  public var advice: String {
    switch self {
    case .notFound(.group): "Check the id."
    case .notFound(.store): "Check the address, or create the store."
    case .notFound(.account), .notFound(.instrument): "Add it instead of replacing it."
    case .conflict(.idsTaken): "Give the new group another id."
    case .conflict(.changedSince), .conflict(.storeChanged): "Read it again, and repeat the change."
    case .conflict(.isDeleted): "Undelete it first."
    case .conflict(.notOneGroup): "Pass one group at a time."
    case .conflict(.storeExists): "Open it instead, or choose another place."
    case .conflict(.danglingLink): "Remove the link, or name the file itself."
    case .conflict(.nameOfStoreFile): "Choose another name."
    case .conflict(.foreignSchema):
      "Undo that change with the program that made it, or with sqlite3; or restore the database "
        + "from a copy."
    case .corrupt(let damage) where damage.readableGroups == 0: "Restore it from a copy."
    case .corrupt: "Open it for salvaging, which reads all that is sound."
    case .unauthorized: "Check the permissions, and try again."
    case .unavailable: "Try again; if it fails again, check the disk or the server."
    case .unreachable: "Check the connection, and try again."
    case .locked: "Unlock the device, and try again."
    case .closed: "Open it again."
    case .cancelled: "Repeat the call if it is still wanted."
    case .inUse: "Close it there, and try again."
    case .invalid(let faults): faults.errors.first?.help ?? "Correct the ledger."
    case .unsupported: "Check the address, or use a newer version of Folio."
    case .unknownOutcome: "Read the store before you repeat the change."
    }
  }

  /// The code of the first fault of an invalid ledger, or of another failure that has one.
  public var code: DiagnosticCode? {
    switch self {
    case .invalid(let faults): faults.errors.first?.code
    case .conflict(.isDeleted): .groupIsDeleted
    case .notFound, .conflict, .corrupt, .unauthorized, .unavailable, .unreachable, .locked,
      .closed, .cancelled, .inUse, .unsupported, .unknownOutcome:
      nil
    }
  }

  /// The first message and the number of others.
  private static func summary(of messages: [String]) -> String {
    let others = messages.count - 1
    let more = others < 1 ? "" : "; and \(others) more \(others == 1 ? "fault" : "faults")"
    return (messages.first ?? "the ledger is invalid") + more
  }
}

extension StoreFailure: CustomStringConvertible {
  /// The problem in one sentence, and the remedy.
  public var description: String {
    let problem = problem
    return problem + (problem.hasSuffix(".") ? " " : ". ") + advice
  }
}

/// The damage in a store.
public struct StoreDamage: Sendable, Hashable {
  /// A place that cannot be read.
  public struct Place: Sendable, Hashable {
    /// The offset in bytes from the start of the file.
    public var offset: Int
    /// The line number, starting at 1.
    public var line: Int
    /// The description of the error.
    public var reason: String

    /// Creates a place.
    public init(offset: Int, line: Int, reason: String) {
      self.offset = offset
      self.line = line
      self.reason = reason
    }
  }

  /// The name of the file.
  public var name: String
  /// All damaged places in order, at least one.
  public var places: [Place]
  /// The number of groups that can still be read, by opening the store with
  /// `StoreAccess.salvaging`.
  public var readableGroups: Int

  /// Creates a description of damage.
  public init(name: String, places: [Place], readableGroups: Int) {
    self.name = name
    self.places = places
    self.readableGroups = readableGroups
  }
}

extension StoreFailure {
  /// The folder of a new store does not exist. It may be on a disk that is not mounted.
  package static func noFolder(of path: String) -> StoreFailure {
    .unavailable("\(path): there is no folder \(path.parentFolder)")
  }

  /// Another program has the store open for writing.
  static func isOpenElsewhere(_ name: String) -> StoreFailure {
    .inUse("\(name) is open in another program")
  }

  /// A later version of Folio wrote the store.
  package static func laterVersion(_ name: String, _ format: String) -> StoreFailure {
    .unsupported("\(name): the format is '\(format)', which a later version of Folio wrote")
  }
}

extension StoreDamage: CustomStringConvertible {
  /// The damaged places, at most ten, and the number of readable groups.
  public var description: String {
    let shown = places.prefix(10).map { "\(name):\($0.line): \($0.reason) (byte \($0.offset))" }
    let more = places.count > 10 ? ["and \(places.count - 10) more places"] : []
    let groups = readableGroups == 1 ? "1 group" : "\(readableGroups) groups"
    return (shown + more + ["\(groups) can still be read"]).joined(separator: "; ")
  }
}
