import BoltsTasks
import Dispatch
