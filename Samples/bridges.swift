import BoltsFoundation
import BoltsTasks
import Foundation

func decode(_ size: Int) {}
func render(_ size: Int) {}
