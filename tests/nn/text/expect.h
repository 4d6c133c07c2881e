// Comparison of texts in tests: prints both when they differ.
#ifndef TENON_TESTS_NN_TEXT_EXPECT_H_
#define TENON_TESTS_NN_TEXT_EXPECT_H_

#include <criterion/criterion.h>

#include <string>

#define EXPECT_TEXT(actual, expected)                                                   \
  do {                                                                                  \
    const std::string actual_text(actual);                                              \
    const std::string expected_text(expected);                                          \
    cr_expect(actual_text == expected_text, "got\n%s\nwanted\n%s", actual_text.c_str(), \
              expected_text.c_str());                                                   \
  } while (0)

#endif  // TENON_TESTS_NN_TEXT_EXPECT_H_
