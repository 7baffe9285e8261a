// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.linkage;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources that a test has as text. */
public final class CompiledClasses {
  private static final Pattern TYPE =
      Pattern.compile("public (?:abstract |final )*(?:class|interface) (\\w+)");
  private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");

  private CompiledClasses() {}

  /**
   * Compiles public types, each a text with its package.
   *
   * @param directory where the classes go, and where classes are found that the sources use
   */
  public static void compile(Path directory, String... sources) throws IOException {
    Files.createDirectories(directory);
    List<JavaFileObject> files = new ArrayList<>();
    for (String source : sources) {
      files.add(new Source(name(source), source));
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    boolean isCompiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                Arrays.asList(
                    "-proc:none",
                    "--release",
                    "8",
                    "-cp",
                    directory.toString(),
                    "-d",
                    directory.toString()),
                null,
                files)
            .call();
    if (!isCompiled) {
      throw new AssertionError(messages.toString());
    }
  }

  private static String name(String source) {
    Matcher type = TYPE.matcher(source);
    Matcher its = PACKAGE.matcher(source);
    if (!type.find() || !its.find()) {
      throw new IllegalArgumentException(source);
    }
    return its.group(1).replace('.', '/') + "/" + type.group(1);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreErrors) {
      return text;
    }
  }
}
