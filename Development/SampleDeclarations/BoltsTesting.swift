import BoltsTasks
import BoltsTesting
import Testing
