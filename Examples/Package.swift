// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as an app has one: it proves that the public API is enough.
let package = Package(
  name: "FolioExamples",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Folio", path: "..")],
  targets: [
    .executableTarget(
      name: "Tour", dependencies: [.product(name: "Folio", package: "Folio")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
