// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Follow",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Where you keep your clone.
        .package(url: "https://example.com/your-clone/bolts.git", from: "2.0.0")
    ],
    targets: [
        .executableTarget(name: "Follow", dependencies: [.product(name: "BoltsAppLinks", package: "bolts")])
    ]
)
