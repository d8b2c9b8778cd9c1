import BoltsFoundation
import BoltsTasks
import Foundation

func fetch(_ name: String) async throws {}

func download(_ name: String, _ progress: Progress, _ token: CancellationToken) -> BoltsTask<String> {
    BoltsTask(result: name)
}
