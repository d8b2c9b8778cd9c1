import BoltsAppLinks
import BoltsWebView
import BoltsTasks
import Foundation

#if canImport(UIKit)
import WebKit
#endif

var url: URL { fatalError() }
