/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic;

import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.yarnext.common.conf.Key;
import org.yarnext.common.conf.Settings;
import org.yarnext.elastic.policy.AlgorithmOne;
import org.yarnext.elastic.policy.BoundedReservations;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.LeastOccupancy;
import org.yarnext.elastic.policy.NoHarmReservations;
import org.yarnext.elastic.policy.ReservationPolicy;
import org.yarnext.elastic.policy.StockReservations;

/** Makes a policy from its short name or, for an operator's own, from its class name. */
final class Policies<T> {
  static final Policies<ElasticPolicy> ELASTIC =
      new Policies<>(ElasticPolicy.class)
          .named("algorithm-1", AlgorithmOne::new)
          .named("least-occupancy", LeastOccupancy::new);
  static final Policies<ReservationPolicy> RESERVATIONS =
      new Policies<>(ReservationPolicy.class)
          .named("stock", StockReservations::new)
          .named("no-harm", NoHarmReservations::new)
          .named("bounded", BoundedReservations::new);

  private final Class<T> type;
  private final Map<String, Supplier<T>> builtIn = new LinkedHashMap<>();

  private Policies(Class<T> type) {
    this.type = type;
  }

  private Policies<T> named(String name, Supplier<T> maker) {
    builtIn.put(name, maker);
    return this;
  }

  /** What is wrong with the key's policy; null if it can be made. */
  String refusal(Key<String> key, Settings settings) {
    String name = settings.get(key);
    try {
      make(name);
      return null;
    } catch (IllegalArgumentException e) {
      return String.format(
          "%s=%s cannot be used, %s: choose one of %s, or put the class on the ResourceManager's"
              + " class path.",
          key.name(), name, e.getMessage(), String.join(", ", builtIn.keySet()));
    }
  }

  /**
   * @return a new policy
   * @throws IllegalArgumentException if the name is neither a short name nor a usable class; the
   *     message says why
   */
  T make(String name) {
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
      throw new IllegalArgumentException("it cannot be made: " + cause, e);
    }
  }
}
