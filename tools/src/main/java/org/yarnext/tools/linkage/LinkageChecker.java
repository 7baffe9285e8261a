// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.linkage;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Finds references of compiled classes that cannot be linked, which the JVM finds only when it runs
 * the code. These are classes, methods and fields that are missing, not visible, or of another
 * kind; final classes that are extended, and final methods that are overridden; and abstract
 * methods that are not implemented.
 *
 * <p>Also finds examined classes in a package that a jar has sealed or signed. References to
 * packages without any class on the class path are not checked, unless Hadoop's shaded jar has the
 * class: they belong to a daemon that is not installed. Not thread-safe.
 */
public final class LinkageChecker {
  /** Where hadoop-client-runtime has the libraries that Hadoop uses. */
  private static final String RELOCATED = "org/apache/hadoop/shaded/";

  private final ClassPathIndex index;

  /** Names of the classes that have a problem, by problem. */
  private final Map<String, Set<String>> problems = new TreeMap<>();

  private LinkageChecker(ClassPathIndex index) {
    this.index = index;
  }

  /**
   * Checks the examined classes of a class path.
   *
   * @return the names of the classes that have a problem, by problem; both in order
   */
  public static Map<String, Set<String>> problems(ClassPathIndex index) throws IOException {
    LinkageChecker checker = new LinkageChecker(index);
    for (String name : index.examined()) {
      checker.check(name);
    }
    return checker.problems;
  }

