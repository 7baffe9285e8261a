// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites compiled tests so that they create and name the pack's schedulers where they created and
 * named stock's. Subclasses of stock's schedulers stay what they are.
 *
 * <p>Usage: {@code java -cp asm.jar SchedulerRewriter.java DIRECTORY}, with the root of the class
 * files; prints how many were changed.
 */
final class SchedulerRewriter {
  private static final String STOCK =
      "org/apache/hadoop/yarn/server/resourcemanager/scheduler/";

  /** The pack's scheduler for each of stock's, by internal name. */
  private static final Map<String, String> SCHEDULERS = new HashMap<>();

  static {
    SCHEDULERS.put(
        STOCK + "capacity/CapacityScheduler", "org/yarnext/elastic/rm/ElasticCapacityScheduler");
    SCHEDULERS.put(STOCK + "fair/FairScheduler", "org/yarnext/elastic/rm/ElasticFairScheduler");
  }

  private boolean changed;

  private SchedulerRewriter() {}

  public static void main(String[] args) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(Paths.get(args[0]))) {
      files = all.filter(f -> f.toString().endsWith(".class")).collect(Collectors.toList());
    }
    int count = 0;
    for (Path file : files) {
      SchedulerRewriter rewriter = new SchedulerRewriter();
      byte[] bytes = rewriter.rewrite(Files.readAllBytes(file));
      if (rewriter.changed) {
        Files.write(file, bytes);
        count++;
      }
    }
    System.out.println(count + " of " + files.size() + " classes use the pack's schedulers");
  }

  private byte[] rewrite(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new Rewritten(
                super.visitMethod(access, name, descriptor, signature, exceptions));
          }
        },
        0);
    return writer.toByteArray();
  }

  private String replacement(String name) {
    String replacement = SCHEDULERS.get(name);
    changed |= replacement != null;
    return replacement;
  }

  private Object constant(Object value) {
    if (value instanceof Type && ((Type) value).getSort() == Type.OBJECT) {
      String replacement = replacement(((Type) value).getInternalName());
      return replacement == null ? value : Type.getObjectType(replacement);
    }
    if (value instanceof String) {
      String replacement = replacement(((String) value).replace('.', '/'));
      return replacement == null ? value : replacement.replace('/', '.');
    }
    if (value instanceof Handle && ((Handle) value).getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      Handle handle = (Handle) value;
      String replacement = replacement(handle.getOwner());
      return replacement == null
          ? value
          : new Handle(
              handle.getTag(), replacement, handle.getName(), handle.getDesc(), false);
    }
    return value;
  }

  private final class Rewritten extends MethodVisitor {
    /** Objects created whose constructor has not been called yet, by stock's name. */
    private final Map<String, Integer> created = new HashMap<>();

    Rewritten(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      String replacement = opcode == Opcodes.NEW ? replacement(type) : null;
      if (replacement != null) {
        created.merge(type, 1, Integer::sum);
      }
      super.visitTypeInsn(opcode, replacement == null ? type : replacement);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      String used = owner;
      // A constructor's call of its superclass has no NEW before it.
      if (opcode == Opcodes.INVOKESPECIAL
          && name.equals("<init>")
          && created.getOrDefault(owner, 0) > 0) {
        created.merge(owner, -1, Integer::sum);
        used = SCHEDULERS.get(owner);
      }
      super.visitMethodInsn(opcode, used, name, descriptor, isInterface);
    }

    @Override
    public void visitLdcInsn(Object value) {
      super.visitLdcInsn(constant(value));
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      Object[] replaced = Stream.of(arguments).map(SchedulerRewriter.this::constant).toArray();
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, replaced);
    }
  }
}
