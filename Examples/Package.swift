// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]
let folio = Target.Dependency.product(name: "FolioKit", package: "Folio")
let coinFlip = Target.Dependency.product(name: "FolioCoinFlip", package: "Folio")

// A package of its own, as an app has one: it proves that the public API is enough.
let package = Package(
  name: "FolioExamples",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Folio", path: "..")],
  targets: [
    .executableTarget(name: "Tour", dependencies: [folio], swiftSettings: strict),
    .target(name: "Household", dependencies: [folio], swiftSettings: strict),
    .executableTarget(
      name: "HouseholdDay", dependencies: ["Household"], swiftSettings: strict),
    .target(name: "Apps", dependencies: [folio, coinFlip], swiftSettings: strict),
    .testTarget(
      name: "AppsTests", dependencies: ["Apps"], swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "HouseholdTests", dependencies: ["Household"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
