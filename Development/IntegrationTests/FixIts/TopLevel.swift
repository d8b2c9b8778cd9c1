// Calls in a script, where code that is not a function is asynchronous: `check-fix-its.py` compiles this file as such.
import BoltsAppLinks
import Foundation

let page = URL(filePath: "/page.html")
let opener = RecordingOpener(installed: ["recipes"])
let link = try await HTTPAppLinkResolver().appLink(for: page)
print(link.targets.count, try await HTTPAppLinkResolver().page(at: page).link.targets.count)
let result = try await AppLinkNavigation.navigate(to: page, opener: opener)
print(result.type)
print(try await AppLinkNavigation(appLink: link).navigate(opener: opener).type)
do {
    let result = try await AppLinkNavigation.navigate(to: page)
    print(result.type)
    let other = try await AppLinkNavigation(appLink: link).navigate()
    print(other.steps.count)
} catch {
    print(error)
}
