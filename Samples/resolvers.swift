import BoltsAppLinks
import BoltsTasks
import Foundation
