/// The kinds of files that belong to an app, recognized by name and first bytes.
enum AppFileKind: Sendable, Hashable, CaseIterable {
    case androidManifest
    case androidPackage
    case androidBundle
    case applePackage
    case appleFolder
    case archive
    case entitlements
    case profile
    case xcodeProject
    case xcodeProjectFolder
    case expo
    case dotNetProject

    /// Determines the kind of a file by its name or path and its first bytes, or of a folder that represents one, which has none.
    init?(name: String, bytes: some Collection<UInt8>) {
        let trimmed = name.last == "/" ? name.dropLast() : Substring(name)
        let base = trimmed.split(separator: "/").last.map { String($0) } ?? ""
        let lowercased = base.lowercased()
        switch base {
        case "AndroidManifest.xml": self = .androidManifest
        case "project.pbxproj": self = .xcodeProject
        case "app.json":
            // Other programs have an app.json too.
            guard Self.isExpo(bytes) else { return nil }
            self = .expo
        default:
            guard let dot = lowercased.lastIndex(of: "."), dot > lowercased.startIndex else { return nil }
            switch lowercased[lowercased.index(after: dot)...] {
            case "apk": self = .androidPackage
            case "aab": self = .androidBundle
            case "ipa": self = .applePackage
            case "app": self = .appleFolder
            case "xcarchive": self = .archive
            case "entitlements": self = .entitlements
            case "mobileprovision", "provisionprofile": self = .profile
            case "csproj": self = .dotNetProject
            case "xcodeproj": self = .xcodeProjectFolder
            case "plist" where lowercased.hasPrefix("entitlements"): self = .entitlements
            default: return nil
            }
        }
    }

    private static func isExpo(_ bytes: some Collection<UInt8>) -> Bool {
        let text = String(decoding: bytes.prefix(65_536), as: UTF8.self)
        return ["\"expo\"", "\"android\"", "\"ios\""].contains { text.contains($0) }
    }
}
