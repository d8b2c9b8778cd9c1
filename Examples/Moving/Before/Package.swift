// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "before",
    products: [.executable(name: "before", targets: ["Before"])],
    dependencies: [.package(path: "../OldBolts")],
    targets: [
        .executableTarget(name: "Before", dependencies: [.product(name: "OldBolts", package: "OldBolts")])
    ],
    swiftLanguageModes: [.v5]
)
