// swift-tools-version: 6.3
import PackageDescription

// Tasks with their tests, for builds that take minutes longer with the whole root package: release builds, in which chains have a
// million links and values are released earlier, and builds with the thread sanitizer. `Sources` and `Tests` are links.
let package = Package(
    name: "tasks-alone",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "BoltsBase"),
        .target(name: "CBoltsTasks"),
        .target(name: "BoltsTasks", dependencies: ["BoltsBase", "CBoltsTasks"]),
        .target(name: "BoltsFoundation", dependencies: ["BoltsTasks"]),
        .target(name: "BoltsTestSupport", dependencies: ["BoltsTasks"]),
        .target(name: "BoltsTesting", dependencies: ["BoltsTasks", "BoltsTestSupport"]),
        .testTarget(
            name: "BoltsTasksTests",
            dependencies: ["BoltsTasks", "CBoltsTasks", "BoltsFoundation", "BoltsTestSupport", "BoltsTesting"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// For the thread sanitizer: `VisibleLocks` has the same sources, each module with its own `Mutex`, which hides the one of
// `Synchronization`, whose lock the sanitizer does not see.
if Context.environment["BOLTS_SANITIZE"] == "thread" {
    for target in package.targets
    where ["BoltsTasks", "BoltsFoundation", "BoltsTestSupport", "BoltsTasksTests"].contains(target.name) {
        target.path = "VisibleLocks/\(target.name)"
    }
}

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
