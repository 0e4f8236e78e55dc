package io.tidemark.local;

import io.tidemark.audit.Audit;
import io.tidemark.audit.AuditReport;
import io.tidemark.functions.SystemEnvironment;
import io.tidemark.store.Environment;
import io.tidemark.store.embedded.EmbeddedStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code tidemark audit}: checks what is stored, and tells of what is not as it must be. */
public final class AuditCommand {
    static final int STATUS_UNSOUND = 1;
    static final int STATUS_UNCHECKED = 2;

    private AuditCommand() {}

    public static void main(String[] arguments) {
        Logs.formatLines();
        Logs.from(LogLevel.ERROR);
        int status = run(List.of(arguments), System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    /** The status to end with. */
    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        AuditArguments parsed = AuditArguments.parse(arguments);
        if (parsed instanceof AuditArguments.Wrong wrong) {
            err.println("tidemark: " + wrong.reason());
            err.print(AuditArguments.USAGE);
            return STATUS_UNCHECKED;
        }
        if (parsed instanceof AuditArguments.Check check) {
            return check(check, out, err);
        }
        out.print(AuditArguments.USAGE);
        return 0;
    }

    /** Whatever keeps it from its end is told in one line: there is no half of a report. */
    private static int check(AuditArguments.Check check, PrintStream out, PrintStream err) {
        try {
            AuditReport report = audit(check);
            out.print(AuditText.of(report));
            return report.findings().isEmpty() ? 0 : STATUS_UNSOUND;
        } catch (StartupException | RuntimeException e) {
            err.println("tidemark: not audited: "
                    + Optional.ofNullable(e.getMessage()).orElse(e.toString()));
            return STATUS_UNCHECKED;
        }
    }

    private static AuditReport audit(AuditArguments.Check check) throws StartupException {
        if (check.place() instanceof Place.Directory directory) {
            checkThere(directory.path());
        }
        Environment environment = SystemEnvironment.create();
        OpenedStores stores = OpenedStores.open(check.place(), environment);
        try {
            return new Audit(stores.objects(), stores.items(), environment.clock()).run(check.scope());
        } finally {
            stores.closing().run();
        }
    }

    /** To open a directory is to make one where there is none. */
    private static void checkThere(Path directory) throws StartupException {
        if (!EmbeddedStore.isIn(directory)) {
            throw new StartupException("there is no data directory " + directory);
        }
    }
}
