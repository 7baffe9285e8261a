// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
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
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
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
import org.yarnext.federation.policy.gang.GangUsageTracker;
import org.yarnext.federation.router.submission.SubmissionCodec;

/**
 * Submits, looks up and kills jobs in the name of the user who submitted them.
 *
 * <p>A job is submitted to its home only, whichever Router submits it and however often; otherwise
 * it could run twice. A sub-cluster must therefore respond before it becomes a home.
 *
 * <p>A home is gone for good if the federation's store has it as lost, decommissioned or
 * unregistered for long, and it does not respond either. A job that no ResourceManager is known to
 * have accepted then gets another home, in two steps: the call that deletes its home does nothing
 * else. So a Router that deletes late has not submitted the job anywhere, and the next one first
 * looks for the job in all sub-clusters. Not thread-safe.
 */
public final class RouterGangLauncher implements GangLauncher {
  private static final Logger LOG = LoggerFactory.getLogger(RouterGangLauncher.class);

  /** Time in which a sub-cluster that did not respond is not called, as other jobs would wait. */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final SubClusterClientProvider managers;
  private final HomeRegistry homes;
  private final String self;
  private final LongSupplier nanoClock;

  /** Time in ns when each sub-cluster last failed to respond. */
  private final Map<SubClusterId, Long> failed = new HashMap<>();

  /** The latest report of a job, by id, and the sub-cluster that sent it; empty if none came. */
  private Map<String, ApplicationReport> reported = Collections.emptyMap();

  private SubClusterId reporting;

  /** Sub-clusters that are not gone, as last read; null before the first read. */
  private List<SubClusterId> present;

  /** Time when {@link #present} was read, in ns. */
  private long presentNanos;

