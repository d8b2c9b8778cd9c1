/// A script that queries what a device knows about a link, for `--device-report`.
///
/// The command prints it, because not every package of the command can install other files.
enum DeviceScript: String, CaseIterable {
    case android = "android-links"
    case mac = "mac-links"

    /// How to get a report, as a clause.
    static let advice =
        "'applinks help android-links' and 'applinks help mac-links' print scripts that write such a report"

    var text: String {
        let bytes =
            switch self {
            case .android: PackageResources.android_links_sh
            case .mac: PackageResources.mac_links_sh
            }
        return String(decoding: bytes, as: UTF8.self)
    }
}
