import BoltsBase
import Testing

struct DurationTextTests {
    @Test(arguments: [
        (Duration.milliseconds(350), "350 ms"), (.milliseconds(2_199), "2.1 s"), (.seconds(185), "3 min 5 s"),
        (.seconds(7_800), "2 h 10 min"), (.zero, "0 ms"), (.microseconds(-900), "0 ms"),
        (.milliseconds(-350), "-350 ms"), (.milliseconds(-2_199), "-2.1 s"), (.seconds(-100), "-1 min 40 s"),
        (.seconds(-7_800), "-2 h 10 min"), (.seconds(Int64.min), "-2562047788015215 h 30 min"),
    ])
    func theLargestUnitsAreShown(_ duration: Duration, _ text: String) {
        #expect(duration.short == text)
    }
}
