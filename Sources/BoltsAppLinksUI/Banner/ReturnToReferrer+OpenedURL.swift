public import BoltsAppLinks

extension ReturnToReferrer {
    /// What a tap opens, with its data in it, for a face that hands the way back to a browser as a link.
    ///
    /// It is the URL that ``ReturnToReferrerBanner/goBack()`` tries first. Where it leads to a web page, its data is what
    /// goes along to the web.
    ///
    /// ```swift
    /// let url = try referrer.openedURL()      // notes://back?al_applink_data=%7B…%7D
    /// ```
    ///
    /// - Parameter options: How the way back is followed.
    /// - Returns: The URL; ``destination`` where that can take no data, or where nothing is to go along to the web.
    /// - Throws: ``AppLinkDataError`` where the data cannot be written.
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
