// swift-tools-version: 6.3
import PackageDescription

// A program with two modules named Bolts: this package's, and the one that an SDK was built with.
let package = Package(
    name: "two-bolts",
    platforms: [.macOS(.v15)],
    dependencies: [
        // SwiftPM renames a module only in a package whose folder has the package's name, as a clone by URL has.
        .package(name: "bolts", path: Context.environment["BOLTS_PATH"] ?? "../../.."),
        // This package replaces the SDK.
        .package(path: "../../../Examples/Moving/OldBolts"),
    ],
    targets: [
        .target(
            name: "Crossing",
            dependencies: [
                // The alias is for the module, so the product must be the one that has it.
                .product(name: "Bolts", package: "bolts", moduleAliases: ["Bolts": "Bolts6"]),
                .product(name: "OldBolts", package: "OldBolts"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(name: "CrossingTests", dependencies: ["Crossing"]),
    ],
    swiftLanguageModes: [.v6]
)
