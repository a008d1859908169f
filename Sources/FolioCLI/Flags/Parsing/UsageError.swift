import Folio

/// What is wrong with a command line: the data only; `message` has the words. Exit status 2.
enum UsageError: Error, Sendable, Equatable {
  case noCommand
  case unknownCommand(String)
  /// The flag as it was typed, and the command, if that was already known.
  case unknownFlag(String, command: Command?)
  case notTaken(flag: String, command: Command)
  /// `next` is what stands where the value should.
  case missingValue(flag: String, next: String?)
  case takesNoValue(flag: String, value: String)
  case givenTwice(flag: String, values: [String])
  /// A flag that the command can't do without.
  case missingFlag(flag: String, command: Command)
  case missingOperand(command: Command)
  case unknownOperand(command: Command, value: String)
  case unexpectedWord(String, command: Command)
  case missingLedger(command: Command)
  /// An empty word where a file is named, as an unset variable of a script leaves it.
  case emptyLedger(command: Command)
  case standardInputTwice
  /// A format of pages, of which many can't follow each other.
  case formatOfOne(String)
  /// An output that is a file that is not to be overwritten.
  case overwrites(OutputName, Overwritten)
  /// A file to be read that belongs to the store that is changed.
  case readsFileOfStore(String, store: String)
  /// An argument that is not UTF-8, as it can be shown.
  case notUTF8(String)
  /// The value of a flag, or a period, that is wrong.
  case value(InvalidValue)
  /// A command line of a store that is wrong.
  case store(StoreUsage)
}

extension UsageError {
  /// What is wrong with the value of a flag, or with a period.
  enum InvalidValue: Sendable, Equatable {
    case unknownChoice(flag: String, value: String, allowed: [String])
    case notADay(flag: String, value: String, fault: DayFault)
    case notACurrency(flag: String, value: String)
    case notACount(flag: String, value: String, of: String)
    case periodReversed(from: Day, to: Day)
    /// Neither a year nor two that follow each other.
    case notATaxYear(String)
    /// `--tax-year` together with the flag named.
    case periodTwice(flag: String)
  }

  /// What is wrong with a command line of a store.
  enum StoreUsage: Sendable, Equatable {
    case missingGroupID(command: Command)
    /// `sync` without the other store.
    case missingRemote(command: Command)
    /// A word that is no address of a store.
    case notAStore(String, command: Command)
    /// `add` with neither flags nor ledgers.
    case nothingToAdd
    /// `add` with flags and a ledger.
    case entryAndLedger(String)
    /// Two flags that each say what happened.
    case twoEvents(String, String)
    /// A flag that says what happened, and one that it needs.
    case incompleteEntry(flag: String, needs: String)
    /// Flags that don't say what happened.
    case noEvent
    /// A flag that has no part in what happened.
    case notOfEvent(flag: String, event: String)
    case notAnAmount(flag: String, value: String)
    /// Where the ledger is kept is said wrongly.
    case backend(BackendFault)
  }

  /// Something that is written to.
  enum OutputName: Sendable, Equatable {
    /// The value of `--output`.
    case flag(String)
    case standardOutput
    case standardError
  }

  /// What would be overwritten.
  enum Overwritten: Sendable, Equatable {
    /// A file that is read, by the name that it is read by.
    case input(String)
    /// A file of the store with this address.
    case store(String)
    /// A file that does not exist yet, in a folder whose ledgers are all read.
    case folder(String)
  }
}
