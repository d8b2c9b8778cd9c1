// swift-tools-version: 6.2
import PackageDescription

// The bridge to SwiftNIO, one file to copy into a project that uses both, and its tests.
let package = Package(
    name: "NIOCheck",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "bolts", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    ],
    targets: [
        .target(
            name: "BoltsNIO",
            dependencies: [
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "BoltsNIOTests",
            dependencies: [
                "BoltsNIO",
                .product(name: "BoltsTasks", package: "bolts"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
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
