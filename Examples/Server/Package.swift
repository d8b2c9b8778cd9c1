// swift-tools-version: 6.3
import PackageDescription

// A server that reads the App Links of pages for others: bounded in number, in time and in size.
let package = Package(
    name: "Server",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Pages are fetched over libcurl alone on Linux: URLSession keeps no limit of simultaneous fetches.
        .package(name: "bolts", path: "../..", traits: []),
        .package(path: "../../Integrations/ServerSupport"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "ResolveServer",
            dependencies: [
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        ),
        .executableTarget(
            name: "resolve-server",
            dependencies: [
                "ResolveServer",
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        ),
        .executableTarget(
            name: "metrics-server",
            dependencies: [
                "ResolveServer",
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsServer", package: "ServerSupport"),
                .product(name: "BoltsHummingbird", package: "ServerSupport"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .treatAllWarnings(as: .error),
    ]
}
