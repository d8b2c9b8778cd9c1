// swift-tools-version: 6.3
import PackageDescription

// A web app that is opened by the web fallback: it has tags, reads what came along, and shows the way back.
let package = Package(
    name: "WebApp",
    platforms: [.macOS(.v15)],
    products: [.library(name: "RecipeSite", targets: ["RecipeSite"])],
    dependencies: [
        // Nothing is fetched here.
        .package(name: "bolts", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    ],
    targets: [
        .target(
            name: "RecipeSite",
            dependencies: [
                .product(name: "BoltsAppLinks", package: "bolts"),
                .product(name: "BoltsAppLinksUI", package: "bolts"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .executableTarget(name: "WebApp", dependencies: ["RecipeSite"]),
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
