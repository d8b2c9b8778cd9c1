struct SignInFileWriter {
    let webauthn: [UInt8]?
    let passkeyEndpoints: [UInt8]?
    let originAssociation: [UInt8]?

    init(_ signIn: SiteDescription.SignIn?) {
        let origins = signIn?.relatedOrigins ?? []
        webauthn =
            origins.isEmpty ? nil : FormattedJSON.object([("origins", .array(origins.map(FormattedJSON.string)))]).bytes
        let pages = [("enroll", signIn?.enroll), ("manage", signIn?.manage)].compactMap { name, url in
            url.map { (name: name, value: FormattedJSON.string($0)) }
        }
        passkeyEndpoints = pages.isEmpty ? nil : FormattedJSON.object(pages).bytes
        let apps = signIn?.webApps ?? []
        // The scope is the browsers' default.
        let scope = FormattedJSON.object([("scope", .string("/"))])
        originAssociation = apps.isEmpty ? nil : FormattedJSON.object(apps.map { ($0, scope) }).bytes
    }

    /// The files by their paths below the folder that is served at the root of every host.
    var files: [(path: String, bytes: [UInt8])] {
        [
            (SignInFiles.webauthnPath, webauthn), (SignInFiles.endpointsPath, passkeyEndpoints),
            (SignInFiles.associationPath, originAssociation),
        ].compactMap { path, bytes in bytes.map { (String(path.dropFirst()), $0) } }
    }
}
