// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;

/**
 * Tracks which containers an application attempt has received. Responses of sub-clusters reach the
 * NodeManager before the application fetches them, so after a crash the NodeManager may know of
 * containers that the application never received; stock lets them expire. Container ids of a
 * sub-cluster rise and are delivered in that order, so the latest id of each sub-cluster is enough.
 * Not thread-safe.
 */
final class DeliveredContainerTracker {
  private static final int VERSION = 1;

  /** The latest delivered container id by sub-cluster. */
  private final Map<String, Long> latest = new TreeMap<>();

  /** The contents of {@link #latest} at the restart; empty if there was none. */
  private final Map<String, Long> latestBefore = new TreeMap<>();

  /** False if containers may have been delivered before tracking began. */
  private final boolean complete;

  /**
   * Makes an empty tracker.
   *
   * @param complete whether no container was delivered before tracking began
   */
  DeliveredContainerTracker(boolean complete) {
    this.complete = complete;
  }

  /** Records a container that is about to be delivered; returns whether the tracker changed. */
  boolean record(ContainerId container, SubClusterId of) {
    Long before = latest.get(of.getId());
    if (before != null && before >= container.getContainerId()) {
      return false;
    }
    latest.put(of.getId(), container.getContainerId());
    return true;
  }

  /**
   * Returns whether the container was delivered before the restart. Such a container is not a new
   * grant: where YARN registers an application again, it reports its running containers as
   * allocated.
   *
   * @param of the container's sub-cluster, or null if unknown; then false is returned
   */
  boolean wasDeliveredBeforeRestart(ContainerId container, SubClusterId of) {
    Long last = of == null ? null : latestBefore.get(of.getId());
    return last != null && container.getContainerId() <= last;
  }

  /**
   * Returns the containers that were not delivered to the application. It names none of a
   * sub-cluster for which no delivery was recorded, with one exception: if tracking is complete,
   * this is the first attempt and the sub-cluster is not the home, all its containers are
   * undelivered. In the home sub-cluster only containers of this attempt count, and one of them is
   * the ApplicationMaster's. In other sub-clusters all attempts share one Unmanaged AM.
   *
   * @param known all containers that ResourceManagers report for the application, by sub-cluster
   * @param home the application's home sub-cluster
   * @param attempt the current attempt
   */
  Map<ContainerId, SubClusterId> undelivered(
      Map<ContainerId, SubClusterId> known, SubClusterId home, ApplicationAttemptId attempt) {
    Map<ContainerId, SubClusterId> undelivered = new HashMap<>();
    boolean isFirst = attempt.getAttemptId() == 1;
    known.forEach(
        (container, of) -> {
          Long last = latest.get(of.getId());
          boolean none = last == null && complete && isFirst && !of.equals(home);
          boolean isOfIt = !of.equals(home) || attempt.equals(container.getApplicationAttemptId());
          if (isOfIt && (none || last != null && container.getContainerId() > last)) {
            undelivered.put(container, of);
          }
        });
    return undelivered;
  }

  /** Returns the tracker in the format that {@link #read} reads. */
  byte[] image() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      out.writeBoolean(complete);
      out.writeInt(latest.size());
      for (Map.Entry<String, Long> each : latest.entrySet()) {
        out.writeUTF(each.getKey());
        out.writeLong(each.getValue());
      }
    }
    return bytes.toByteArray();
  }

  /**
   * Reads a tracker that {@link #image} wrote.
   *
   * @param image null or empty if none was stored; then the result is empty and incomplete
   * @throws IOException if the image has another format
   */
  static DeliveredContainerTracker read(byte[] image) throws IOException {
    if (image == null || image.length == 0) {
      return new DeliveredContainerTracker(false);
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(image))) {
      int version = in.readInt();
      if (version != VERSION) {
        throw new IOException("the stored state of containers has version " + version);
      }
      DeliveredContainerTracker read = new DeliveredContainerTracker(in.readBoolean());
      for (int left = in.readInt(); left > 0; left--) {
        String subCluster = in.readUTF();
        read.latest.put(subCluster, in.readLong());
      }
      read.latestBefore.putAll(read.latest);
      return read;
    }
  }
}
