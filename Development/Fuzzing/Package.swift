// swift-tools-version: 6.3
import PackageDescription

// Programs for libFuzzer. fuzz.py builds them with its flags, and runs them; docs/design/fuzzing.md says how.
let targets = ["FuzzReader", "FuzzInbound", "FuzzJSON", "FuzzURLs", "FuzzAssociations"]

let package = Package(
    name: "bolts-fuzzing",
    platforms: [.macOS(.v15)],
    // The dependency is the same as the command's, whose build folder the fuzzers share.
    dependencies: [.package(name: "bolts", path: "../..", traits: []), .package(path: "../../SiteCheck")],
    targets: [.target(name: "FuzzSupport")]
        + targets.map { name in
            .executableTarget(
                name: name,
                dependencies: [
                    "FuzzSupport", .product(name: "BoltsAppLinks", package: "bolts"),
                    .product(name: "BoltsPageMetadata", package: "bolts"),
                    .product(name: "BoltsPageFetching", package: "bolts"),
                    .product(name: "BoltsSiteCheck", package: "SiteCheck"),
                ],
                // libFuzzer provides `main`.
                swiftSettings: [.unsafeFlags(["-parse-as-library"])]
            )
        },
    swiftLanguageModes: [.v6]
)
