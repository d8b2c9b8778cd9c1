public import Foundation

/// The part of Apple's XCUIAutomation that the example's UI test uses: declarations to check types against, and no behavior.
@MainActor open class XCUIApplication: XCUIElement {
    override public init() {}

    open func launch() {}

    open func open(_ url: URL) {}
}

@MainActor open class XCUIElement {
    public final var exists: Bool { false }

    public final var staticTexts: XCUIElementQuery { XCUIElementQuery() }
    public final var buttons: XCUIElementQuery { XCUIElementQuery() }
    public final var links: XCUIElementQuery { XCUIElementQuery() }

    open func waitForExistence(timeout: TimeInterval) -> Bool { false }

    fileprivate init() {}
}

@MainActor open class XCUIElementQuery {
    public final subscript(_ key: String) -> XCUIElement { XCUIElement() }

    fileprivate init() {}
}
