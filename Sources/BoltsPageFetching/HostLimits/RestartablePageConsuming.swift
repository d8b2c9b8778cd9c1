/// A receiver that forgets what it was given when another page begins, so that a page that broke off can be fetched again.
@_spi(Bolts) public protocol RestartablePageConsuming: PageConsuming {}
