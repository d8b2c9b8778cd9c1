// swift-tools-version: 6.2
import PackageDescription

// The `applinks` command. A package of its own, so that whoever depends on Bolts resolves none of what it needs.
let package = Package(
    name: "applinks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "applinks", targets: ["applinks"])
    ],
    dependencies: [
        // Pages are fetched over libcurl alone on Linux, which is loaded when it is needed: no URLSession.
        .package(name: "bolts", path: "..", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // The sockets of `applinks serve` and of the tests; its HTTP server is not used.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .executableTarget(
            name: "applinks",
            dependencies: [
                "AppFiles",
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsPageFetching", package: "bolts"),
                .product(name: "BoltsSiteCheck", package: "bolts"),
                .product(name: "_BoltsBase", package: "bolts"),
                .product(name: "BoltsBrowsers", package: "bolts"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.embedInCode("Help/Schemas"), .embedInCode("Help/Scripts")]
        ),
        // Reads the files of apps: manifests, projects and packages. It knows nothing of the command.
        .target(
            name: "AppFiles",
            dependencies: [
                "CZlib",
                .product(name: "BoltsSiteCheck", package: "bolts"),
                .product(name: "_BoltsBase", package: "bolts"),
                .product(name: "Yams", package: "Yams"),
            ]
        ),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // The server that the root package's tests use, by a link to its sources.
        .target(
            name: "LoopbackServer",
            dependencies: [.product(name: "BoltsTasks", package: "bolts")],
            path: "Tests/LoopbackServer"
        ),
        // How many tests run at once, by a link as well.
        .target(name: "CTestWidth", path: "Tests/CTestWidth"),
        .testTarget(
            name: "applinksTests",
            dependencies: [
                "AppFiles", "applinks", "CTestWidth", "LoopbackServer",
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsTestSupport", package: "bolts"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            // Recorded messages, which tests read from the sources.
            exclude: ["Exchanges"]
        ),
        .testTarget(
            name: "AppFilesTests",
            dependencies: [
                "AppFiles",
                .product(name: "BoltsSiteCheck", package: "bolts"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// An object file that is linked in place of ICU's data: Packaging/Scripts/build-command.sh makes it.
if let data = Context.environment["APPLINKS_ICU_DATA"] {
    package.targets.first { $0.name == "applinks" }?.linkerSettings = [.unsafeFlags([data])]
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
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
