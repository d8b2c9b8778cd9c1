// swift-tools-version: 6.2
import PackageDescription

// The bridge to Combine, run against OpenCombine: the very sources of BoltsFoundation, compiled with OpenCombine under
// Combine's name.
let package = Package(
    name: "OpenCombineCheck",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "bolts", path: "../.."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .target(
            name: "BoltsCombine",
            dependencies: [.product(name: "BoltsTasks", package: "bolts"), "OpenCombine"]
        ),
        .testTarget(
            name: "BoltsCombineTests",
            dependencies: ["BoltsCombine", .product(name: "BoltsTasks", package: "bolts"), "OpenCombine"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .unsafeFlags(["-module-alias", "Combine=OpenCombine"]),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .treatAllWarnings(as: .error),
    ]
}
