// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The calls in the main sources of the modules that daemons, tasks and masters load. */
final class ProductSources {
  static final List<String> MODULES =
      Collections.unmodifiableList(
          Arrays.asList(
              "common",
              "yarn-mercury-nm",
              "yarn-elastic-scheduler",
              "mr-orchestrator",
              "tez-estimator",
              "yarn-federation-policies"));

  private static List<Call> all;

  private ProductSources() {}

  /** A call of a method or a constructor. */
  static final class Call {
    final String module;

    /** The package and simple name of the class that calls. */
    final String packageName;

    final String inClass;

    /** Target of the call, such as {@code LOG}; empty if none. */
    final String on;

    /** The method, or {@code new} and the class. */
    final String name;

    /** The arguments' texts, in which {@code {}} stands for what is not constant. */
    final List<String> arguments;

    Call(String module, String file, String packageName, String on, String name, List<String> as) {
      this.module = module;
      this.packageName = packageName;
      this.inClass = file;
      this.on = on;
      this.name = name;
      this.arguments = as;
    }

    /** The argument; empty if there are fewer. */
    String argument(int index) {
      return index < arguments.size() ? arguments.get(index) : "";
    }
  }

  /** All calls, in the order of modules, files and lines. */
  static synchronized List<Call> calls() throws IOException {
    if (all == null) {
      List<Call> calls = new ArrayList<>();
      for (String module : MODULES) {
        read(module, calls);
      }
      all = Collections.unmodifiableList(calls);
    }
    return all;
  }

  /** All files below a directory whose names end so, sorted. */
  static List<Path> files(Path directory, String end) throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(p -> p.toString().endsWith(end)).sorted().collect(Collectors.toList());
    }
  }

  private static void read(String module, List<Call> calls) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Path> files = files(Paths.get("..", module, "src", "main", "java"), ".java");
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  null,
                  null,
                  manager.getJavaFileObjectsFromFiles(
                      files.stream().map(Path::toFile).collect(Collectors.toList())));
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      Map<String, String> constants = new HashMap<>();
      units.forEach(unit -> unit.accept(new Constants(constants), null));
      for (CompilationUnitTree unit : units) {
        String file = Paths.get(unit.getSourceFile().toUri()).getFileName().toString();
        String name = file.substring(0, file.length() - ".java".length());
        String packageName = String.valueOf(unit.getPackageName());
        unit.accept(new Calls(module, name, packageName, constants, calls), null);
      }
    }
  }

  /** Notes text constants by simple name, and by class and name. */
  private static final class Constants extends TreeScanner<Void, Void> {
    private final Map<String, String> constants;

    Constants(Map<String, String> constants) {
      this.constants = constants;
    }

    @Override
    public Void visitVariable(VariableTree variable, Void none) {
      if (variable.getInitializer() instanceof LiteralTree) {
        Object value = ((LiteralTree) variable.getInitializer()).getValue();
        if (value instanceof String && variable.getModifiers().toString().contains("static")) {
          constants.put(variable.getName().toString(), (String) value);
        }
      }
      return super.visitVariable(variable, none);
    }
  }

  private static final class Calls extends TreeScanner<Void, Void> {
    private final String module;
    private final String file;
    private final String packageName;
    private final Map<String, String> constants;
    private final List<Call> calls;

    Calls(
        String module,
        String file,
        String packageName,
        Map<String, String> constants,
        List<Call> calls) {
      this.module = module;
      this.file = file;
      this.packageName = packageName;
      this.constants = constants;
      this.calls = calls;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
      ExpressionTree method = call.getMethodSelect();
      if (method instanceof MemberSelectTree) {
        MemberSelectTree select = (MemberSelectTree) method;
        String on = select.getExpression().toString();
        add(on, select.getIdentifier().toString(), call.getArguments());
      } else {
        add("", method.toString(), call.getArguments());
      }
      return super.visitMethodInvocation(call, none);
    }

    @Override
    public Void visitNewClass(NewClassTree made, Void none) {
      add("", "new " + made.getIdentifier(), made.getArguments());
      return super.visitNewClass(made, none);
    }

    private void add(String on, String name, List<? extends ExpressionTree> arguments) {
      List<String> texts = arguments.stream().map(this::text).collect(Collectors.toList());
      calls.add(new Call(module, file, packageName, on, name, texts));
    }

    private String text(Tree tree) {
      if (tree instanceof LiteralTree && ((LiteralTree) tree).getValue() instanceof String) {
        return (String) ((LiteralTree) tree).getValue();
      }
      if (tree instanceof BinaryTree && tree.getKind() == Tree.Kind.PLUS) {
        return text(((BinaryTree) tree).getLeftOperand())
            + text(((BinaryTree) tree).getRightOperand());
      }
      if (tree instanceof ParenthesizedTree) {
        return text(((ParenthesizedTree) tree).getExpression());
      }
      if (tree instanceof IdentifierTree) {
        return constants.getOrDefault(((IdentifierTree) tree).getName().toString(), "{}");
      }
      if (tree instanceof MemberSelectTree) {
        return constants.getOrDefault(((MemberSelectTree) tree).getIdentifier().toString(), "{}");
      }
      return "{}";
    }
  }
}
