"""The index's OpenAPI document says of a target, a route and a device what the command's schemas say."""
import json
import unittest

import scripts
from project import INDEX, SCHEMAS, files, schema


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def shape(schema, components):
    """What a schema accepts: its references resolved, without descriptions, in one order.

    Whether other members are allowed is left out: the command's schemas forbid them, and the index's answers may get some.
    """
    if isinstance(schema, list):
        return [shape(part, components) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return shape(components[schema["$ref"].rsplit("/", 1)[-1]], components)
    result = {}
    for name, value in schema.items():
        if name in ("description", "additionalProperties", "minimum"):
            continue
        if name == "properties":
            result[name] = {member: shape(part, components) for member, part in value.items()}
        elif name in ("required", "enum") or (name == "type" and isinstance(value, list)):
            result[name] = sorted(value)
        else:
            result[name] = shape(value, components)
    return result


def undescribed(schema, place=""):
    """The places of the members that a schema says nothing of in words."""
    if isinstance(schema, list):
        return [found for number, part in enumerate(schema) for found in undescribed(part, f"{place}/{number}")]
    if not isinstance(schema, dict):
        return []
    members = schema.get("properties", {})
    found = [f"{place}/{name}" for name, member in members.items() if not member.get("description")]
    for name, member in members.items():
        found += undescribed(member, f"{place}/{name}")
    for word in ("items", "additionalProperties", "oneOf", "anyOf", "allOf"):
        found += undescribed(schema.get(word), place)
    for name, part in schema.get("$defs", {}).items():
        found += undescribed(part, f"{place}#{name}")
    return found


class SchemaTests(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.index = load(INDEX / "Sources/LinkIndexServer/openapi.json")["components"]["schemas"]

    def test_a_target_is_the_same_in_the_index_and_in_resolve(self):
        resolve = schema("resolve")["$defs"]
        self.assertEqual(shape(self.index["Target"], self.index), shape(resolve["target"], resolve))

    def test_devices_and_their_routes_are_the_same_in_the_index_and_in_explain(self):
        devices = self.index["Devices"]["items"]
        explained = schema("explain")["properties"]["devices"]["items"]
        # The index names devices by text: a newer node may know more of them.
        devices = shape(devices, self.index)
        explained = shape(explained, {})
        explained["properties"]["device"] = {"type": "string"}
        self.assertEqual(devices, explained)

    def test_each_member_is_described(self):
        for path in files(SCHEMAS, "*.schema.json"):
            with self.subTest(path.name):
                self.assertEqual([], undescribed(schema(path.name.removesuffix(".schema.json"))))

    def test_a_member_without_a_description_is_found(self):
        inner = {"type": "array", "items": {"properties": {"b": {"type": "string"}}}, "description": "A list."}
        schema = {"anyOf": [{"properties": {"a": inner}}], "$defs": {"c": {"properties": {"d": {}}}}}
        self.assertEqual(["/0/a/b", "#c/d"], undescribed(schema))


if __name__ == "__main__":
    unittest.main()
