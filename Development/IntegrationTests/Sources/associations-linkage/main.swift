import BoltsAssociations

let text = #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example"], "components": [{"/": "/buy/*"}]}]}}"#
let file = try AppSiteAssociation(bytes: Array(text.utf8))
let decision = file.decision(for: "https://example.com/buy/42", app: "ABCDE12345.com.example")
guard decision.outcome == .match else {
    fatalError("the file decides \(decision)")
}
print(decision.explanation)
