// swift-tools-version: 6.3
import PackageDescription

// Imports a folder of pictures: several at a time, with retries, a time limit, a progress bar, and a clean stop.
let package = Package(
    name: "PhotoImporter",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "bolts", path: "../..")],
    targets: [
        .target(name: "PhotoImport", dependencies: [.product(name: "BoltsTasks", package: "bolts")]),
        .executableTarget(
            name: "photo-importer",
            dependencies: ["PhotoImport", .product(name: "BoltsTasks", package: "bolts")]
        ),
        .testTarget(
            name: "PhotoImportTests",
            dependencies: [
                "PhotoImport",
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsTestSupport", package: "bolts"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .treatAllWarnings(as: .error),
    ]
}
