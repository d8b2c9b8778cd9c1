// swift-tools-version: 6.3
import PackageDescription

// An app's router: incoming links wait in an inbox, and a value without a user interface decides what to show.
let package = Package(
    name: "Router",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "RecipeRouter", targets: ["RecipeRouter"])],
    dependencies: [.package(name: "bolts", path: "../..")],
    targets: [
        .target(name: "RecipeRouter", dependencies: [.product(name: "BoltsAppLinks", package: "bolts")]),
        .executableTarget(
            name: "router",
            dependencies: ["RecipeRouter", .product(name: "BoltsAppLinks", package: "bolts")]
        ),
        .testTarget(
            name: "RecipeRouterTests",
            dependencies: ["RecipeRouter", .product(name: "BoltsAppLinks", package: "bolts")]
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
