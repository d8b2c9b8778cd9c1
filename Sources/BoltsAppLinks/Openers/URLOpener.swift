/// The opener of the platform.
///
/// ```swift
/// let opener = URLOpener.system
/// opener.open(try OpenableURL("https://example.com"), cancellationToken: .none)
/// ```
public enum URLOpener {
    /// The opener of this platform.
    ///
    /// It uses the application or the workspace on Apple's platforms, and the desktop's handlers on Linux. On other
    /// platforms its tasks fail.
    @available(iOSApplicationExtension, unavailable, message: "Pass the extension's own opener.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass the extension's own opener.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass the extension's own opener.")
    public static var system: any URLOpening {
        #if canImport(AppKit) && !targetEnvironment(macCatalyst)
        WorkspaceOpener()
        #elseif canImport(UIKit) && !os(watchOS)
        ApplicationOpener()
        #elseif os(Linux)
        DesktopOpener()
        #else
        UnavailableOpener()
        #endif
    }
}
