/* A second source that uses the loader. */
#ifndef TENON_TESTS_CAPI_LOADER_H_
#define TENON_TESTS_CAPI_LOADER_H_

/* Makes a module in another source than the one that opened the library; its class name's length.
 */
int second_source_uses_the_library(void);

#endif /* TENON_TESTS_CAPI_LOADER_H_ */
