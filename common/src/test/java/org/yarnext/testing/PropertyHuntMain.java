// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.testing;

import com.pholser.junit.quickcheck.From;
import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.generator.Size;
import com.pholser.junit.quickcheck.random.SourceOfRandomness;
import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.internal.AssumptionViolatedException;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/**
 * Looks for counterexamples of properties: {@code build-tools/property-hunt} starts it. The build
 * tries the same arguments each time, by the seeds of {@code @When}; this tries others. Prints a
 * line for each property with the number of trials, and each counterexample.
 */
public final class PropertyHuntMain {
  private static final int MAX_FAILURES = 3;

  private final Random random = new Random();
  private final PrintStream out = System.out;
  private final long nanosEach;
  private int failed;

  private PropertyHuntMain(long secondsEach) {
    nanosEach = TimeUnit.SECONDS.toNanos(secondsEach);
  }

  /**
   * Takes the seconds for each property and the names of test classes; exits with 1 if there is a
   * counterexample.
   */
  public static void main(String[] args) throws Exception {
    PropertyHuntMain hunt = new PropertyHuntMain(Long.parseLong(args[0]));
    for (String name : Arrays.asList(args).subList(1, args.length)) {
      Class<?> tests = Class.forName(name);
      for (Method method : tests.getMethods()) {
        if (method.isAnnotationPresent(Property.class)) {
          hunt.run(tests, method);
        }
      }
    }
    System.exit(hunt.failed == 0 ? 0 : 1);
  }

  private void run(Class<?> tests, Method property) {
    String name = tests.getSimpleName() + "." + property.getName();
    long endNanos = System.nanoTime() + nanosEach;
    int tried = 0;
    int discarded = 0;
    int failures = 0;
    for (; System.nanoTime() < endNanos && failures < MAX_FAILURES; tried++) {
      Object[] arguments =
          Arrays.stream(property.getParameters()).map(this::argument).toArray(Object[]::new);
      try {
        once(tests, property, arguments);
      } catch (AssumptionViolatedException e) {
        discarded++;
      } catch (Throwable e) {
        failures++;
        out.println("FAILED\t" + name + Arrays.deepToString(arguments));
        e.printStackTrace(out);
      }
    }
    failed += failures;
    out.println("TRIED\t" + name + "\t" + (tried - discarded) + "\tfailed " + failures);
  }

  /** Runs a property in a new instance, with what belongs to a test. */
  private static void once(Class<?> tests, Method property, Object[] arguments) throws Throwable {
    Constructor<?> constructor = tests.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object test = constructor.newInstance();
    Statement statement =
        new Statement() {
          @Override
          public void evaluate() throws Throwable {
            callAll(test, Before.class);
            try {
              call(test, property, arguments);
            } finally {
              callAll(test, After.class);
            }
          }
        };
    Description description = Description.createTestDescription(tests, property.getName());
    for (Field field : tests.getFields()) {
      if (field.isAnnotationPresent(Rule.class)) {
        statement = ((TestRule) field.get(test)).apply(statement, description);
      }
    }
    statement.evaluate();
  }

  private static void callAll(Object test, Class<? extends Annotation> marked) throws Throwable {
    for (Method method : test.getClass().getMethods()) {
      if (method.isAnnotationPresent(marked)) {
        call(test, method);
      }
    }
  }

  private static void call(Object test, Method method, Object... arguments) throws Throwable {
    method.setAccessible(true); // it may be a method of a base class that is not public
    try {
      method.invoke(Modifier.isStatic(method.getModifiers()) ? null : test, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object argument(Parameter parameter) {
    Class<?> type = parameter.getType();
    InRange range = parameter.getAnnotation(InRange.class);
    if (type == boolean.class) {
      return random.nextBoolean();
    } else if (type == int.class) {
      return range == null
          ? random.nextInt()
          : (int) between(bound(range.min(), range.minInt()), bound(range.max(), range.maxInt()));
    } else if (type == long.class) {
      return range == null
          ? random.nextLong()
          : between(bound(range.min(), range.minLong()), bound(range.max(), range.maxLong()));
    } else if (type == double.class) {
      double min = range.minDouble();
      return min + random.nextDouble() * (range.maxDouble() - min);
    } else if (type == String.class) {
      int length = random.nextInt(40);
      return random
          .ints(length, 0, Character.MIN_SURROGATE)
          .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
          .toString();
    } else if (type.isEnum()) {
      return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
    } else if (type == List.class) {
      return list(parameter.getAnnotatedType(), parameter.getAnnotation(Size.class));
    }
    throw new IllegalArgumentException("no arguments of " + parameter);
  }

  private static long bound(String text, long number) {
    return text.isEmpty() ? number : Long.parseLong(text);
  }

  private long between(long min, long max) {
    return min + Math.floorMod(random.nextLong(), max - min + 1);
  }

  private List<Object> list(AnnotatedType type, Size size) {
    AnnotatedType element =
        ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[0];
    SourceOfRandomness source = new SourceOfRandomness(random);
    List<Object> list = new ArrayList<>();
    try {
      From from = element.getAnnotation(From.class);
      for (long left = between(size.min(), size.max()); left > 0; left--) {
        list.add(from.value().getDeclaredConstructor().newInstance().generate(source, null));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type.toString(), e);
    }
    return list;
  }
}
