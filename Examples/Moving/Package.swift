// swift-tools-version: 6.2
import PackageDescription

// The old code of Before/, after Scripts/move-from-bolts and the edits of hand-edits.patch, in both language modes.
let package = Package(
    name: "moving",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "bolts", path: "../..")],
    targets: [
        .target(
            name: "AfterInSwift5",
            dependencies: [.product(name: "Bolts", package: "bolts")],
            path: "After",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        // A link to the same folder.
        .target(
            name: "AfterInSwift6",
            dependencies: [.product(name: "Bolts", package: "bolts")],
            path: "AfterInSwift6",
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        .testTarget(
            name: "MovingTests",
            dependencies: ["AfterInSwift5", "AfterInSwift6"],
            resources: [.copy("transcript.txt")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
