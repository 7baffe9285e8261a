// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.world;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Stub of a large interface of which few getters are called. Unlike a call of a mock, a call costs
 * no more than that of a getter, which matters to benchmarks.
 */
final class InterfaceStub {
  private final Map<String, Supplier<Object>> getters = new HashMap<>();

  /** Result of the method of this name for any arguments. */
  InterfaceStub with(String getter, Supplier<Object> answer) {
    getters.put(getter, answer);
    return this;
  }

  InterfaceStub with(String getter, Object answer) {
    return with(getter, () -> answer);
  }

  /** All other methods answer null, 0 or false. */
  <T> T as(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (me, method, arguments) -> {
              Supplier<Object> getter = getters.get(method.getName());
              if (getter != null) {
                return getter.get();
              }
              switch (method.getName()) {
                case "equals":
                  return me == arguments[0];
                case "hashCode":
                  return System.identityHashCode(me);
                default:
                  return nothing(method.getReturnType());
              }
            }));
  }

  private static Object nothing(Class<?> type) {
    return type.isPrimitive() && type != void.class
        ? Array.get(Array.newInstance(type, 1), 0)
        : null;
  }
}
