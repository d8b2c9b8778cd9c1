import BoltsAppLinks
import BoltsPageFetching
import BoltsTasks
import Foundation
import Synchronization

var url: URL { fatalError() }
var page: FetchedPage { fatalError() }
var response: PageResponse { fatalError() }
var resolved: ResolvedPage { fatalError() }
var resolver: HTTPAppLinkResolver { fatalError() }
var fetcher: SystemPageFetcher { fatalError() }
var consumer: any PageConsuming { fatalError() }
var cache: CachingAppLinkResolver { fatalError() }
