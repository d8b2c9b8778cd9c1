// swift-tools-version: 6.2
import PackageDescription

// The sources that only Apple's platforms compile, type-checked and run against modules of our own that declare what
// they use of UIKit, AppKit and Combine. See docs/apple.md for what this proves, and what it cannot.
let package = Package(
    name: "AppleCheck",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "UIKit", path: "Stubs/UIKit"),
        .target(name: "AppKit", path: "Stubs/AppKit"),
        .target(name: "Combine", path: "Stubs/Combine"),
        .target(name: "CBoltsTasks"),
        .target(name: "CBoltsCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "BoltsTasks", dependencies: ["CBoltsTasks"]),
        .target(name: "BoltsAppLinks", dependencies: ["BoltsTasks", "CBoltsCurl", "UIKit", "AppKit"]),
        .target(name: "BoltsFoundation", dependencies: ["BoltsTasks", "Combine"]),
        .testTarget(
            name: "AppleCheckTests",
            dependencies: ["BoltsAppLinks", "BoltsFoundation", "BoltsTasks", "UIKit", "AppKit", "Combine"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where !["CBoltsTasks", "CBoltsCurl"].contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .treatAllWarnings(as: .error),
    ]
    // Apple's Combine was not written for Swift 6 either: what it leaves unsaid of Sendable is judged alike.
    if target.name == "Combine" { target.swiftSettings?.append(.swiftLanguageMode(.v5)) }
}
