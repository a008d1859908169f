extension StoreKind {
  /// A ledger in a PostgreSQL server (Specs/schema/README.md): `postgres://host/database`. It
  /// requires the trait `Postgres`, since libpq may not be installed. Without the trait, opening a
  /// store throws `unsupported`.
  public static let postgres = server("postgres")

  /// The same with the other prefix that libpq knows: `postgresql://host/database`.
  public static let postgresql = server("postgresql")

  private static func server(_ name: String) -> StoreKind {
    StoreKind(
      name, suffixes: [], waitsForServer: true, shown: PostgresAddress.shown,
      identity: PostgresAddress.identity
    ) { path, access, initial, copy, _ throws(StoreFailure) in
      let shown = "\(name):\(PostgresAddress.shown(path))"
      #if Postgres
      let transport = try PostgresTransport(path, as: shown)
      return try ServerStorage(transport, at: path, access, holding: initial, copy: copy)
      #else
      throw .unsupported(
        "\(shown): this Folio was built without PostgreSQL ('swift build --traits Postgres')")
      #endif
    }
  }
}
