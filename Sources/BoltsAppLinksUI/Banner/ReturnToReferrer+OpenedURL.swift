public import BoltsAppLinks

extension ReturnToReferrer {
    /// Returns the URL that a tap opens, including the data for the app that it opens.
    ///
    /// Use it where the browser follows the link, as in a web page. It is the URL that
    /// ``ReturnToReferrerBanner/goBack(cancellationToken:)`` tries first.
    ///
    /// ```swift
    /// let url = try referrer.openedURL()      // notes://back?al_applink_data=%7B…%7D
    /// ```
    ///
    /// - Parameter options: How the link is followed.
    /// - Returns: The URL, or ``destination`` if the URL cannot carry data or the options keep data off the web.
    /// - Throws: `AppLinkDataError` if the data cannot be encoded.
    public func openedURL(
        options: AppLinkNavigationOptions = AppLinkNavigationOptions()
    ) throws(AppLinkDataError) -> OpenableURL {
        let plan = try NavigationPlan(
            link: link,
            data: AppLinkNavigation(appLink: link).outgoingData,
            options: options
        )
        let attempt =
            destination.scheme.isWeb
            ? plan.attemptWeb(destination.text)
            : plan.attempt(AppLinkTarget(platform: nil, urlText: destination.text, appName: appName))
        guard case .ready(let url, _) = attempt else { return destination }
        return url
    }
}
