import BoltsPageFetching
import FetchingStubs
import Foundation

@testable import BoltsSiteCheck

extension SiteFetchOptions {
    /// Options that fetch a site from a server of this machine, whose answers never count as slow.
    static func reading(_ origin: URL) -> SiteFetchOptions {
        var options = SiteFetchOptions()
        let agent = options.page.userAgent
        options.page = .loopback
        options.page.userAgent = agent
        if let port = origin.port { options.page.addressPolicy = options.page.addressPolicy.allowing(ports: port) }
        options.slowAnswer = .seconds(3_600)
        options.origin = origin
        return options
    }
}
