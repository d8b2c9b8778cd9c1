// swift-tools-version: 6.2
import PackageDescription

// Reads many pages in one process, for Scripts/compare-with-lexbor.py.
let package = Package(
    name: "read-pages",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "bolts", path: "../..")],
    targets: [
        .executableTarget(name: "read-pages", dependencies: [.product(name: "BoltsPageMetadata", package: "bolts")])
    ],
    swiftLanguageModes: [.v6]
)
