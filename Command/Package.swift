// swift-tools-version: 6.3
import PackageDescription

// The `applinks` command. A package of its own, so that packages that depend on Bolts do not resolve what it needs.
let package = Package(
    name: "applinks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "applinks", targets: ["applinks"]),
        // Pages read by a browser that is installed: Chromium, WPE WebKit, WebKitGTK.
        .library(name: "BoltsBrowsers", targets: ["BoltsBrowsers"]),
    ],
    dependencies: [
        // Pages are fetched over libcurl alone on Linux, which is loaded when it is needed: no URLSession.
        .package(name: "bolts", path: "..", traits: []),
        .package(path: "../SiteCheck"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        // The sockets of `applinks serve` and of the tests; its HTTP server is not used.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .executableTarget(
            name: "applinks",
            dependencies: [
                "BoltsBrowsers",
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsPageFetching", package: "bolts"),
                .product(name: "_BoltsBase", package: "bolts"),
                .product(name: "BoltsSiteCheck", package: "SiteCheck"),
                .product(name: "AppFiles", package: "SiteCheck"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.embedInCode("Help/Schemas"), .embedInCode("Help/Scripts")]
        ),
        .testTarget(
            name: "applinksTests",
            dependencies: [
                "applinks",
                .product(name: "AppFiles", package: "SiteCheck"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsTestSupport", package: "bolts"),
                .product(name: "_BoltsTestHelpers", package: "bolts"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            // Recorded messages, which tests read from the sources.
            exclude: ["Exchanges"]
        ),

        // Pages read by a real browser behind a filtering proxy.
        .target(name: "CBoltsProcesses"),
        .target(
            name: "BoltsBrowsers",
            dependencies: [
                "CBoltsProcesses",
                .product(name: "_BoltsBase", package: "bolts"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsPageMetadata", package: "bolts"),
                .product(name: "BoltsPageFetching", package: "bolts"),
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsWebView", package: "bolts"),
            ],
            swiftSettings: [.strictMemorySafety()]
        ),
        .testTarget(
            name: "BoltsBrowsersTests",
            dependencies: [
                "BoltsBrowsers",
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsWebView", package: "bolts"),
                .product(name: "_BoltsTestHelpers", package: "bolts"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// An object file that is linked in place of ICU's data: Command/Packaging/Scripts/build-command.sh makes it.
if let data = Context.environment["APPLINKS_ICU_DATA"] {
    package.targets.first { $0.name == "applinks" }?.linkerSettings = [.unsafeFlags([data])]
}

for target in package.targets where target.name != "CBoltsProcesses" {
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
