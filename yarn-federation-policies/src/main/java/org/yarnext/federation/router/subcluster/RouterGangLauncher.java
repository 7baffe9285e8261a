// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.federation.policies.exceptions.FederationPolicyException;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.router.submission.SubmissionCodec;

/**
 * Submits, looks up and kills jobs in the name of the user who submitted them.
 *
 * <p>A job is submitted to its home alone, by whichever Router and however often: only so it is one
 * job. Hence a sub-cluster is asked whether it answers before it becomes a home.
 *
 * <p>A home that is lost, decommissioned or unregistered for long, by what the federation's store
 * says, and does not answer either, is gone for good. What nobody said yet that it took is then
 * given another one, in two steps: its home is taken away, and nothing else is done in that call.
 * So whoever is late in taking it away has not submitted the job anywhere, and whoever comes after
 * looks for the job in all sub-clusters first. Not thread-safe.
 */
public final class RouterGangLauncher implements GangLauncher {
  private static final Logger LOG = LoggerFactory.getLogger(RouterGangLauncher.class);

  /** How long a sub-cluster that did not answer is asked nothing, so that others' jobs go on. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final SubClusterClients managers;
  private final HomeRegistry homes;
  private final String self;
  private final LongSupplier nanoClock;

  /** When sub-clusters did not answer. */
  private final Map<SubClusterId, Long> failed = new HashMap<>();

  /** Those that are not gone, as read last, and when; null if never. */
  private List<SubClusterId> present;

  private long presentNanos;

  /**
   * @param self the user who may ask for all applications: the Router's own
   * @param nanoClock of monotonic ns
   */
  public RouterGangLauncher(
      SubClusterClients managers, HomeRegistry homes, String self, LongSupplier nanoClock) {
    this.managers = managers;
    this.homes = homes;
    this.self = self;
    this.nanoClock = nanoClock;
  }

  @Override
  public String start(GangJob job, boolean first) throws YarnException, IOException {
    ApplicationSubmissionContext context = submission(job);
    ApplicationId id = context.getApplicationId();
    SubClusterId home = homes.of(id);
    if (home == null) {
      SubClusterId keeper = first ? null : keeper(id);
      home = homes.settle(context, keeper == null ? choose(job.user(), context) : keeper);
    } else if (isGone(home) && !has(home, id)) {
      homes.forget(id);
      throw new IOException(home + " is gone: " + id + " gets another home");
    }
    String life = homes.life(home); // before: it may end once the job is taken
    CallerContext before = CallerContext.getCurrent();
    CallerContext.setCurrent(
        job.callerContext().isEmpty()
            ? null
            : new CallerContext.Builder(job.callerContext()).build());
    try {
      ask(
          job.user(),
          home,
          manager -> manager.submitApplication(SubmitApplicationRequest.newInstance(context)));
    } finally {
      CallerContext.setCurrent(before);
    }
    return life;
  }

  /**
   * @throws YarnException if it is none: nobody will ever take it
   */
  private static ApplicationSubmissionContext submission(GangJob job) throws YarnException {
    ApplicationSubmissionContext context;
    try {
      context = SubmissionCodec.of(job);
    } catch (IOException e) {
      throw new YarnException("its submission cannot be read", e);
    }
    if (!id(job.gang().id()).equals(context.getApplicationId())) {
      throw new YarnException("its submission is that of " + context.getApplicationId());
    }
    return context;
  }

  /**
   * @throws YarnException if it is none: no ResourceManager has such a job
   */
  private static ApplicationId id(String name) throws YarnException {
    try {
      return ApplicationId.fromString(name);
    } catch (IllegalArgumentException e) {
      throw new YarnException(name + " is no application's id", e);
    }
  }

  /** Whether a sub-cluster is to be counted on no more. */
  private boolean isGone(SubClusterId home) throws IOException {
    present = homes.all();
    presentNanos = nanoClock.getAsLong();
    return !present.contains(home);
  }

  /** The same as of lately, for what is asked of thousands of jobs. */
  private boolean wasGone(SubClusterId home) throws IOException {
    return present == null || nanoClock.getAsLong() - presentNanos >= REST_NANOS
        ? isGone(home)
        : !present.contains(home);
  }

  /** Whether a sub-cluster that is gone answers yet that it has the job, or may. */
  private boolean has(SubClusterId gone, ApplicationId id) {
    try {
      report(self, gone, id);
      return true;
    } catch (ApplicationNotFoundException | IOException e) {
      return false;
    } catch (YarnException e) {
      return true;
    }
  }

  private SubClusterId find(ApplicationId id) throws IOException {
    SubClusterId home = homes.of(id);
    return home == null ? keeper(id) : home;
  }

