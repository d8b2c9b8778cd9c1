public import Foundation

// Each declaration has the signature of Apple's declaration, and is used.

@MainActor open class UIViewController: UIResponder {
    /// The defaults replace `init()`, which only Objective-C can inherit with another isolation.
    public init(nibName nibNameOrNil: String? = nil, bundle nibBundleOrNil: Bundle? = nil) { super.init() }

    open lazy var view: UIView! = {
        let view = ControllerView(frame: .zero)
        view.controller = self
        return view
    }()

    open var title: String?

    open var additionalSafeAreaInsets: UIEdgeInsets = .zero {
        didSet { if additionalSafeAreaInsets != oldValue { view.tellSafeAreaInsetsDidChange() } }
    }
}

@MainActor open class UINavigationController: UIViewController {
    /// A controller without children.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// A controller with one child.
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        viewControllers = [rootViewController]
    }

    open private(set) var viewControllers: [UIViewController] = []
    open var topViewController: UIViewController? { viewControllers.last }
}

/// A view whose safe area is that of its superview plus the controller's additional insets.
@MainActor private final class ControllerView: UIView {
    weak var controller: UIViewController?

    override var safeAreaInsets: UIEdgeInsets {
        var insets = super.safeAreaInsets
        insets.top += controller?.additionalSafeAreaInsets.top ?? 0
        return insets
    }
}
