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
package org.yarnext.mercury;

import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.yarnext.mercury.policy.FifoOrder;
import org.yarnext.mercury.policy.JobSubmissionOrder;
import org.yarnext.mercury.policy.LastToRunShedding;
import org.yarnext.mercury.policy.LeastWorkLostVictims;
import org.yarnext.mercury.policy.NewestFirstVictims;
import org.yarnext.mercury.policy.QueueOrder;
import org.yarnext.mercury.policy.SheddingPolicy;
import org.yarnext.mercury.policy.ShortestFirstOrder;
import org.yarnext.mercury.policy.VictimPolicy;
import org.yarnext.mercury.policy.policing.Ceiling;

/** Makes a policy from its short name or, for an operator's own, from its class name. */
final class Policies<T> {
  static final Policies<QueueOrder> ORDERS =
      new Policies<>(QueueOrder.class)
          .named("job-submission", JobSubmissionOrder::new)
          .named("fifo", FifoOrder::new)
          .named("shortest-first", ShortestFirstOrder::new);
  static final Policies<VictimPolicy> VICTIMS =
      new Policies<>(VictimPolicy.class)
          .named("least-work-lost", LeastWorkLostVictims::new)
          .named("newest-first", NewestFirstVictims::new);
  static final Policies<SheddingPolicy> SHEDDING =
      new Policies<>(SheddingPolicy.class).named("last-to-run", LastToRunShedding::new);

  /** Those that need more than a name are made by the configuration. */
  static final Policies<Ceiling> CEILINGS =
      new Policies<>(Ceiling.class)
          .named("none", () -> Ceiling.NONE)
          .named("static", () -> Ceiling.NONE)
          .named("history", () -> Ceiling.NONE);

  private final Class<T> type;
  private final Map<String, Supplier<T>> builtIn = new LinkedHashMap<>();

  private Policies(Class<T> type) {
    this.type = type;
  }

  private Policies<T> named(String name, Supplier<T> maker) {
    builtIn.put(name, maker);
    return this;
  }

  /** The short names, for messages. */
  String names() {
    return String.join(", ", builtIn.keySet());
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
