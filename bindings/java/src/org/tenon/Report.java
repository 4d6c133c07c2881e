package org.tenon;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.tenon.internal.Native;
import org.tenon.internal.TenonNative;
import org.tenon.internal.TenonNativeConstants;
import org.tenon.internal.Text;

/** What loading has found so far: load hooks may add lines and take them away. */
public final class Report extends NativeObject {
    /** Kinds of lines. */
    public enum Kind {
        /** Keys that the module has and the state dict has not. */
        MISSING(TenonNativeConstants.TENON_REPORT_MISSING),
        /** Keys that the state dict has and the module has not. */
        UNEXPECTED(TenonNativeConstants.TENON_REPORT_UNEXPECTED),
        /** What does not fit in size. */
        MISMATCHED(TenonNativeConstants.TENON_REPORT_MISMATCHED),
        /** Loaded with a change of dtype. */
        CAST(TenonNativeConstants.TENON_REPORT_CAST),
        /** Names of one parameter whose entries differ. */
        TIED(TenonNativeConstants.TENON_REPORT_TIED),
        /** What the parser assumed because print hides it. */
        ASSUMED(TenonNativeConstants.TENON_REPORT_ASSUMED);

        private final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    /** An empty report, for {@link TenonModule#parse(String, StateDict, boolean, Report)}. */
    public Report() {
        super(TenonNative.tenon_report_create(World.context()));
    }

    Report(long handle) {
        super(handle);
    }

    /**
     * The lines of a kind.
     *
     * @param kind which
     * @return the lines, unmodifiable
     */
    public List<String> lines(Kind kind) {
        try {
            long count = TenonNative.tenon_report_count(handle(), kind.number);
            List<String> lines = new ArrayList<>();
            for (long i = 0; i < count; i++) lines.add(TenonNative.tenon_report_text(handle(), kind.number, i));
            return Collections.unmodifiableList(lines);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Appends a line.
     *
     * @param kind its kind
     * @param text its text
     */
    public void add(Kind kind, String text) {
        try {
            TenonNative.tenon_report_add(handle(), kind.number, text);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Removes a line.
     *
     * @param kind its kind
     * @param index its position in {@link #lines}
     */
    public void remove(Kind kind, int index) {
        try {
            TenonNative.tenon_report_remove(handle(), kind.number, index);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    LoadReport read() {
        return new LoadReport(
                lines(Kind.MISSING),
                lines(Kind.UNEXPECTED),
                lines(Kind.MISMATCHED),
                lines(Kind.CAST),
                lines(Kind.TIED),
                lines(Kind.ASSUMED),
                toString());
    }

    /** PyTorch's listing of the keys. */
    @Override
    public String toString() {
        try {
            return Text.string(Native.take(TenonNative.tenon_report_describe(handle())));
        } finally {
            Reference.reachabilityFence(this);
        }
    }
}
