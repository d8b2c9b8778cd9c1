/// The openers that come with this platform.
///
/// ```swift
/// let opener = URLOpener.system
/// opener.open(try OpenableURL("https://example.com"), cancellationToken: .none)
/// ```
public enum URLOpener {
    /// What opens URLs on this platform.
    ///
    /// The application or the workspace on Apple's platforms, the desktop's handlers on Linux. Where there is nothing
    /// of the kind, every task it gives fails and says so.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
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
