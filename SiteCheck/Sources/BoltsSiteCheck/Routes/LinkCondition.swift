/// A condition on the device that cannot be checked from outside.
///
/// ```swift
/// print(LinkCondition.appInstalled.sentence)  // the app is installed
/// ```
public enum LinkCondition: String, Sendable, Hashable, CaseIterable {
    /// The app is installed.
    case appInstalled
    /// The app's entitlement names the host.
    case entitlement
    /// Apple's copy of the file is the one seen here, and the device has it.
    case appleCopy
    /// The link is tapped, not typed, and neither on a page of the same host nor in a browser of the app where it is.
    case tapped
    /// The link is not on a card in Wallet.
    ///
    /// In iOS 26 Wallet opens the `activationURL` of a card in its own browser; Apple's engineers state this in Apple's forum,
    /// but the documentation does not.
    case wallet
    /// The app is signed for development, and the device is set to fetch the file from the site itself, as `?mode=developer`
    /// requires.
    case developerMode
    /// The device is managed and its management lists the app's domains, as `?mode=managed` requires.
    case managedDevice
    /// The user did not choose the browser for the host.
    case userChoice
    /// The app is signed with a certificate that a statement names.
    case certificate
    /// The app's manifest has a verified intent filter that covers the URL.
    case manifest
    /// Android verified the host for the app.
    case verified
    /// Every host of the app's verified filters was verified.
    case allHostsVerified
    /// Google's services fetched the dynamic rules.
    case dynamicRulesFetched
    /// The app in which the user taps the link follows App Links tags.
    case tagReader
    /// The app declares the scheme of the URL.
    case scheme
    /// The page is shown in Safari.
    case safari
    /// The app is in the App Store of the user's country.
    case appStore
    /// The App Clip's entitlement names the host.
    case clipEntitlement
    /// The app registers the host with Windows.
    case windowsRegistration
    /// The link is not clicked in a browser that opens it itself, such as Edge or Firefox.
    case windowsBrowser
    /// The app's entitlement names the host for passwords and passkeys.
    case credentialEntitlement
    /// The app's requests for passkeys name the host.
    case relyingParty
    /// The app references the site's statements.
    case assetStatements
    /// A password manager that follows the files is enabled.
    case passwordManager
    /// The browser reads the list of related origins.
    case relatedOrigins

    /// The condition as the end of a sentence that begins with "provided that".
    public var sentence: String {
        switch self {
        case .appInstalled: "the app is installed"
        case .entitlement: "its entitlement names the host with applinks:"
        case .appleCopy: "the device has this version of the file from Apple's servers"
        case .tapped: "the link is tapped, not typed: in an app without its own browser, or on a page of another host"
        case .wallet: "the link is not in a Wallet card on iOS 26, which shows it in a browser of its own"
        case .developerMode:
            "the app is signed for development and Associated Domains Development is on, as ?mode=developer needs"
        case .managedDevice: "the device is managed, as ?mode=managed needs"
        case .userChoice: "the user did not choose the browser for this host"
        case .certificate: "the app is signed with a certificate that the statement names"
        case .manifest: "its manifest has an intent filter with autoVerify that covers the URL"
        case .verified: "Android verified the host for the app"
        case .allHostsVerified: "Android verified all hosts of the app's filters"
        case .dynamicRulesFetched: "Google's services fetched the dynamic rules"
        case .tagReader: "the app in which the link is tapped follows App Links tags"
        case .scheme: "the app declares the URL's scheme"
        case .safari: "the page is shown in Safari"
        case .appStore: "the app is in the App Store of the user's country"
        case .clipEntitlement: "the App Clip's entitlement names the host with appclips:"
        case .windowsRegistration: "the app registers the host with uap3:AppUriHandler"
        case .credentialEntitlement: "its entitlement names the host with webcredentials:"
        case .relyingParty: "its requests for passkeys name the host as the relying party identifier"
        case .assetStatements: "its manifest has asset_statements that include the site's file"
        case .passwordManager: "a password manager that follows these files is on"
        case .relatedOrigins: "the browser reads lists of related origins"
        case .windowsBrowser: "the link is not clicked in a browser that opens links itself, such as Edge or Firefox"
        }
    }
}
