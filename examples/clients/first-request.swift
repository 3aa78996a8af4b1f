import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Result: Decodable {
    struct Cell: Decodable { let row: Int, column: Int }
    struct Duplicate: Decodable { let cells: [Cell] }
    let valid: Bool
    let duplicate: Duplicate?
}

var request = URLRequest(url: URL(string: "http://127.0.0.1:8080/validate")!)
request.httpMethod = "POST"
request.setValue("application/json", forHTTPHeaderField: "Content-Type")
request.httpBody = try JSONEncoder().encode([[1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]])
let (data, _) = try await URLSession.shared.data(for: request)
let result = try JSONDecoder().decode(Result.self, from: data)
print(result.valid, result.duplicate?.cells.map { [$0.row, $0.column] } ?? [])
// false [[0, 0], [2, 0]]
