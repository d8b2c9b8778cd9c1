// swift-tools-version: 6.2
import PackageDescription

// Real browsers, as `BrowserAppLinkResolver` drives them, and what they cost beside a bare driver. In a package of its
// own, because it needs browsers that nobody who builds Bolts should have to install.
let package = Package(
    name: "browsers",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "bolts", path: "../.."),
        .package(name: "applinks", path: "../../Tool"),
    ],
    targets: [
        .target(name: "LoopbackServer", dependencies: [.product(name: "BoltsTasks", package: "bolts")]),
        .executableTarget(
            name: "browser-costs",
            dependencies: [
                "LoopbackServer",
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsBrowsers", package: "bolts"),
            ]
        ),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "LoopbackServer",
                .product(name: "applinks", package: "applinks"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsBrowsers", package: "bolts"),
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
