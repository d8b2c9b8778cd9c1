// swift-tools-version: 6.3
import PackageDescription

// Logs, metrics, spans, a service and a middleware for Swift servers that resolve App Links or publish their own.
let package = Package(
    name: "ServerSupport",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "BoltsServer", targets: ["BoltsServer"]),
        .library(name: "BoltsHummingbird", targets: ["BoltsHummingbird"]),
        // This product is for the tests of other packages of this repository.
        .library(name: "_ServerTestClient", targets: ["ServerTestClient"]),
    ],
    dependencies: [
        // The package of the server decides whether URLSession replaces libcurl where that is missing.
        .package(name: "bolts", path: "../..", traits: []),
        .package(path: "../../SiteCheck"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "BoltsServer",
            dependencies: [
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "BoltsHummingbird",
            dependencies: [
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsAppLinksUI", package: "bolts"),
                .product(name: "BoltsSiteCheck", package: "SiteCheck"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .target(
            name: "ServerTestClient",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "BoltsServerTests",
            dependencies: [
                "BoltsServer",
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsTestSupport", package: "bolts"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "BoltsHummingbirdTests",
            dependencies: [
                "BoltsHummingbird", "BoltsServer", "ServerTestClient",
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsAppLinksUI", package: "bolts"),
                .product(name: "BoltsSiteCheck", package: "SiteCheck"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
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
