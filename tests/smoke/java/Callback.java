/** Answers one call record; a thrown exception comes out of the outer call as the same object. */
interface Callback {
    int call(long call) throws Exception;
}