  private void check(String name) throws IOException {
    ClassSummary examined = index.find(name);
    String closed = index.closed(examined.packageName());
    if (closed != null) {
      report(
          name,
          "package "
              + dotted(examined.packageName())
              + " is "
              + closed
              + ", so that no other jar may add a class to it");
    }
    for (String ancestor : examined.ancestors) {
      ClassSummary found = index.find(ancestor);
      if (found == null) {
        missing(examined, ancestor);
      } else if (found.has(Opcodes.ACC_FINAL)) {
        report(name, "it extends the final class " + dotted(ancestor));
      }
    }
    checkMethods(examined);
    try (InputStream file = index.open(name)) {
      new ClassReader(file)
          .accept(
              new ReferenceVisitor(new References(examined)),
              ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }
  }

  private void checkMethods(ClassSummary examined) {
    Map<String, Integer> methods = new HashMap<>();
    boolean isKnown = inherit(examined, examined.packageName(), methods);
    examined.members.forEach(
        (member, flags) -> {
          Integer inherited = methods.get(member);
          if (inherited != null && isOverriding(member, flags)) {
            if ((inherited & Opcodes.ACC_FINAL) != 0) {
              report(examined.name, "it overrides the final " + text(null, member));
            }
            methods.put(member, flags);
          }
        });
    if (isKnown && !examined.has(Opcodes.ACC_ABSTRACT)) {
      methods.forEach(
          (member, flags) -> {
            if ((flags & Opcodes.ACC_ABSTRACT) != 0) {
              report(examined.name, "it does not implement " + text(null, member));
            }
          });
    }
  }

  /**
   * Adds the methods that a class inherits from its ancestors.
   *
   * @param user package of the class that inherits
   * @return false if an ancestor is unknown
   */
  private boolean inherit(ClassSummary heir, String user, Map<String, Integer> methods) {
    boolean isKnown = true;
    // The superclass comes first, and its methods win over those of interfaces.
    for (String ancestor : heir.ancestors) {
      ClassSummary found = index.find(ancestor);
      if (found == null) {
        isKnown = false;
        continue;
      }
      Map<String, Integer> inherited = new HashMap<>();
      isKnown &= inherit(found, user, inherited);
      int visible = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;
      found.members.forEach(
          (member, flags) -> {
            boolean isInherited = (flags & visible) != 0 || found.packageName().equals(user);
            if (isInherited && isOverriding(member, flags)) {
              inherited.put(member, flags);
            }
          });
      inherited.forEach(
          (member, flags) ->
              methods.merge(member, flags, (a, b) -> (a & Opcodes.ACC_ABSTRACT) == 0 ? a : b));
    }
    return isKnown;
  }

  private static boolean isOverriding(String member, int flags) {
    return member.contains("(")
        && !member.startsWith("<")
        && (flags & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0;
  }

  private void missing(ClassSummary user, String name) {
    if (index.has(RELOCATED + name)) {
      report(
          user.name,
          "class "
              + dotted(name)
              + " is there only under another name, in hadoop-client-runtime; use the jars of"
              + " share/hadoop instead");
    } else if (index.hasPackage(ClassSummary.packageOf(name))) {
      report(user.name, "there is no class " + dotted(name));
    }
  }

  private void report(String user, String problem) {
    problems.computeIfAbsent(problem, p -> new TreeSet<>()).add(dotted(user));
  }

  private static String dotted(String name) {
    return name.replace('/', '.');
  }

  private static String text(String owner, String member) {
    int type = Math.max(member.indexOf(':'), member.indexOf('('));
    String place = owner == null ? "" : dotted(owner) + ".";
    return member.charAt(type) == ':'
        ? "field " + place + member.substring(0, type)
        : "method " + place + dotted(member);
  }

  /** Checks the references in the code of one class. */
  final class References {
    private final ClassSummary user;

    private References(ClassSummary user) {
      this.user = user;
    }

    /** Checks a reference to a class by its internal name. */
    void type(String name) {
      ClassSummary found = index.find(name);
      if (found == null) {
        missing(user, name);
      } else if (!isJudged(found)) {
        return;
      } else if (!found.has(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)
          && !found.packageName().equals(user.packageName())) {
        report(user.name, "it may not use class " + dotted(name));
      }
    }

    /**
     * Checks a reference to a member. Arrays have those of Object.
     *
     * @param owner internal name of the class, or descriptor of the array, that the reference names
     * @param member name and descriptor, as in {@link ClassSummary#members}
     * @param isStatic whether it is used without an object
     * @param isInterface whether the owner must be an interface; null if that does not matter
     */
    void member(String owner, String member, boolean isStatic, Boolean isInterface) {
      if (owner.startsWith("[")) {
        return;
      }
      ClassSummary named = index.find(owner);
      if (named == null) {
        missing(user, owner);
        return;
      }
      if (!isJudged(named)) {
        return;
      }
      if (isInterface != null && isInterface != named.has(Opcodes.ACC_INTERFACE)) {
        report(
            user.name,
            dotted(owner) + (isInterface ? " is no longer an interface" : " is an interface now"));
        return;
      }
      Set<String> seen = new LinkedHashSet<>();
      ClassSummary declaring = declaring(named, member, seen);
      if (declaring == null) {
        boolean isKnown = seen.stream().allMatch(each -> index.find(each) != null);
        if (isKnown) {
          report(user.name, "there is no " + text(owner, member));
        }
        return;
      }
      int flags = declaring.members.get(member);
      if (isStatic != ((flags & Opcodes.ACC_STATIC) != 0)) {
        report(user.name, text(owner, member) + (isStatic ? " is not static" : " is static"));
      } else if (!isVisible(declaring, flags)) {
        report(user.name, "it may not use " + text(declaring.name, member));
      }
    }

    /**
     * Returns the class that declares a member, from this one upwards; null if there is none.
     * Constructors are not inherited.
     */
    private ClassSummary declaring(ClassSummary from, String member, Set<String> seen) {
      if (from.members.containsKey(member)) {
        return from;
      }
      if (member.startsWith("<")) {
        return null;
      }
      for (String ancestor : from.ancestors) {
        if (seen.add(ancestor)) {
          ClassSummary next = index.find(ancestor);
          ClassSummary found = next == null ? null : declaring(next, member, seen);
          if (found != null) {
            return found;
          }
        }
      }
      if (from.has(Opcodes.ACC_INTERFACE) && seen.add("java/lang/Object")) {
        return declaring(index.find("java/lang/Object"), member, seen);
      }
      return null;
    }

    private boolean isVisible(ClassSummary declaring, int flags) {
      if ((flags & Opcodes.ACC_PUBLIC) != 0 || declaring.name.equals(user.name)) {
        return true;
      }
      if ((flags & Opcodes.ACC_PRIVATE) != 0) {
        // Nested classes of one compilation unit reach each other's.
        return outermost(declaring.name).equals(outermost(user.name));
      }
      return declaring.packageName().equals(user.packageName())
          || (flags & Opcodes.ACC_PROTECTED) != 0;
    }

    private String outermost(String name) {
      return name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
    }

    /** Returns false for classes of Java itself, which the compiler's {@code --release} checks. */
    private boolean isJudged(ClassSummary found) {
      return !ClassPathIndex.isOfJava(found.name);
    }
  }
}
