// swift-tools-version: 6.2
import PackageDescription

// What only a real desktop shows: the banner in a browser, and a link's whole way from a page into an app and back.
let package = Package(
    name: "DesktopCheck",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "bolts", path: "../.."),
        .package(name: "applinks", path: "../../Tool"),
        .package(name: "WebApp", path: "../../Examples/WebApp"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    ],
    targets: [
        .target(
            name: "BrowserDriver",
            dependencies: [
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsBrowsers", package: "bolts"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "ReceivingApp",
            dependencies: [
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsAppLinksUI", package: "bolts"),
                .product(name: "BoltsTasks", package: "bolts"),
            ]
        ),
        .testTarget(
            name: "DesktopTests",
            dependencies: [
                "BrowserDriver", "ReceivingApp",
                .product(name: "applinks", package: "applinks"),
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsAppLinksUI", package: "bolts"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "RecipeSite", package: "WebApp"),
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
