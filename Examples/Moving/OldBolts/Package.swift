// swift-tools-version: 6.3
import PackageDescription

// Stand-ins for Bolts for Objective-C, with the names that Swift gave it, and for Bolts-Swift. They do what those
// libraries do, as far as the code in ../Before can tell, so that old code runs on Linux too.
let package = Package(
    name: "old-bolts",
    products: [.library(name: "OldBolts", targets: ["Bolts", "BoltsSwift"])],
    targets: [.target(name: "Bolts"), .target(name: "BoltsSwift")],
    swiftLanguageModes: [.v5]
)
