// swift-tools-version: 6.3
import PackageDescription

// This package compiles and runs the sources for Apple's platforms with stub modules, which declare the parts of Apple's frameworks
// that the sources use. See docs/design/apple.md for what this proves, and what it cannot.
//
// It simulates two kinds of device, because no system has all of the frameworks: a phone, and with `BOLTS_APPLE=mac` a Mac.
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
                "BoltsAppLinks", "BoltsWebView", "BoltsAppLinksUI", "BoltsFoundation", "BoltsTasks", "BoltsTestSupport",
                "BoltsObjCNames", "SwiftUIApp", kit, "Combine", "WebKit", "SwiftUI",
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
        // Testing and UIKit together require an Apple module that joins the two, which a stub cannot replace.
        target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]))
    }
    // Apple's Combine was not written for Swift 6 either, so missing annotations of Sendable have the same effect here.
    if target.name == "Combine" { target.swiftSettings?.append(.swiftLanguageMode(.v5)) }
}
