// swift-tools-version: 6.3
import PackageDescription

// Determines which apps open a link, or why none does, from sites, pages and the files of apps.
let package = Package(
    name: "SiteCheck",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "BoltsSiteCheck", targets: ["BoltsSiteCheck"]),
        .library(name: "AppFiles", targets: ["AppFiles"]),
    ],
    dependencies: [
        // Pages are fetched over libcurl alone on Linux: with the default trait FoundationNetworking would be linked.
        .package(name: "bolts", path: "..", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // A whole site: its files fetched, checked, explained and published.
        .target(
            name: "BoltsSiteCheck",
            dependencies: [
                .product(name: "_BoltsBase", package: "bolts"),
                .product(name: "BoltsAssociations", package: "bolts"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsPageMetadata", package: "bolts"),
                .product(name: "BoltsPageFetching", package: "bolts"),
                .product(name: "BoltsAppLinks", package: "bolts"),
            ],
            swiftSettings: [.strictMemorySafety()]
        ),
        .testTarget(
            name: "BoltsSiteCheckTests",
            dependencies: [
                "BoltsSiteCheck",
                .product(name: "BoltsAssociations", package: "bolts"),
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsPageMetadata", package: "bolts"),
                .product(name: "BoltsPageFetching", package: "bolts"),
                .product(name: "_BoltsTestHelpers", package: "bolts"),
            ]
        ),

        // The files of apps: manifests, projects and packages.
        .target(
            name: "AppFiles",
            dependencies: [
                "BoltsSiteCheck", "CZlib",
                .product(name: "_BoltsBase", package: "bolts"),
                .product(name: "Yams", package: "Yams"),
            ]
        ),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .testTarget(
            name: "AppFilesTests",
            dependencies: [
                "AppFiles", "BoltsSiteCheck",
                .product(name: "_BoltsBase", package: "bolts"),
                .product(name: "_BoltsTestHelpers", package: "bolts"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("ImmutableWeakCaptures"),
        ]
    if Context.environment["BOLTS_STRICT"] == "1" {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
