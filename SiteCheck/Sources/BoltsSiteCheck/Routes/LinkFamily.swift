import BoltsPageMetadata
import Foundation

/// A family of devices that read the same file.
enum LinkFamily: CaseIterable, Sendable {
    case apple, android, windows

    /// Devices that may behave differently, each grouped with those that always behave alike.
    var devices: [[LinkDevice]] {
        switch self {
        case .apple: [LinkDevice.allCases.filter(\.isApple)]
        case .android: [[.android], [.android12], [.android11]]
        case .windows: [[.windows]]
        }
    }

    var kind: LinkRoute.Kind {
        switch self {
        case .apple: .universalLink
        case .android: .appLink
        case .windows: .windowsApp
        }
    }

    var fileName: String {
        switch self {
        case .apple: SiteAddress.File.apple.rawValue
        case .android: SiteAddress.File.android.rawValue
        case .windows: SiteAddress.File.windows.rawValue
        }
    }

    /// The family of a device, or `nil` if it reads no file.
    init?(_ device: LinkDevice) {
        guard let family = Self.allCases.first(where: { $0.devices.joined().contains(device) }) else { return nil }
        self = family
    }

    /// The routes of a link by the family's file: those of some apps, or of the file's if `apps` is `nil`.
    ///
    /// `fingerprint` is the certificate of the only requested Android app, or `nil` if it is not known.
    func routes(
        _ url: URL,
        _ site: SiteAssociations,
        apps: [String]?,
        on device: LinkDevice,
        fingerprint: String? = nil
    ) -> [LinkRoute] {
        switch self {
        case .apple:
            let routes = AppleRoutes(url: url, site: site, apps: apps).routes
            // Only phones have Wallet cards whose links can be tapped.
            return device == .iphone ? routes.map { $0.conditioned(by: [.wallet]) } : routes
        case .android:
            return AndroidRoutes(url: url, site: site, apps: apps, device: device, fingerprint: fingerprint).routes
        case .windows: return WindowsRoutes(url: url, site: site, apps: apps).routes
        }
    }

    /// The response for the family's file, or `nil` if it was not requested.
    func response(_ site: SiteAssociations) -> AssociationResponse? {
        switch self {
        case .apple: site.appleResponse
        case .android: site.androidResponse
        case .windows: site.windowsResponse
        }
    }

    /// The finding that a file is misplaced.
    var missing: AssociationRule? {
        switch self {
        case .apple: .aasaMissing
        case .android: .assetlinksMissing
        case .windows: nil
        }
    }

    /// Whether a site intends to support the family's apps: it serves the family's file, or tries to and fails.
    func isMeant(by site: SiteAssociations) -> Bool {
        guard let response = response(site) else { return false }
        if response.bytes != nil { return true }
        if self == .windows { return false }
        if self == .apple, site.appleCDNResponse?.bytes != nil { return true }
        if !response.isAbsent { return true }
        // A misplaced file with the family's name shows the intention.
        return site.findings.contains { $0.file == response.url.absoluteString && $0.isOfMisplacedFile }
    }
}

extension AssociationResponse {
    /// Whether the server says that there is no such file, which is correct for a site that supports only other platforms.
    var isAbsent: Bool {
        bytes == nil && redirect == nil && !isUntrusted && !isErrorWithFile && (status == 404 || status == 410)
    }

    /// Whether it is unknown what platforms receive: the server gave no complete response, failed, or limited the requests, so the
    /// next try may succeed.
    ///
    /// If the file is missing, redirected, forbidden or behind a rejected certificate, platforms get a definite answer.
    @_spi(Bolts) public var isInconclusive: Bool {
        guard bytes == nil, redirect == nil, !isUntrusted, !isTooLarge, !isErrorWithFile else { return false }
        return switch status {
        case nil, 200?, 408?, 425?, 429?: true
        case let status?: status >= 500
        }
    }
}

extension PageTags {
    /// Whether a tag of the page names an app: an App Links tag, a Twitter card or a Smart App Banner.
    public var namesApp: Bool {
        metas.contains { tag in
            let property = tag.property.lowercased()
            return property.hasPrefix("al:") || property.hasPrefix("twitter:app:") || property == "apple-itunes-app"
        }
    }
}
