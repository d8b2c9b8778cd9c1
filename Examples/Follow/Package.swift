// swift-tools-version: 6.3
import PackageDescription

// The program in the README, so that it is known to compile.
let package = Package(
    name: "Follow",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "bolts", path: "../..")],
    targets: [.executableTarget(name: "Follow", dependencies: [.product(name: "Bolts", package: "bolts")])]
)
