// swift-tools-version: 6.3
import PackageDescription

// Tasks whose atomics and locks call a scheduler after each step, and a program that explores every order of the steps of small
// programs. `Library` is a link to its sources; `Seam.swift` beside it, in the same module, declares `Atomic` and `Mutex`, which
// hide those of `Synchronization`. Therefore the library's sources need no change.
let package = Package(
    name: "task-interleavings",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "BoltsBase", path: "Library/BoltsBase"),
        .target(name: "CBoltsTasks", path: "Library/CBoltsTasks"),
        .target(name: "CScheduler"),
        .target(name: "BoltsTasks", dependencies: ["BoltsBase", "CBoltsTasks", "CScheduler"]),
        .target(name: "BoltsTestSupport", dependencies: ["BoltsTasks"], path: "Library/BoltsTestSupport"),
        .executableTarget(name: "explore", dependencies: ["BoltsTasks", "BoltsTestSupport", "CScheduler"]),
    ],
    swiftLanguageModes: [.v6]
)

// The root package's settings.
for target in package.targets where !target.name.hasPrefix("C") {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
}
