// swift-tools-version: 6.3
import PackageDescription

// The sources that only Apple's platforms compile, type-checked and run against modules of our own that declare what
// they use of Apple's. See docs/design/apple.md for what this proves, and what it cannot.
//
// Two kinds of device are played, as no system has all of these: a phone, and with BOLTS_APPLE=mac a Mac.
let isMac = Context.environment["BOLTS_APPLE"] == "mac"
let kit: Target.Dependency = isMac ? "AppKit" : "UIKit"

let package = Package(
    name: "apple-stubs",
    platforms: [.macOS(.v15)],
    targets: [
        isMac ? .target(name: "AppKit", path: "Stubs/AppKit") : .target(name: "UIKit", path: "Stubs/UIKit"),
        .target(name: "Combine", path: "Stubs/Combine"),
        .target(name: "WebKit", path: "Stubs/WebKit"),
        .target(name: "SwiftUI", path: "Stubs/SwiftUI"),
        .target(name: "CBoltsTasks"),
        .target(name: "CBoltsCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "BoltsBase"),
        .target(name: "BoltsTasks", dependencies: ["BoltsBase", "CBoltsTasks"]),
        .target(name: "BoltsPageMetadata", dependencies: ["BoltsBase"]),
        .target(name: "BoltsPageFetching", dependencies: ["BoltsBase", "BoltsTasks", "CBoltsCurl"]),
        .target(
            name: "BoltsAppLinks",
            dependencies: ["BoltsBase", "BoltsTasks", "BoltsPageMetadata", "BoltsPageFetching", kit],
            exclude: ["PrivacyInfo.xcprivacy"]
        ),
        .target(
            name: "BoltsWebView",
            dependencies: [
                "BoltsBase", "BoltsTasks", "BoltsPageMetadata", "BoltsPageFetching", "BoltsAppLinks",
                "WebKit",
            ]
        ),
        .target(
            name: "BoltsAppLinksUI",
            dependencies: [
                "BoltsBase", "BoltsTasks", "BoltsPageMetadata", "BoltsPageFetching", "BoltsAppLinks", kit, "SwiftUI",
            ]
        ),
        .target(name: "BoltsFoundation", dependencies: ["BoltsTasks", "Combine"]),
        .target(name: "BoltsTestSupport", dependencies: ["BoltsTasks"]),
        .target(
            name: "BoltsObjCNames",
            dependencies: [
                "BoltsTasks", "BoltsFoundation", "BoltsAppLinks", "BoltsWebView", "BoltsAppLinksUI", kit, "WebKit",
            ]
        ),
        .executableTarget(
            name: "SwiftUIApp",
            dependencies: ["BoltsAppLinks", "BoltsAppLinksUI", "BoltsTasks", "SwiftUI"],
            path: "Examples/SwiftUIApp"
        ),
        .testTarget(
            name: "AppleTests",
            dependencies: [
                "BoltsPageMetadata", "BoltsPageFetching", "BoltsAppLinks", "BoltsWebView", "BoltsAppLinksUI",
                "BoltsFoundation", "BoltsTasks", "BoltsTestSupport", "BoltsObjCNames", "SwiftUIApp", kit, "Combine",
                "WebKit", "SwiftUI",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

if !isMac {
    package.targets.append(
        .executableTarget(
            name: "UIKitApp",
            dependencies: ["BoltsAppLinks", "BoltsAppLinksUI", "BoltsTasks", kit],
            path: "Examples/UIKitApp"
        )
    )
    package.targets.first { $0.name == "AppleTests" }?.dependencies.append("UIKitApp")
}

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
    // As in the package itself.
    if target.name.hasPrefix("Bolts") { target.swiftSettings?.append(.strictMemorySafety()) }
    if target.name == "AppleTests" {
        // Testing and UIKit together ask for a module of Apple's that joins the two, which no stub can be.
        target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]))
    }
    // Apple's Combine was not written for Swift 6 either: what it leaves unsaid of Sendable is judged alike.
    if target.name == "Combine" { target.swiftSettings?.append(.swiftLanguageMode(.v5)) }
}
