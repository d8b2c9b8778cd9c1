import BoltsAppLinks
import BoltsBrowsers
import Foundation

var url: URL { fatalError() }
