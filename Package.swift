// swift-tools-version: 6.2
import PackageDescription

// Continuous integration sets this variable. Elsewhere warnings stay warnings: Xcode's build engine
// suppresses them in dependencies, and rejects a package that also makes them errors.
let areWarningsErrors = Context.environment["FOLIO_WARNINGS_AS_ERRORS"] != nil
let warnings: [SwiftSetting] = areWarningsErrors ? [.treatAllWarnings(as: .error)] : []

// Every target uses Swift 6 language mode and marks each unsafe construct.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .strictMemorySafety()] + warnings

func layer(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(of name: String, using dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.target(name: name)] + dependencies,
    swiftSettings: [.swiftLanguageMode(.v6)])
}

// The header of SQLite need not be on a machine that does not ask for stores in it.
let withSQLite = TargetDependencyCondition.when(traits: ["SQLite"])

let package = Package(
  name: "Folio",
  // 128-bit integers need these versions.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Folio", targets: ["Folio"]),
    .executable(name: "folio", targets: ["FolioCLI"]),
    .executable(name: "folio-bench", targets: ["FolioBench"]),
    .executable(name: "folio-fuzz", targets: ["FolioFuzz"]),
  ],
  traits: [
    .trait(name: "SQLite", description: "Stores in SQLite, over the system's library.")
  ],
  targets: [
    // The layers, lowest first: a target sees only what stands above it in this list.
    layer("Diagnostics"),
    layer("ExactNumbers"),
    layer("LedgerModel", on: ["Diagnostics", "ExactNumbers"]),
    layer("LotBooking", on: ["LedgerModel"]),
    layer("Valuation", on: ["LotBooking"]),
    layer("Interchange", on: ["LedgerModel"]),
    layer("SimpleModels", on: ["Interchange", "LotBooking"]),
    layer("Stores", on: ["Interchange", "LotBooking"]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    layer("SQLiteStores", on: ["Stores", .target(name: "CSQLite", condition: withSQLite)]),
    layer("Syncing", on: ["Stores"]),
    layer("Composition", on: ["SQLiteStores", "Syncing"]),
    layer("Reports", on: ["SimpleModels", "Valuation"]),
    layer("Folio", on: ["Composition", "Interchange", "Reports", "SQLiteStores"]),
    // What the programs that try and measure the rest draw their chances from.
    layer("SeededRandom"),
    .executableTarget(name: "FolioCLI", dependencies: ["Folio"], swiftSettings: strict),
    .executableTarget(
      name: "FolioBench", dependencies: ["Folio", "SeededRandom"], swiftSettings: strict),
    .executableTarget(
      name: "FolioFuzz", dependencies: ["Folio", "SeededRandom"], swiftSettings: strict),

    tests(of: "Diagnostics"),
    tests(of: "ExactNumbers"),
    tests(of: "LedgerModel"),
    tests(of: "LotBooking"),
    tests(of: "Valuation"),
    tests(of: "Interchange"),
    tests(of: "SimpleModels"),
    tests(of: "Stores", using: ["SQLiteStores", "SeededRandom", "Syncing"]),
    tests(of: "Syncing"),
    tests(of: "Composition"),
    tests(of: "Reports"),
    tests(of: "Folio"),
    tests(of: "FolioCLI"),
    tests(of: "FolioBench", using: ["SeededRandom"]),
    tests(of: "FolioFuzz", using: ["Folio", "SeededRandom"]),
    .testTarget(
      name: "SpecTests", dependencies: ["Folio", "FolioCLI"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(name: "TidyTests", swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
