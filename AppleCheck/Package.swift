// swift-tools-version: 6.2
import PackageDescription

// The sources that only Apple's platforms compile, type-checked and run against modules of our own that declare what
// they use of UIKit and AppKit. See docs/apple.md for what this proves, and what it cannot.
let package = Package(
    name: "AppleCheck",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "UIKit", path: "Stubs/UIKit"),
        .target(name: "AppKit", path: "Stubs/AppKit"),
        .target(name: "CBoltsTasks"),
        .target(name: "BoltsTasks", dependencies: ["CBoltsTasks"]),
        .target(name: "BoltsAppLinks", dependencies: ["BoltsTasks", "UIKit", "AppKit"]),
        .testTarget(name: "AppleCheckTests", dependencies: ["BoltsAppLinks", "BoltsTasks", "UIKit", "AppKit"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CBoltsTasks" {
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
