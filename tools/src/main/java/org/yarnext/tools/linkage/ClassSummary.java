// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.linkage;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Kind, ancestors and members of a compiled class. Immutable. */
final class ClassSummary {
  /** Internal name, with slashes. */
  final String name;

  /** Access flags as in {@link Opcodes}. */
  final int access;

  /** Internal names of the superclass, if it has one, and of the interfaces. */
  final List<String> ancestors;

  /** Access flags by name and descriptor. Those of methods have a parenthesis. */
  final Map<String, Integer> members;

  private ClassSummary(
      String name, int access, List<String> ancestors, Map<String, Integer> members) {
    this.name = name;
    this.access = access;
    this.ancestors = Collections.unmodifiableList(ancestors);
    this.members = Collections.unmodifiableMap(members);
  }

  /** Reads a class file, and closes it. */
  static ClassSummary read(InputStream file) throws IOException {
    try (InputStream in = file) {
      Members found = new Members();
      new ClassReader(in)
          .accept(found, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      return new ClassSummary(found.name, found.access, found.ancestors, found.members);
    }
  }

  boolean has(int flag) {
    return (access & flag) != 0;
  }

  String packageName() {
    return packageOf(name);
  }

  /** Returns the package of an internal name, with slashes; empty if it has none. */
  static String packageOf(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('/')));
  }

  private static final class Members extends ClassVisitor {
    private String name;
    private int access;
    private final List<String> ancestors = new ArrayList<>();
    private final Map<String, Integer> members = new HashMap<>();

    Members() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int flags,
        String itsName,
        String signature,
        String superName,
        String[] interfaces) {
      name = itsName;
      access = flags;
      if (superName != null) {
        ancestors.add(superName);
      }
      ancestors.addAll(Arrays.asList(interfaces));
    }

    @Override
    public void visitInnerClass(String inner, String outer, String simple, int flags) {
      if (inner.equals(name)) {
        // The flags of a nested class are in this attribute.
        access |= flags & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_STATIC);
      }
    }

    @Override
    public FieldVisitor visitField(
        int flags, String field, String descriptor, String signature, Object value) {
      members.put(field + ":" + descriptor, flags);
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int flags, String method, String descriptor, String signature, String[] exceptions) {
      members.put(method + descriptor, flags);
      return null;
    }
  }
}
