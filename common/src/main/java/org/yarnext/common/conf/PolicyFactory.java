// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Creates the policy that a key names: one of the module's own by a short name, or an operator's by
 * its class name. Built once, then only read, by any thread.
 *
 * @param <T> the policies' common type
 */
public final class PolicyFactory<T> {
  private final Class<T> type;
  private final String daemon;
  private final Map<String, Supplier<T>> builtIn = new LinkedHashMap<>();

  /**
   * @param daemon on whose class path an operator's own class must be, such as "NodeManager"
   */
  public PolicyFactory(Class<T> type, String daemon) {
    this.type = type;
    this.daemon = daemon;
  }

  /**
   * Adds one of the module's own.
   *
   * @return this
   */
  public PolicyFactory<T> named(String name, Supplier<T> maker) {
    builtIn.put(name, maker);
    return this;
  }

  /**
   * Validates the policy named by a key; usable as a rule of a {@link ConfigurationSchema}.
   *
   * @return null if the policy can be created, else a sentence naming the problem and the fix
   */
  public String refusal(ConfigurationKey<String> key, ConfigurationSnapshot settings) {
    String name = settings.get(key);
    try {
      make(name);
      return null;
    } catch (IllegalArgumentException e) {
      return String.format(
          "%s=%s cannot be used, %s: choose one of %s, or put the class on the %s's class path.",
          key.name(), name, e.getMessage(), String.join(", ", builtIn.keySet()), daemon);
    }
  }

  /**
   * @return a new policy
   * @throws IllegalArgumentException if the name is neither a short name nor a usable class; the
   *     message says why
   */
  public T make(String name) {
    Supplier<T> maker = builtIn.get(name);
    if (maker != null) {
      return maker.get();
    }
    try {
      return Class.forName(name).asSubclass(type).getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("no such class", e);
    } catch (ClassCastException e) {
      throw new IllegalArgumentException("it is not a " + type.getName(), e);
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
      throw new IllegalArgumentException("it has no public constructor without parameters", e);
    } catch (InvocationTargetException | LinkageError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalArgumentException("it cannot be created: " + cause, e);
    }
  }
}
