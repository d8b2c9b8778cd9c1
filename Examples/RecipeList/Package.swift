// swift-tools-version: 6.3
import PackageDescription

// The model of a screen, in a module that is set up as a new project of Xcode: its code is on the main actor by default.
let package = Package(
    name: "RecipeList",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "bolts", path: "../..")],
    targets: [
        .target(name: "RecipeList", dependencies: [.product(name: "BoltsTasks", package: "bolts")]),
        .testTarget(
            name: "RecipeListTests",
            dependencies: [
                "RecipeList",
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "BoltsTestSupport", package: "bolts"),
                .product(name: "BoltsTesting", package: "bolts"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
