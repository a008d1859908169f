import Folio
import FolioSQLite

extension StoreKind {
  /// The kinds of stores that the command opens.
  static let ofCommand = builtIn + [sqlite]
}

extension StoreAddress {
  /// Reads the address of a store of any kind that the command opens; nil for any other word.
  init?(_ text: String) { self.init(text, kinds: StoreKind.ofCommand) }
}
