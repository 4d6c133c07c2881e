/* All is in criterion/criterion.h. */
