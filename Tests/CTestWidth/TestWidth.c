#include <stdlib.h>

#include "CTestWidth.h"

// By default Swift Testing starts all tests at once. On few cores a test that waits for anything then goes on only when all others have
// begun, which is minutes later on a busy machine, and a limit in real time, such as that of reading a page in a browser, is over.
// A width from outside wins. It is read when the tests start, so it is set before.
__attribute__((constructor)) static void limitTestsAtOnce(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}
