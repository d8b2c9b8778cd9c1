#include <stdlib.h>

#include "CTestWidth.h"

// By default Swift Testing starts all tests at once. On few cores a test that waits continues only when all others have begun. On a
// busy machine that is minutes later, and a limit in real time, such as that of reading a page in a browser, is exceeded. A width
// in the environment takes precedence. The width is read when the tests start, so it is set before.
__attribute__((constructor)) static void limitTestsAtOnce(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}
