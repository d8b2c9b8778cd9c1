extension LinkRoute: Encodable {
    private enum CodingKeys: String, CodingKey {
        case kind, outcome, app, target, conditions, facts, explanation, place, evidence
    }

    private enum FactKeys: String, CodingKey {
        case condition, holds, text
    }

    private enum PlaceKeys: String, CodingKey {
        case file, line, column, pointer
    }

    /// Encodes the route in the form of `applinks explain --json`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind.rawValue, forKey: .kind)
        try values.encode(outcome.rawValue, forKey: .outcome)
        try values.encodeIfPresent(app, forKey: .app)
        try values.encodeIfPresent(target, forKey: .target)
        try values.encode(conditions.map(\.sentence), forKey: .conditions)
        if !self.facts.isEmpty {
            var facts = values.nestedUnkeyedContainer(forKey: .facts)
            for fact in self.facts {
                var value = facts.nestedContainer(keyedBy: FactKeys.self)
                try value.encode(fact.condition.sentence, forKey: .condition)
                try value.encode(fact.holds, forKey: .holds)
                try value.encode(fact.text, forKey: .text)
            }
        }
        try values.encode(explanation, forKey: .explanation)
        var place = values.nestedContainer(keyedBy: PlaceKeys.self, forKey: .place)
        try place.encode(file, forKey: .file)
        try place.encodeIfPresent(self.place?.position.line, forKey: .line)
        try place.encodeIfPresent(self.place?.position.column, forKey: .column)
        try place.encodeIfPresent(self.place?.pointer, forKey: .pointer)
        try values.encode(evidence.map(\.description), forKey: .evidence)
    }
}

extension DeviceRoutes.Device: Encodable {
    private enum CodingKeys: String, CodingKey {
        case device, name, routes
    }

    /// Encodes the routes as a device of `applinks explain --json`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(device.rawValue, forKey: .device)
        try values.encode(device.name, forKey: .name)
        try values.encode(routes, forKey: .routes)
    }
}
