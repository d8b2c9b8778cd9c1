// swift-tools-version: 6.3
import PackageDescription

// The old code of Before/, after Development/Scripts/move-from-bolts and the edits of hand-edits.patch, in both language modes.
// Development/Scripts/check-moving.py copies this file to .build-moved/Moving and writes the sources there.
let package = Package(
    name: "moving",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "bolts", path: "../..")],
    targets: [
        .target(
            name: "AfterInSwift5",
            dependencies: [
                .product(name: "Bolts", package: "bolts"), .product(name: "BoltsObjCNames", package: "bolts"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        // The same files.
        .target(
            name: "AfterInSwift6",
            dependencies: [
                .product(name: "Bolts", package: "bolts"), .product(name: "BoltsObjCNames", package: "bolts"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        // The same programs, moved on into a module whose code is on the main actor, as Xcode creates them.
        .target(
            name: "OnTheMainActor",
            dependencies: [
                .product(name: "Bolts", package: "bolts"), .product(name: "BoltsObjCNames", package: "bolts"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        ),
        .testTarget(
            name: "MovingTests",
            dependencies: ["AfterInSwift5", "AfterInSwift6", "OnTheMainActor"],
            resources: [.copy("transcript.txt")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
