// swift-tools-version: 6.2
import PackageDescription

// Continuous integration sets this variable. Elsewhere warnings stay warnings: Xcode's build engine
// suppresses them in dependencies, and rejects a package that also makes them errors.
let areWarningsErrors = Context.environment["FOLIO_WARNINGS_AS_ERRORS"] != nil
let warnings: [SwiftSetting] = areWarningsErrors ? [.treatAllWarnings(as: .error)] : []

// Every target uses Swift 6 language mode and marks each unsafe construct.
let ofTests: [SwiftSetting] = [.swiftLanguageMode(.v6)] + warnings
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .strictMemorySafety()] + warnings

func layer(
  _ name: String, on dependencies: [Target.Dependency] = [], excluding excluded: [String] = [],
  with resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: excluded, resources: resources,
    swiftSettings: strict)
}

// Apple requires a privacy manifest, because files are asked for their kind and size. On Linux a
// resource would link Foundation.
#if canImport(Darwin)
let (manifest, notManifest) = ([Resource.copy("PrivacyInfo.xcprivacy")], [String]())
#else
let (manifest, notManifest) = ([Resource](), ["PrivacyInfo.xcprivacy"])
#endif

func tests(of name: String, using dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies,
    swiftSettings: ofTests)
}

// Apple's systems have Foundation, so errors there have localized descriptions in every app.
#if canImport(Darwin)
let kit = ["Folio", "FolioFoundation"]
#else
let kit = ["Folio"]
#endif

// Apple's SDKs have a module of SQLite. Elsewhere its header may be missing, so a trait asks for it.
let withSQLite = TargetDependencyCondition.when(traits: ["SQLite"])
let withPostgres = TargetDependencyCondition.when(traits: ["Postgres"])
// Apple's systems have URLSession. On Linux a trait asks for the library of curl.
let withSupabase = TargetDependencyCondition.when(platforms: [.linux], traits: ["Supabase"])

// Continuous integration sets this variable, so that one build has the stores of all systems.
// Everyone else names traits in the command.
let enabled = Context.environment["FOLIO_TRAITS"]?.split(separator: ",").map(String.init) ?? []

