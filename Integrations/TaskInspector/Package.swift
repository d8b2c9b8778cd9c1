// swift-tools-version: 6.3
import PackageDescription

// A page on this machine that shows which tasks are pending.
let package = Package(
    name: "TaskInspector",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [.library(name: "BoltsTaskInspector", targets: ["BoltsTaskInspector"])],
    dependencies: [
        .package(name: "bolts", path: "../.."),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .target(
            name: "BoltsTaskInspector",
            dependencies: [
                .product(name: "_BoltsBase", package: "bolts"),
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "FlyingFox", package: "FlyingFox"),
            ]
        ),
        // A program that hangs on purpose, as an example.
        .executableTarget(
            name: "hanging-program",
            dependencies: ["BoltsTaskInspector", .product(name: "BoltsTasks", package: "bolts")]
        ),
        .testTarget(
            name: "BoltsTaskInspectorTests",
            dependencies: [
                "BoltsTaskInspector",
                .product(name: "BoltsTasks", package: "bolts"),
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
