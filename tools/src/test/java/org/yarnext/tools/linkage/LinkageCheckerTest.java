// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.linkage;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * A class is compiled against one version of a library and checked against another. Each difference
 * is one that Java refuses when it links.
 */
public class LinkageCheckerTest {
  private static final String LIBRARY =
      "package lib; public class Base implements Runnable { public int field;"
          + " public void open() {} protected void inner() {} public static void shared() {}"
          + " public void run() {} }";
  private static final String USER =
      "package user; public class User extends lib.Base {"
          + " public void open() { super.open(); inner(); lib.Base.shared();"
          + " ((lib.Base) this).field++; Runnable r = lib.Base::shared; } }";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void theSameVersionFits() throws Exception {
    assertEquals(Collections.emptyMap(), problems(LIBRARY, USER, LIBRARY));
    assertEquals(
        "more does not harm",
        Collections.emptyMap(),
        problems(LIBRARY, USER, LIBRARY.replace("int field;", "int field; public int other;")));
  }

  @Test
  public void missingMembersAreFound() throws Exception {
    assertProblem("there is no method lib.Base.shared()V", "public static void shared() {}", "");
    assertProblem("there is no method user.User.inner()V", "protected void inner() {}", "");
    assertProblem("there is no field lib.Base.field", "public int field;", "");
    assertProblem("there is no field lib.Base.field", "int field;", "long field;");
  }

  @Test
  public void changedMembersAreFound() throws Exception {
    assertProblem("it may not use field lib.Base.field", "public int field", "int field");
    assertProblem("it may not use method lib.Base.shared()V", "public static", "private static");
    assertProblem("method lib.Base.shared()V is not static", "public static", "public");
    assertProblem("field lib.Base.field is static", "public int field", "public static int field");
    assertProblem(
        "it overrides the final method open()V", "public void open()", "public final void open()");
  }

  @Test
  public void changedClassesAreFound() throws Exception {
    assertProblem("it extends the final class lib.Base", "public class", "public final class");
    assertProblem(
        "it does not implement method close()V",
        "{ public int field",
        "{ public abstract void close(); public int field");
    assertProblem(
        "it does not implement method call()Ljava.lang.Object;",
        "implements Runnable",
        "implements Runnable, java.util.concurrent.Callable");
  }

  @Test
  public void aMissingClassIsFoundInPackagesThatAreThere() throws Exception {
    String other = LIBRARY.replace("class Base", "class Other");
    assertEquals(
        Collections.singletonMap("there is no class lib.Base", Collections.singleton("user.User")),
        problems(LIBRARY, USER, other));
    assertEquals(
        "no part of that library is there",
        Collections.emptyMap(),
        problems(LIBRARY, USER, LIBRARY.replace("package lib", "package elsewhere")));
  }

  @Test
  public void aClassThatBecameAnInterfaceIsFound() throws Exception {
    String before = "package lib; public class Source { public int next() { return 0; } }";
    String user = "package user; public class User { int next(lib.Source s) { return s.next(); } }";
    assertEquals(
        Collections.singletonMap(
            "lib.Source is an interface now", Collections.singleton("user.User")),
        problems(before, user, "package lib; public interface Source { int next(); }"));
  }

  /** Checks that a change of the library, with what follows from it, is found. */
  private void assertProblem(String problem, String from, String to) throws IOException {
    String changed = LIBRARY.replace(from, to);
    if (to.contains("abstract") || to.contains("Callable")) {
      changed = changed.replace("public class", "public abstract class");
    }
    Map<String, Set<String>> found = problems(LIBRARY, USER, changed);
    assertEquals(found.toString(), Collections.singleton("user.User"), found.get(problem));
    assertEquals(found.toString(), 1, found.size());
  }

  private Map<String, Set<String>> problems(String before, String user, String after)
      throws IOException {
    Path old = folder.newFolder().toPath();
    CompiledClasses.compile(old.resolve("all"), before, user);
    Path users = folder.newFolder().toPath();
    Files.createDirectories(users.resolve("user"));
    Files.copy(old.resolve("all/user/User.class"), users.resolve("user/User.class"));
    Path library = folder.newFolder().toPath();
    CompiledClasses.compile(library, after);
    try (ClassPathIndex index =
        new ClassPathIndex(Collections.singleton(users), Collections.singleton(library))) {
      return LinkageChecker.problems(index);
    }
  }
}
