import BoltsTasks
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Recipe: Codable, Equatable, Identifiable {
    let id: Int
    let title: String
}

/// Where the list comes from: the web in the app, a fake in tests.
protocol RecipeService {
    func recipes(token: CancellationToken) -> BoltsTask<[Recipe]>
}

final class WebRecipeService: RecipeService {
    private let address: URL

    init(address: URL) {
        self.address = address
    }

    func recipes(token: CancellationToken) -> BoltsTask<[Recipe]> {
        BoltsTask(cancellationToken: token) { [address] in
            let (data, _) = try await URLSession.shared.data(from: address)
            return try JSONDecoder().decode([Recipe].self, from: data)
        }
    }
}
