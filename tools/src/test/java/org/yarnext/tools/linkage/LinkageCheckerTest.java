// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.linkage;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
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
  private int jars;

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
  public void aRelocatedLibraryIsFound() throws Exception {
    Map<String, Set<String>> found =
        problems(
            LIBRARY, USER, LIBRARY.replace("package lib", "package org.apache.hadoop.shaded.lib"));
    assertEquals(
        Collections.singletonMap(
            "class lib.Base is there only under another name, in hadoop-client-runtime; use the"
                + " jars of share/hadoop instead",
            Collections.singleton("user.User")),
        found);
  }

  /** A class in a package of the library, as the pack has some in Hadoop's. */
  @Test
  public void aSealedPackageIsFoundAsJavaRefusesIt() throws Exception {
    Path library = folder.newFolder().toPath();
    CompiledClasses.compile(
        library,
        "package lib; public class Base { int inside; }",
        "package lib; public class Hook { int of(Base base) { return base.inside; } }");
    Path users = folder.newFolder().toPath();
    Files.createDirectories(users.resolve("lib"));
    Files.move(library.resolve("lib/Hook.class"), users.resolve("lib/Hook.class"));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    Path open = jar(library, manifest);
    assertEquals(Collections.emptyMap(), problems(users, open));
    loadBoth(open, users);
    Path signed = jar(library, manifest, "META-INF/VENDOR.SF");
    assertEquals(Collections.singleton(closed("signed", signed)), problems(users, signed).keySet());
    manifest.getEntries().put("other/", new Attributes());
    manifest.getAttributes("other/").put(Attributes.Name.SEALED, "true");
    assertEquals(Collections.emptyMap(), problems(users, jar(library, manifest)));
    manifest.getEntries().put("lib/", manifest.getAttributes("other/"));
    Path inPart = jar(library, manifest);
    assertEquals(Collections.singleton(closed("sealed", inPart)), problems(users, inPart).keySet());
    assertThrows(SecurityException.class, () -> loadBoth(inPart, users));
    manifest.getEntries().clear();
    manifest.getMainAttributes().put(Attributes.Name.SEALED, "true");
    Path sealed = jar(library, manifest);
    assertEquals(
        Collections.singletonMap(closed("sealed", sealed), Collections.singleton("lib.Hook")),
        problems(users, sealed));
    assertThrows(SecurityException.class, () -> loadBoth(sealed, users));
  }

  private static String closed(String how, Path jar) {
    return "package lib is " + how + " in " + jar + ", so that no other jar may add a class to it";
  }

  private static void loadBoth(Path library, Path users) throws Exception {
    URL[] urls = {library.toUri().toURL(), users.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, null)) {
      loader.loadClass("lib.Base");
      loader.loadClass("lib.Hook");
    }
  }

  private Path jar(Path classes, Manifest manifest, String... more) throws IOException {
    Path file = folder.getRoot().toPath().resolve("library-" + jars++ + ".jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (String each : more) {
        jar.putNextEntry(new JarEntry(each));
      }
      jar.putNextEntry(new JarEntry("lib/Base.class"));
      jar.write(Files.readAllBytes(classes.resolve("lib/Base.class")));
    }
    return file;
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
    return problems(users, library);
  }

  private static Map<String, Set<String>> problems(Path users, Path library) throws IOException {
    try (ClassPathIndex index =
        new ClassPathIndex(Collections.singleton(users), Collections.singleton(library))) {
      return LinkageChecker.problems(index);
    }
  }
}
