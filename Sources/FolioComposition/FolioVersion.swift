/// The version of Folio, as `folio --version` prints it.
public enum FolioVersion {
  /// Major, minor and patch: semantic versioning.
  public static let current = "0.1.0"
}
