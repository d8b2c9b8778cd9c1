// swift-tools-version: 6.3
import PackageDescription

// A service that says which apps open a URL: one binary, with SQLite for one node or PostgreSQL for many.
let package = Package(
    name: "Index",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "applinks-index", targets: ["applinks-index"])
    ],
    dependencies: [
        // Pages are fetched over libcurl alone on Linux: URLSession keeps no limit of simultaneous fetches.
        .package(name: "bolts", path: "..", traits: []),
        .package(path: "../SiteCheck"),
        .package(name: "ServerSupport", path: "../Integrations/ServerSupport"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The stored records, their lifetimes, and look-ups, without an HTTP server and a database.
        .target(
            name: "LinkIndex",
            dependencies: [
                .product(name: "_BoltsBase", package: "bolts"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsPageFetching", package: "bolts"),
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsSiteCheck", package: "SiteCheck"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),
        .testTarget(
            name: "LinkIndexTests",
            dependencies: [
                "LinkIndex", "LinkIndexSQLite", "LinkIndexTestSupport",
                .product(name: "_BoltsTestHelpers", package: "bolts"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsPageFetching", package: "bolts"),
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsSiteCheck", package: "SiteCheck"),
            ]
        ),

        // The store of one node: a file.
        .target(
            name: "LinkIndexSQLite",
            dependencies: ["LinkIndex", .product(name: "GRDB", package: "GRDB.swift")]
        ),
        .testTarget(
            name: "LinkIndexSQLiteTests",
            dependencies: [
                "LinkIndexSQLite", "LinkIndex", "LinkIndexTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),

        // PostgreSQL's C library, and a client on top of it that knows nothing of the index.
        .systemLibrary(
            name: "CLibPQ",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(name: "PostgreSQLClient", dependencies: ["CLibPQ"]),
        .testTarget(name: "PostgreSQLClientTests", dependencies: ["PostgreSQLClient", "PostgreSQLTestServer"]),
        // Starts servers of PostgreSQL for tests.
        .target(name: "PostgreSQLTestServer", dependencies: ["PostgreSQLClient"]),

        // The store of many nodes.
        .target(
            name: "LinkIndexPostgreSQL",
            dependencies: [
                "LinkIndex", "PostgreSQLClient",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),
        .testTarget(
            name: "LinkIndexPostgreSQLTests",
            dependencies: [
                "LinkIndexPostgreSQL", "LinkIndexSQLite", "LinkIndex", "LinkIndexTestSupport", "PostgreSQLClient",
                "PostgreSQLTestServer",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),

        // The HTTP interface.
        .target(
            name: "LinkIndexServer",
            dependencies: [
                "LinkIndex",
                .product(name: "_BoltsBase", package: "bolts"),
                .product(name: "BoltsPageFetching", package: "bolts"),
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsSiteCheck", package: "SiteCheck"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
            ],
            // Part of the binary, which is one file.
            resources: [.embedInCode("openapi.json")]
        ),
        .testTarget(
            name: "LinkIndexServerTests",
            dependencies: [
                .product(name: "_BoltsTestHelpers", package: "bolts"),
                .product(name: "BoltsSiteCheck", package: "SiteCheck"),
                "LinkIndexServer", "LinkIndex", "LinkIndexSQLite", "LinkIndexTestSupport",
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "_ServerTestClient", package: "ServerSupport"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "BoltsPageFetching", package: "bolts"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ]
        ),

        .executableTarget(
            name: "applinks-index",
            dependencies: [
                "LinkIndex", "LinkIndexPostgreSQL", "LinkIndexSQLite", "LinkIndexServer",
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsPageFetching", package: "bolts"),
                .product(name: "BoltsServer", package: "ServerSupport"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "IndexCommandTests",
            dependencies: ["applinks-index", .product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),

        // The required behavior of every store, as tests for each of them.
        .target(
            name: "LinkIndexTestSupport",
            dependencies: [
                "LinkIndex",
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsPageFetching", package: "bolts"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The C library has no Swift settings.
for target in package.targets where target.name != "CLibPQ" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .treatAllWarnings(as: .error),
    ]
}