  /**
   * Who has a job of which the store has no home: a ResourceManager that recovers deletes the homes
   * of jobs that it does not know, and may be given such a job right after.
   *
   * @return null if nobody has it
   * @throws IOException if not all of them answer, so that one may have it
   */
  private SubClusterId keeper(ApplicationId id) throws IOException {
    for (SubClusterId where : homes.all()) {
      try {
        report(self, where, id);
        return where;
      } catch (ApplicationNotFoundException e) {
        LOG.debug("{} does not have {}", where, id);
      } catch (YarnException e) {
        throw new IOException(where + " does not tell whether it has " + id, e);
      }
    }
    return null;
  }

  private interface Question<T> {
    T to(ApplicationClientProtocol manager) throws YarnException, IOException;
  }

  /**
   * @throws YarnException if the ResourceManager answers so
   * @throws IOException if it does not answer
   */
  private <T> T ask(String user, SubClusterId where, Question<T> question)
      throws YarnException, IOException {
    long nowNanos = nanoClock.getAsLong();
    Long failedNanos = failed.get(where);
    if (failedNanos != null && nowNanos - failedNanos < REST_NANOS) {
      throw new IOException(where + " did not answer just now");
    }
    try {
      T answer = question.to(managers.of(user, where));
      failed.remove(where);
      return answer;
    } catch (AccessControlException e) {
      throw new YarnException(e);
    } catch (IOException e) {
      failed.put(where, nanoClock.getAsLong());
      throw e;
    } catch (YarnRuntimeException e) { // how YARN says that it finds no address
      failed.put(where, nanoClock.getAsLong());
      throw new IOException(where + " cannot be asked", e);
    } catch (RuntimeException e) { // what the ResourceManager itself threw is thrown here again
      throw new YarnException(e);
    }
  }

  /**
   * One that answers.
   *
   * @throws YarnException if the job names a reservation that nobody knows
   * @throws NotTakenException if the queue's policy finds none now: those it names may all start
   *     again, or stop, and operators may name others
   */
  private SubClusterId choose(String user, ApplicationSubmissionContext context)
      throws YarnException, IOException {
    List<SubClusterId> silent = new ArrayList<>();
    IOException last = null;
    while (true) {
      SubClusterId choice;
      try {
        choice = homes.choose(context, new ArrayList<>(silent));
      } catch (YarnException e) {
        if (last != null) {
          throw new NotTakenException("none of " + silent + " answers", last);
        }
        if (context.getReservationID() != null && !(e instanceof FederationPolicyException)) {
          throw e;
        }
        throw new NotTakenException(
            "no sub-cluster can be a home of " + context.getQueue() + " now", e);
      }
      try {
        report(user, choice, context.getApplicationId());
        return choice;
      } catch (YarnException e) {
        return choice; // it answers that it does not know the job, which is as it should be
      } catch (IOException e) {
        if (silent.contains(choice)) {
          throw new NotTakenException(choice + " does not answer", e);
        }
        silent.add(choice);
        last = e;
      }
    }
  }

  @Override
  public void kill(GangJob job) throws YarnException, IOException {
    ApplicationId id = id(job.gang().id());
    SubClusterId home = find(id);
    if (home != null) {
      try {
        ask(
            job.user(),
            home,
            manager -> manager.forceKillApplication(KillApplicationRequest.newInstance(id)));
      } catch (ApplicationNotFoundException e) {
        return; // it never arrived
      } catch (IOException e) {
        if (!isGone(home)) {
          throw e;
        }
        LOG.warn("{} is killed; {}, where it may have run, is gone", id, home, e);
      }
    }
  }

  @Override
  public State state(String name, String takenBy) {
    ApplicationId id;
    try {
      id = id(name);
    } catch (YarnException e) {
      return State.FORGOTTEN;
    }
    try {
      SubClusterId home = find(id);
      State state = home == null ? State.LOST : state(home, id);
      return state == State.LOST && !homes.isOver(takenBy) ? State.FORGOTTEN : state;
    } catch (YarnException | IOException e) {
      return State.UNKNOWN;
    }
  }

  private State state(SubClusterId home, ApplicationId id) throws YarnException, IOException {
    try {
      return state(report(self, home, id).getYarnApplicationState());
    } catch (ApplicationNotFoundException e) {
      return State.LOST;
    } catch (IOException e) {
      return wasGone(home) ? State.GONE : State.UNKNOWN; // those that fail come back with the job
    }
  }

  private static State state(YarnApplicationState state) {
    switch (state) {
      case NEW:
      case NEW_SAVING:
      case SUBMITTED:
        return State.NEW; // in these stock's client waits on, too
      case ACCEPTED:
      case RUNNING:
        return State.KEPT;
      default:
        return State.OVER;
    }
  }

  private ApplicationReport report(String user, SubClusterId where, ApplicationId id)
      throws YarnException, IOException {
    return ask(
            user,
            where,
            manager -> manager.getApplicationReport(GetApplicationReportRequest.newInstance(id)))
        .getApplicationReport();
  }
}
