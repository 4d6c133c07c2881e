/** A failure that the library itself reports. */
class TenonException extends RuntimeException {
    private static final long serialVersionUID = 1;
    final int status;

    TenonException(int status, String message) {
        super(message);
        this.status = status;
    }
}
