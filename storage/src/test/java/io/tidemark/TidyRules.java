package io.tidemark;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The mechanical half of the style: sizes and names of one source file, read from its syntax tree. Not thread-safe. */
final class TidyRules extends TreeScanner<Void, List<TidyRules.Violation>> {
    static final int MAX_FILE_LINES = 350;
    static final int MAX_METHOD_LINES = 50;
    static final int MAX_PARAMETERS = 5;
    static final int MAX_COMPONENTS = 8;
    static final int MAX_PACKAGE_FILES = 20;

    private static final Pattern VAGUE = Pattern.compile(".+(Manager|Helper|Util|Utils|Impl|Base|Info|Data|Common)");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO[D]O|FIX[M]E)\\b|@[D]isabled\\b");
    private static final Pattern MOCKS = Pattern.compile("(org\\.mockito|org\\.easymock|mockit|org\\.powermock)\\..*");

    /** A rule, what breaks it (a path, or a class with an optional member) and by how much. */
    record Violation(String rule, String subject, String detail) {}

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private String enclosing;
    private boolean inRecord;

    private TidyRules(CompilationUnitTree unit, SourcePositions positions) {
        this.unit = unit;
        this.positions = positions;
        this.enclosing = String.valueOf(unit.getPackageName());
    }

    static List<Violation> check(String path, String source) {
        List<Violation> violations = new ArrayList<>();
        long lines = source.lines().count();
        limit(violations, "file-lines", path, lines, MAX_FILE_LINES);
        UNFINISHED
                .matcher(source)
                .results()
                .forEach(found -> violations.add(new Violation("unfinished", path, found.group())));
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("-proc:none"), null, List.of(new Text(source)));
        try {
            for (CompilationUnitTree unit : task.parse()) {
                new TidyRules(unit, Trees.instance(task).getSourcePositions()).scan(unit, violations);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return violations;
    }

    @Override
    public Void visitImport(ImportTree node, List<Violation> violations) {
        String name = node.getQualifiedIdentifier().toString();
        if (MOCKS.matcher(name).matches()) {
            violations.add(new Violation("mocks", enclosing, name));
        }
        return super.visitImport(node, violations);
    }

    @Override
    public Void visitClass(ClassTree node, List<Violation> violations) {
        String outer = enclosing;
        boolean outerIsRecord = inRecord;
        enclosing = outer + "." + node.getSimpleName();
        inRecord = node.getKind() == Tree.Kind.RECORD;
        if (VAGUE.matcher(node.getSimpleName()).matches()) {
            violations.add(new Violation("vague-name", enclosing, "says too little"));
        }
        if (inRecord) {
            limit(violations, "components", enclosing, components(node), MAX_COMPONENTS);
        }
        try {
            return super.visitClass(node, violations);
        } finally {
            enclosing = outer;
            inRecord = outerIsRecord;
        }
    }

    @Override
    public Void visitMethod(MethodTree node, List<Violation> violations) {
        String subject = enclosing + "#" + node.getName();
        boolean canonical = inRecord && node.getReturnType() == null;
        limit(violations, "method-lines", subject, lines(node), MAX_METHOD_LINES);
        limit(
                violations,
                "parameters",
                subject,
                node.getParameters().size(),
                canonical ? MAX_COMPONENTS : MAX_PARAMETERS);
        return super.visitMethod(node, violations);
    }

    /** A record has no other fields of its own than its components. */
    private static long components(ClassTree node) {
        return node.getMembers().stream()
                .filter(member -> member instanceof VariableTree field
                        && !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .count();
    }

    private long lines(MethodTree node) {
        long first = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, node));
        return unit.getLineMap().getLineNumber(positions.getEndPosition(unit, node)) - first + 1;
    }

    private static void limit(List<Violation> violations, String rule, String subject, long found, int max) {
        if (found > max) {
            violations.add(new Violation(rule, subject, found + " > " + max));
        }
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String source;

        Text(String source) {
            super(URI.create("string:///Text.java"), JavaFileObject.Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
        }
    }
}
