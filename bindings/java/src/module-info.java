/** PyTorch modules as a small native library. */
module org.tenon {
    exports org.tenon;
    exports org.tenon.nn;
}