let package = Package(
  name: "Folio",
  // 128-bit integers need these versions.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    // Most file systems of Macs keep one of "Folio" and "folio": the command has that name.
    .library(name: "FolioKit", targets: kit),
    .library(name: "FolioFoundation", targets: ["FolioFoundation"]),
    .library(name: "FolioSQLite", targets: ["FolioSQLite"]),
    .library(name: "FolioPostgres", targets: ["FolioPostgres"]),
    .library(name: "FolioSupabase", targets: ["FolioSupabase"]),
    .library(name: "FolioMCP", targets: ["FolioMCP"]),
    .library(name: "FolioCoinFlip", targets: ["FolioCoinFlip"]),
    .library(name: "FolioImporters", targets: ["FolioImporters"]),
    .library(name: "FolioPage", targets: ["FolioPage"]),
    .library(name: "FolioQuery", targets: ["FolioQuery"]),
    .library(name: "FolioSpreadsheet", targets: ["FolioSpreadsheet"]),
    .executable(name: "folio", targets: ["FolioCLI"]),
    .executable(name: "folio-bench", targets: ["FolioBench"]),
    .executable(name: "folio-fuzz", targets: ["FolioFuzz"]),
  ],
  traits: [
    .trait(name: "SQLite", description: "Stores in SQLite on Linux, over the system's library."),
    .trait(name: "Postgres", description: "Stores in PostgreSQL, over the library libpq."),
    .trait(
      name: "Supabase", description: "Stores in Supabase on Linux, over the library of curl."),
    .default(enabledTraits: Set(enabled)),
  ],
  targets: [
    // The layers, lowest first: a target sees only what stands above it in this list.
    layer("FolioDiagnostics"),
    layer("FolioNumbers"),
    layer("FolioSystem"),
    layer("FolioModel", on: ["FolioDiagnostics", "FolioNumbers", "FolioSystem"]),
    layer("FolioBooking", on: ["FolioModel"]),
    layer("FolioValuation", on: ["FolioBooking"]),
    layer("FolioInterchange", on: ["FolioModel"], excluding: notManifest, with: manifest),
    layer("FolioStores", on: ["FolioInterchange", "FolioBooking"]),
    .systemLibrary(
      name: "FolioCSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    layer(
      "FolioSQLite", on: ["FolioStores", .target(name: "FolioCSQLite", condition: withSQLite)]),
    .systemLibrary(
      name: "FolioCPostgres", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    layer(
      "FolioPostgres",
      on: ["FolioStores", .target(name: "FolioCPostgres", condition: withPostgres)]),
    .systemLibrary(
      name: "FolioCCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    layer(
      "FolioSupabase",
      on: ["FolioStores", .target(name: "FolioCCurl", condition: withSupabase)]),
    layer("FolioReports", on: ["FolioInterchange", "FolioValuation"]),
    layer("FolioImporters", on: ["FolioReports"]),
    layer("Folio", on: ["FolioStores", "FolioReports"]),
    layer("FolioFoundation", on: ["Folio"]),
    layer("FolioMCP", on: ["Folio"]),
    layer("FolioCoinFlip", on: ["Folio"]),
    layer("FolioPage", on: ["Folio"]),
    layer("FolioQuery", on: ["Folio", .target(name: "FolioCSQLite", condition: withSQLite)]),
    layer("FolioSpreadsheet", on: ["Folio"]),
    // What the programs that try and measure the rest share.
    layer("FolioTools"),
    .executableTarget(
      name: "FolioCLI",
      dependencies: [
        "FolioMCP", "FolioCoinFlip", "FolioImporters", "FolioPage", "FolioQuery",
        "FolioSpreadsheet", "FolioSQLite", "FolioPostgres", "FolioSupabase",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "FolioBench",
      dependencies: [
        "Folio", "FolioImporters", "FolioSQLite", "FolioTools",
        .target(name: "FolioCSQLite", condition: withSQLite),
      ], swiftSettings: strict),
    .executableTarget(
      name: "FolioFuzz", dependencies: ["Folio", "FolioImporters", "FolioTools"],
      swiftSettings: strict),

    // What several targets of tests share.
    .target(
      name: "TestSupport", dependencies: ["Folio", "FolioImporters"], path: "Tests/TestSupport",
      swiftSettings: ofTests),
    tests(of: "FolioDiagnostics"),
    tests(of: "FolioNumbers"),
    tests(of: "FolioModel"),
    tests(of: "FolioBooking"),
    tests(of: "FolioValuation"),
    tests(of: "FolioInterchange"),
    tests(
      of: "FolioStores", using: ["FolioSQLite", "FolioPostgres", "FolioTools"]),
    tests(of: "FolioPostgres"),
    tests(of: "FolioSupabase"),
    tests(of: "FolioReports"),
    tests(of: "Folio"),
    tests(of: "FolioFoundation"),
    tests(of: "FolioMCP"),
    tests(of: "FolioCoinFlip"),
    tests(of: "FolioImporters"),
    tests(of: "FolioPage"),
    tests(of: "FolioQuery"),
    tests(of: "FolioSpreadsheet"),
    tests(of: "FolioCLI"),
    tests(of: "FolioBench", using: ["FolioTools"]),
    tests(of: "FolioFuzz", using: ["Folio", "FolioTools"]),
    .testTarget(
      name: "SpecTests", dependencies: ["FolioCLI", "FolioQuery", "TestSupport"],
      swiftSettings: ofTests),
    .testTarget(
      name: "AgreementTests",
      dependencies: ["FolioPage", "FolioQuery", "FolioSpreadsheet", "TestSupport"],
      swiftSettings: ofTests),
    .testTarget(name: "TidyTests", swiftSettings: ofTests),
  ]
)

// In release mode, which compiles nothing for testing, one build makes all programs at once.
if Context.environment["FOLIO_TEST_TARGETS"] == "none" {
  package.targets.removeAll { $0.type == .test || $0.name == "TestSupport" }
}
