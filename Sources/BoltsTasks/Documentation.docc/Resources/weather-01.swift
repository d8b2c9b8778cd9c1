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
