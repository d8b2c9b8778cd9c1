@_spi(Bolts) import AppFiles
import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

extension CheckConfiguration {
    /// The decisions for a host: those of its site if there is one, otherwise those of the whole file.
    func decisions(onHost name: String) -> CheckConfiguration {
        sites.first { $0.host.map(ASCIIHost.name) == ASCIIHost.name(name) } ?? self
    }

    /// The claims of the apps that the settings name.
    var claims: AppClaims {
        get throws {
            var claims = AppClaims()
            for app in apps {
                do {
                    let own = try AppFileReader().claims(atPath: app).claims
                    claims.android += own.android
                    claims.apple += own.apple
                } catch {
                    throw InputError("\(error)")
                }
            }
            return claims
        }
    }
}
