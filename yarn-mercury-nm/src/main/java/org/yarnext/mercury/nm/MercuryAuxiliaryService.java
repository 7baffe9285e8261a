// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.hadoop.yarn.server.api.AuxiliaryService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.nm.store.DemandHistoryStore;
import org.yarnext.mercury.nm.store.RunTimeEstimateCache;
import org.yarnext.mercury.nm.store.RunTimeEstimateStore;
import org.yarnext.mercury.policy.policing.DemandHistory;

/**
 * Hooks the NodeManager's auxiliary services as {@code mercury}: holds the learnt run times of
 * applications and the history of guaranteed demand, forgets an application when it ends, and
 * stores the records if the NodeManager recovers after a restart. It reads and writes no record
 * until the mode of Mercury's queue is shadow or on for the first time.
 */
public final class MercuryAuxiliaryService extends AuxiliaryService {
  /** The service's name in {@code yarn.nodemanager.aux-services}. */
  public static final String NAME = "mercury";

  private static final Logger LOG = LoggerFactory.getLogger(MercuryAuxiliaryService.class);

  /** Interval at which the saver looks for changes that it was not told of, in ms. */
  private static final long REST_MS = 60_000;

  /** Minimum time between two records of run times, since all are written each time; in ns. */
  private static final long MIN_SAVE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private RunTimeEstimateCache estimates;
  private DemandHistory demand;
  private RunTimeEstimateStore record;
  private DemandHistoryStore demandRecord;
  private volatile PeriodicTask saving;
  private MercuryConfiguration configuration;
  private boolean isOpen;
  private long savedChanges;
  private long savedDemandChanges;

  /** When run times may be saved next, in ns. */
  private long dueNanos = System.nanoTime();

  private volatile long recordsRefused;

  public MercuryAuxiliaryService() {
    super(NAME);
  }

  @Override
  protected void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    try {
      configuration = MercuryConfiguration.read(conf);
    } catch (InvalidConfigurationException e) {
      // The launcher hook informs the operator.
      return;
    }
    estimates =
        new RunTimeEstimateCache(
            configuration.defaultEstimateMs(),
            configuration.maxApplications(),
            configuration.newUserRunTimes());
    demand = configuration.newDemandHistory();
    if (configuration.mode() != FeatureMode.OFF) {
      open();
    }
  }

  /** Reads the records of the last run and begins to save them; does nothing if done before. */
  synchronized void open() {
    if (isOpen) {
      return;
    }
    isOpen = true;
    if (getRecoveryPath() != null) {
      Path directory = Paths.get(getRecoveryPath().toUri().getPath());
      record = new RunTimeEstimateStore(directory);
      recover(() -> record.load(estimates));
      savedChanges = estimates.changes();
      if (configuration.needsDemandHistory()) {
        demandRecord =
            new DemandHistoryStore(
                directory, configuration.demandWindowMs(), configuration.demandPeriodMs());
        recover(() -> demandRecord.load(demand));
      }
      PeriodicTask saver =
          new PeriodicTask("yarnext-mercury-saver", configuration.tickMs(), () -> save(false))
              .restingFor(() -> demandRecord == null ? REST_MS : 0);
      estimates.onChange(saver::wake);
      saving = saver.start();
    }
  }

  /** Reads or writes a record. */
  private interface RecordStep {
    void run() throws IOException;
  }

  private void recover(RecordStep load) {
    try {
      load.run();
    } catch (IOException | RuntimeException e) {
      recordsRefused++;
      LOG.warn("Mercury continues without its recovery record: {}", e.getMessage(), e);
    }
  }

  /**
   * Saves what has changed.
   *
   * @param isLast whether run times are saved even if they were saved a short time ago
   */
  private synchronized void save(boolean isLast) throws IOException {
    try {
      long changes = estimates.changes();
      boolean isDue = isLast || System.nanoTime() - dueNanos >= 0;
      if (isDue && changes != savedChanges) {
        record.save(estimates);
        savedChanges = changes;
        dueNanos = System.nanoTime() + MIN_SAVE_NANOS;
      }
      long demandChanges = demand.changes();
      if (demandRecord != null && demandChanges != savedDemandChanges) {
        demandRecord.save(demand);
        savedDemandChanges = demandChanges;
      }
    } catch (IOException e) {
      throw new IOException(
          "Mercury cannot save its records in "
              + getRecoveryPath()
              + ": free disk space there, or make the directory writable",
          e);
    }
  }

  @Override
  protected void serviceStop() throws Exception {
    try {
      if (saving != null) {
        saving.close();
        save(true);
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn("Mercury's latest run times or demand figures could not be saved", e);
    } finally {
      super.serviceStop();
    }
  }

  /** Returns the time since the records were last saved, in ms; 0 if none are kept. */
  long savedAgeMs() {
    PeriodicTask task = saving;
    return task == null ? 0 : task.ageMs();
  }

  /** Returns how often saving the records failed. */
  long saveFailures() {
    PeriodicTask task = saving;
    return task == null ? 0 : task.failures();
  }

  /** Returns the learnt run times; null if its configuration is refused. */
  RunTimeEstimateCache estimates() {
    return estimates;
  }

  /** Returns the history of guaranteed demand on the node; null if its configuration is refused. */
  DemandHistory demand() {
    return demand;
  }

  /** Returns the number of recovery records set aside because they could not be read. */
  long recordsRefused() {
    return recordsRefused;
  }

  @Override
  public void initializeApplication(ApplicationInitializationContext context) {
    // An application's run times are added when its first container finishes.
  }

  @Override
  public void stopApplication(ApplicationTerminationContext context) {
    if (estimates != null) {
      estimates.forget(context.getApplicationId().toString());
    }
  }

  @Override
  public ByteBuffer getMetaData() {
    return ByteBuffer.allocate(0);
  }
}
