// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetQueueUserAclsInfoRequest;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.yarnext.common.cache.BoundedCache;

/**
 * Checks access by asking ResourceManagers, in the name of each user, which queues the user may
 * submit to or administer. The first one that responds and knows the queue decides. Results,
 * including that no ResourceManager responds, are used for ten seconds. Thread-safe.
 */
public final class SubClusterQueueAuthorizer implements QueueAuthorizer {
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int MAX_USERS = 1_000;

  private final SubClusterClientProvider managers;
  private final SubClusters subClusters;
  private final LongSupplier nanoClock;

  /** Answers by user, the oldest first. */
  private final Map<String, Answers> known = BoundedCache.inOrderOfInsertion(MAX_USERS);

  /** Lists the sub-clusters whose ResourceManagers are asked. */
  interface SubClusters {
    /**
     * Returns the sub-clusters.
     *
     * @throws IOException if they cannot be read
     */
    List<SubClusterId> all() throws IOException;
  }

  /** Answers of ResourceManagers about one user. Its lock lets one thread ask for all. */
  private static final class Answers {
    private final Map<String, Boolean> queues = new HashMap<>();

    /** ResourceManagers not asked yet; null before the first request. */
    private Queue<SubClusterId> left;

    private IOException failure;
    private long begunNanos;

    void begin(List<SubClusterId> all, long nowNanos) {
      queues.clear();
      failure = null;
      left = new ArrayDeque<>(all);
      begunNanos = nowNanos;
    }

    void add(QueueUserACLInfo info) {
      boolean may =
          info.getUserAcls().contains(QueueACL.SUBMIT_APPLICATIONS)
              || info.getUserAcls().contains(QueueACL.ADMINISTER_QUEUE);
      queues.putIfAbsent(info.getQueueName(), may);
    }

    /**
     * Returns whether the user may use the queue, or null if unknown. Some schedulers name a queue
     * by its last component only.
     */
    Boolean of(String queue) {
      Boolean may = queues.get(queue);
      return may == null ? queues.get(queue.substring(queue.lastIndexOf('.') + 1)) : may;
    }
  }

  /** Returns an authorizer, or null if ResourceManagers do not check access to queues. */
  public static QueueAuthorizer of(Configuration conf) {
    return YarnConfiguration.isAclEnabled(conf)
        ? new SubClusterQueueAuthorizer(
            new StockSubClusterClientProvider(conf),
            new HomeRegistry(conf, System::nanoTime)::all,
            System::nanoTime)
        : null;
  }

  /**
   * @param managers used by one thread at a time
   * @param nanoClock a monotonic clock, in ns
   */
  SubClusterQueueAuthorizer(
      SubClusterClientProvider managers, SubClusters subClusters, LongSupplier nanoClock) {
    this.managers = managers;
    this.subClusters = subClusters;
    this.nanoClock = nanoClock;
  }

  @Override
  public boolean maySubmit(String user, String queue) throws IOException {
    Answers answers;
    synchronized (known) {
      answers = known.computeIfAbsent(user, u -> new Answers());
    }
    synchronized (answers) {
      if (answers.left == null || nanoClock.getAsLong() - answers.begunNanos > FRESH_NANOS) {
        answers.begin(subClusters.all(), nanoClock.getAsLong());
      }
      while (answers.of(queue) == null && !answers.left.isEmpty()) {
        SubClusterId where = answers.left.remove();
        try {
          query(user, where).forEach(answers::add);
        } catch (IOException e) {
          answers.failure = e;
        }
      }
      Boolean may = answers.of(queue);
      if (may == null) {
        throw new IOException("no ResourceManager reports who may use " + queue, answers.failure);
      }
      return may;
    }
  }

  private List<QueueUserACLInfo> query(String user, SubClusterId where) throws IOException {
    try {
      return UserGroupInformation.getLoginUser()
          .doAs(
              (PrivilegedExceptionAction<List<QueueUserACLInfo>>)
                  () ->
                      manager(user, where)
                          .getQueueUserAcls(GetQueueUserAclsInfoRequest.newInstance())
                          .getUserAclsInfoList());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + where + " was queried", e);
    } catch (YarnRuntimeException | UndeclaredThrowableException e) {
      throw new IOException(where + " cannot be reached", e);
    }
  }

  private synchronized ApplicationClientProtocol manager(String user, SubClusterId where)
      throws YarnException, IOException {
    return managers.of(user, where);
  }
}
