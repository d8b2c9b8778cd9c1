import BoltsTasks
import Dispatch

struct NoSuchCity: Error {
    let name: String
}

/// Asks a weather service, which calls back on a thread of its own.
func fetchTemperature(of city: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
    let temperatures = ["Oslo": -3, "Roma": 14, "Quito": 18]
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) {
        if let temperature = temperatures[city] {
            completion(.success(temperature))
        } else {
            completion(.failure(NoSuchCity(name: city)))
        }
    }
}

/// The temperature of a city.
///
/// - Parameter city: The city's name.
/// - Returns: A task of the temperature in degrees Celsius, which fails with `NoSuchCity`.
func temperature(of city: String) -> BoltsTask<Int> {
    let source = TaskCompletionSource<Int>()
    fetchTemperature(of: city) { source.set($0) }
    return source.task
}

func report(on city: String) -> BoltsTask<String> {
    temperature(of: city)
        .then { temperature in "\(city): \(temperature) °C" }
}

@main
struct Weather {
    static func main() async throws {
        print(try await report(on: "Oslo").value)
    }
}
