import BoltsAppLinks
import BoltsBrowsers
import BoltsTasks
import Foundation

#if canImport(UIKit)
import WebKit
#endif

var url: URL { fatalError() }
