// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Weather",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Where you keep your clone.
        .package(url: "https://example.com/your-clone/bolts.git", from: "2.0.0")
    ],
    targets: [
        .executableTarget(name: "Weather", dependencies: [.product(name: "BoltsTasks", package: "bolts")])
    ]
)