  /**
   * @param managers clients of the ResourceManagers
   * @param homes the homes of applications
   * @param self the Router's own user, who may view all applications
   * @param nanoClock a monotonic clock, in ns
   */
  public RouterGangLauncher(
      SubClusterClientProvider managers, HomeRegistry homes, String self, LongSupplier nanoClock) {
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
      SubClusterId holder = first ? null : holder(id);
      home = homes.register(context, holder == null ? choose(job.user(), context) : holder);
    } else if (isGone(home) && !has(home, id)) {
      homes.forget(id);
      throw new IOException(home + " is gone: " + id + " gets another home");
    }
    String startName =
        homes.startName(home); // read first: it may restart after it accepted the job
    CallerContext before = CallerContext.getCurrent();
    CallerContext.setCurrent(
        job.callerContext().isEmpty()
            ? null
            : new CallerContext.Builder(job.callerContext()).build());
    try {
      call(
          job.user(),
          home,
          manager -> manager.submitApplication(SubmitApplicationRequest.newInstance(context)));
    } finally {
      CallerContext.setCurrent(before);
    }
    return startName;
  }

  /**
   * Returns the submission of a job.
   *
   * @throws YarnException if it is unreadable or of another job, so that no ResourceManager can
   *     accept it
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
   * Returns the application id.
   *
   * @throws YarnException if the name is not an id, so that no ResourceManager has such a job
   */
  private static ApplicationId id(String name) throws YarnException {
    try {
      return ApplicationId.fromString(name);
    } catch (IllegalArgumentException e) {
      throw new YarnException(name + " is not the ID of an application", e);
    }
  }

  /** Reads whether a sub-cluster is gone for good. */
  private boolean isGone(SubClusterId home) throws IOException {
    present = homes.all();
    presentNanos = nanoClock.getAsLong();
    return !present.contains(home);
  }

  /**
   * Returns whether a sub-cluster was gone at the latest read, if that is recent enough; for calls
   * about thousands of jobs.
   */
  private boolean wasGone(SubClusterId home) throws IOException {
    return present == null || nanoClock.getAsLong() - presentNanos >= RETRY_NANOS
        ? isGone(home)
        : !present.contains(home);
  }

  /** Returns whether a sub-cluster that is gone still responds, and has the job or may have it. */
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
    return home == null ? holder(id) : home;
  }

  /**
   * Returns the sub-cluster that has a job without a registered home. A ResourceManager that
   * recovers deletes the homes of jobs that it does not know, and may receive such a job right
   * after.
   *
   * @return null if no sub-cluster has it
   * @throws IOException if a sub-cluster does not respond, so that it may have the job
   */
  private SubClusterId holder(ApplicationId id) throws IOException {
    for (SubClusterId where : homes.all()) {
      try {
        report(self, where, id);
        return where;
      } catch (ApplicationNotFoundException e) {
        LOG.debug("{} does not have {}", where, id);
      } catch (YarnException e) {
        throw new IOException(where + " does not report whether it has " + id, e);
      }
    }
    return null;
  }

  private interface Question<T> {
    T to(ApplicationClientProtocol manager) throws YarnException, IOException;
  }

  /**
   * Calls a ResourceManager in the name of a user.
   *
   * @throws YarnException if the ResourceManager responds with an error
   * @throws IOException if it does not respond, or failed to just before
   */
  private <T> T call(String user, SubClusterId where, Question<T> question)
      throws YarnException, IOException {
    long nowNanos = nanoClock.getAsLong();
    Long failedNanos = failed.get(where);
    if (failedNanos != null && nowNanos - failedNanos < RETRY_NANOS) {
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
    } catch (YarnRuntimeException e) { // YARN throws it if it finds no address
      failed.put(where, nanoClock.getAsLong());
      throw new IOException(where + " cannot be reached", e);
    } catch (RuntimeException e) { // thrown by the ResourceManager, and unwrapped by the client
      throw new YarnException(e);
    }
  }

  /**
   * Chooses a home that responds.
   *
   * @throws YarnException if the job names an unknown reservation
   * @throws NotTakenException if the policy finds no home now; its sub-clusters may be restarting,
   *     or an operator may change it
   */
  private SubClusterId choose(String user, ApplicationSubmissionContext context)
      throws YarnException, IOException {
    List<SubClusterId> unreachable = new ArrayList<>();
    IOException last = null;
    while (true) {
      SubClusterId choice;
      try {
        choice = homes.choose(context, new ArrayList<>(unreachable));
      } catch (YarnException e) {
        if (last != null) {
          throw new NotTakenException("none of " + unreachable + " answers", last);
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
        return choice; // it responds, and does not know the job, as expected
      } catch (IOException e) {
        if (unreachable.contains(choice)) {
          throw new NotTakenException(choice + " does not answer", e);
        }
        unreachable.add(choice);
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
        call(
            job.user(),
            home,
            manager -> manager.forceKillApplication(KillApplicationRequest.newInstance(id)));
      } catch (ApplicationNotFoundException e) {
        return; // the job was never accepted
      } catch (IOException e) {
        if (!isGone(home)) {
          throw e;
        }
        LOG.warn("{} is killed; {}, where it may have run, is gone", id, home, e);
      }
    }
  }

  @Override
  public String queue(String name) {
    return reported.containsKey(name) ? reported.get(name).getQueue() : null;
  }

  @Override
  public long heldMb(String name, long enoughMb) {
    long sumMb = reported.containsKey(name) ? heldMb(reported.get(name)) : GangUsageTracker.UNKNOWN;
    if (sumMb < 0 || sumMb >= enoughMb) {
      return sumMb;
    }
    try {
      wasGone(reporting); // reads the sub-clusters if they were not read lately
      for (SubClusterId where : present) {
        long heldMb = where.equals(reporting) ? 0 : heldMb(where, id(name));
        if (heldMb < 0) {
          return GangUsageTracker.UNKNOWN;
        }
        sumMb += heldMb;
      }
      return sumMb;
    } catch (YarnException | IOException e) {
      return GangUsageTracker.UNKNOWN;
    }
  }

  private long heldMb(SubClusterId where, ApplicationId id) throws YarnException, IOException {
    try {
      return heldMb(report(self, where, id));
    } catch (ApplicationNotFoundException e) {
      return 0; // it never had containers there
    }
  }

  /** Returns the memory that a report shows, in MB; negative if unknown. */
  private static long heldMb(ApplicationReport report) {
    if (state(report.getYarnApplicationState()) != State.KEPT) {
      return 0;
    }
    ApplicationResourceUsageReport usage = report.getApplicationResourceUsageReport();
    return usage == null || usage.getNeededResources() == null
        ? GangUsageTracker.UNKNOWN
        : usage.getNeededResources().getMemorySize(); // used and reserved, -1 without an attempt
  }

  @Override
  public State state(String name, String takenBy) {
    reported = Collections.emptyMap();
    ApplicationId id;
    try {
      id = id(name);
    } catch (YarnException e) {
      return State.FORGOTTEN;
    }
    try {
      SubClusterId home = find(id);
      State state = home == null ? State.LOST : state(home, id);
      return state == State.LOST && !homes.isRestarted(takenBy) ? State.FORGOTTEN : state;
    } catch (YarnException | IOException e) {
      return State.UNKNOWN;
    }
  }

  private State state(SubClusterId home, ApplicationId id) throws YarnException, IOException {
    try {
      ApplicationReport report = report(self, home, id);
      reported = Collections.singletonMap(id.toString(), report);
      reporting = home;
      return state(report.getYarnApplicationState());
    } catch (ApplicationNotFoundException e) {
      return State.LOST;
    } catch (IOException e) {
      return wasGone(home) ? State.GONE : State.UNKNOWN; // a failed one comes back with the job
    }
  }

  private static State state(YarnApplicationState state) {
    switch (state) {
      case NEW:
      case NEW_SAVING:
      case SUBMITTED:
        return State.NEW; // stock's client waits in these states, too
      case ACCEPTED:
      case RUNNING:
        return State.KEPT;
      default:
        return State.OVER;
    }
  }

  private ApplicationReport report(String user, SubClusterId where, ApplicationId id)
      throws YarnException, IOException {
    return call(
            user,
            where,
            manager -> manager.getApplicationReport(GetApplicationReportRequest.newInstance(id)))
        .getApplicationReport();
  }
}
