extension AppLinkTarget {
    /// The target in the words of JSON that the `applinks` command and the index write (`target` in their schemas).
    ///
    /// `url` and `app_name` are always there, and `null` if the tags do not say them; other members are left out then.
    private struct Document: Encodable, Sendable {
        let target: AppLinkTarget

        private enum CodingKeys: String, CodingKey {
            case platform, url, package, other
            case appName = "app_name"
            case appStoreID = "app_store_id"
            case className = "class"
            case appID = "app_id"
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encodeIfPresent(target.platform?.rawValue, forKey: .platform)
            try values.encode(target.urlText, forKey: .url)
            try values.encode(target.appName, forKey: .appName)
            try values.encodeIfPresent(target.appStoreID, forKey: .appStoreID)
            try values.encodeIfPresent(target.package, forKey: .package)
            try values.encodeIfPresent(target.className, forKey: .className)
            try values.encodeIfPresent(target.appID, forKey: .appID)
            guard !target.additionalProperties.isEmpty else { return }
            try values.encode(target.additionalProperties, forKey: .other)
        }
    }

    /// The target as a value for JSON.
    @_spi(Bolts)
    public var document: some Encodable & Sendable { Document(target: self) }
}
