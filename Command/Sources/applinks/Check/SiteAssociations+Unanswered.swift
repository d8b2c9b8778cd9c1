import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck

extension SiteAssociations {
    /// Whether nothing is known of the files; a certificate that is rejected is known.
    var isUnanswered: Bool { [appleResponse, androidResponse].allSatisfy(\.isUnanswered) }

    /// How the proxy of this machine failed, if that is why nothing is known of the site's files.
    var proxyFailure: PageError? { outage.flatMap { $0.code == .proxyFailed ? $0 : nil } }
}

extension AssociationResponse {
    /// Whether the server gave no answer, not even a certificate that is rejected.
    var isUnanswered: Bool { status == nil && !isUntrusted }
}
