// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.linkage;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Finds the references in a class's code. */
final class ReferenceVisitor extends ClassVisitor {
  private final LinkageChecker.References references;

  ReferenceVisitor(LinkageChecker.References references) {
    super(Opcodes.ASM9);
    this.references = references;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Code();
  }

  private final class Code extends MethodVisitor {
    Code() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      type(Type.getObjectType(type));
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
      if (type != null) {
        references.type(type);
      }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
      references.member(owner, name + ":" + descriptor, isStatic, null);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      references.member(owner, name + descriptor, opcode == Opcodes.INVOKESTATIC, isInterface);
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof Type) {
        type((Type) value);
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle) {
          handle((Handle) argument);
        }
      }
    }

    private void handle(Handle handle) {
      boolean isField = handle.getTag() <= Opcodes.H_PUTSTATIC;
      boolean isStatic =
          handle.getTag() == Opcodes.H_INVOKESTATIC
              || handle.getTag() == Opcodes.H_GETSTATIC
              || handle.getTag() == Opcodes.H_PUTSTATIC;
      references.member(
          handle.getOwner(),
          handle.getName() + (isField ? ":" : "") + handle.getDesc(),
          isStatic,
          isField ? null : handle.isInterface());
    }

    private void type(Type type) {
      Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
      if (element.getSort() == Type.OBJECT) {
        references.type(element.getInternalName());
      }
    }
  }
}
