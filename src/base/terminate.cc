// Linked into the shared object only, with its own C++ runtime. The runtime's handler for an
// exception that nobody can catch would print its demangled type on the host's stderr; ours says
// nothing (the runtime then ends the process, as the language demands), and 50 KB of demangler stay
// out.
namespace __gnu_cxx {
void __verbose_terminate_handler() {}
}  // namespace __gnu_cxx
