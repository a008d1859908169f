import Folio

/// The app. It creates all its parts here. Screens get the parts that they need from it.
public struct HouseholdApp: Sendable {
  /// What the app's screens work with.
  public let pocketMoney: PocketMoney
  /// Who is signed in.
  public let auth: any AuthService
  /// Keeps the books of several devices alike; nil where there is one device.
  public let sync: StoreSync?

  /// Starts the app.
  /// - Parameters:
  ///   - environment: its variables; `FOLIO_STORE` says where the books are kept.
  ///   - say: shows a line that names the store in use.
  public init(
    environment: [String: String], now: @escaping @Sendable () -> Timestamp,
    newID: @escaping @Sendable () -> String, say: (String) -> Void
  ) throws {
    let detector = BackendDetector(
      try BackendConfiguration(environment: environment), defaultStore: StoreAddress("memory:"))
    let choice = try detector.choice()
    say(choice.line)
    let root = CompositionRoot(
      platform: "example", appVersion: "1.0", now: now, newID: newID)
    let parts = try root.parts(for: choice, .sharing)
    pocketMoney = PocketMoney(parts.store, now: now)
    auth = parts.auth
    sync = parts.shared?.sync
  }

  /// A day of a family, and all that it sees of it.
  public func day() async throws -> String {
    var seen = ""
    try await pocketMoney.begin(with: ["ada", "ben"])
    let monday = try Day("2024-06-03")
    try await pocketMoney.give("2.50", to: "ada", on: monday, id: "week-23-ada")
    try await pocketMoney.give("2.00", to: "ben", on: monday, id: "week-23-ben")
    try await pocketMoney.spend("1.20", by: "ada", on: monday, id: "ice")
    seen += try await pocketMoney.table()
    do {
      try await pocketMoney.give("1.00", to: "cleo", on: monday, id: "week-23-cleo")
    } catch {
      seen += "refused: \(error)\n"
    }
    do {
      try await auth.signIn(AuthCredentials(account: "ada", secret: "swordfish"))
    } catch {
      seen += "refused: \(error)\n"
    }
    seen += "signed in: \(await auth.currentUser?.name ?? "nobody")\n"
    try await sync?.sync()
    return seen
  }
}
