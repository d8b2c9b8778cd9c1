// swift-tools-version: 6.2
import PackageDescription

// The tests of tasks in a release build, where chains have a million links and values are released earlier. Links to the
// sources, because a release build of the whole root package with its tests takes minutes more.
let package = Package(
    name: "tasks-in-release",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "CBoltsTasks"),
        .target(name: "BoltsTasks", dependencies: ["CBoltsTasks"]),
        .target(name: "BoltsFoundation", dependencies: ["BoltsTasks"]),
        .target(name: "BoltsTestSupport", dependencies: ["BoltsTasks"]),
        .target(name: "ParseFakes", dependencies: ["BoltsTasks", "BoltsTestSupport"], path: "Tests/ParseFakes"),
        .testTarget(
            name: "BoltsTasksTests",
            dependencies: ["BoltsTasks", "CBoltsTasks", "BoltsFoundation", "BoltsTestSupport", "ParseFakes"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The root package's settings.
for target in package.targets where target.name != "CBoltsTasks" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
}
