/// The version of Folio, as `folio --version` prints it.
public enum FolioVersion {
  /// The semantic version: major, minor and patch.
  public static let current = "0.1.0"
}
