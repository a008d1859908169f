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
    layer("FolioDiagnostics"),
    layer("FolioNumbers"),
    layer("FolioModel", on: ["FolioDiagnostics", "FolioNumbers"]),
    layer("FolioBooking", on: ["FolioModel"]),
    layer("FolioValuation", on: ["FolioBooking"]),
    layer("FolioInterchange", on: ["FolioModel"]),
    layer("FolioSimpleModels", on: ["FolioInterchange", "FolioBooking"]),
    layer("FolioStores", on: ["FolioInterchange", "FolioBooking"]),
    .systemLibrary(
      name: "FolioCSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    layer(
      "FolioSQLite", on: ["FolioStores", .target(name: "FolioCSQLite", condition: withSQLite)]),
    layer("FolioSync", on: ["FolioStores"]),
    layer("FolioComposition", on: ["FolioSQLite", "FolioSync"]),
    layer("FolioReports", on: ["FolioSimpleModels", "FolioValuation"]),
    layer("Folio", on: ["FolioComposition", "FolioInterchange", "FolioReports", "FolioSQLite"]),
    // What the programs that try and measure the rest draw their chances from.
    layer("FolioSeededRandom"),
    .executableTarget(name: "FolioCLI", dependencies: ["Folio"], swiftSettings: strict),
    .executableTarget(
      name: "FolioBench", dependencies: ["Folio", "FolioSeededRandom"], swiftSettings: strict),
    .executableTarget(
      name: "FolioFuzz", dependencies: ["Folio", "FolioSeededRandom"], swiftSettings: strict),

    tests(of: "FolioDiagnostics"),
    tests(of: "FolioNumbers"),
    tests(of: "FolioModel"),
    tests(of: "FolioBooking"),
    tests(of: "FolioValuation"),
    tests(of: "FolioInterchange"),
    tests(of: "FolioSimpleModels"),
    tests(of: "FolioStores", using: ["FolioSQLite", "FolioSeededRandom", "FolioSync"]),
    tests(of: "FolioSync"),
    tests(of: "FolioComposition"),
    tests(of: "FolioReports"),
    tests(of: "Folio"),
    tests(of: "FolioCLI"),
    tests(of: "FolioBench", using: ["FolioSeededRandom"]),
    tests(of: "FolioFuzz", using: ["Folio", "FolioSeededRandom"]),
    .testTarget(
      name: "SpecTests", dependencies: ["Folio", "FolioCLI"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(name: "TidyTests", swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
