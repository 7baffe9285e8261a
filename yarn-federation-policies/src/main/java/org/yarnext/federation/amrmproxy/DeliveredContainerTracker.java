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
 * Tracks which containers an application attempt has received. Answers of sub-clusters come to the
 * NodeManager before the application asks for them, so that a NodeManager that is killed may know
 * of containers of which the application will never hear; stock leaves them to expire. A
 * sub-cluster's containers have rising ids and are handed out in that order, hence the latest of
 * each is enough to know. Not thread-safe.
 */
final class DeliveredContainerTracker {
  private static final int VERSION = 1;

  private final Map<String, Long> latest = new TreeMap<>();

  /** As it was at the restart. */
  private final Map<String, Long> latestBefore = new TreeMap<>();

  /** False if some may have been handed out before this was kept. */
  private final boolean complete;

  /**
   * One that knows of nothing yet.
   *
   * @param complete whether nothing was handed out so far
   */
  DeliveredContainerTracker(boolean complete) {
    this.complete = complete;
  }

  /** The application is about to see it; false if that tells nothing new. */
  boolean note(ContainerId container, SubClusterId of) {
    Long before = latest.get(of.getId());
    if (before != null && before >= container.getContainerId()) {
      return false;
    }
    latest.put(of.getId(), container.getContainerId());
    return true;
  }

  /**
   * Whether it was handed out before the restart, so that it is not granted now: where YARN has to
   * register an application anew, it takes what runs there for allocated.
   *
   * @param of null if it is not known
   */
  boolean wasBefore(ContainerId container, SubClusterId of) {
    Long last = of == null ? null : latestBefore.get(of.getId());
    return last != null && container.getContainerId() <= last;
  }

  /**
   * Those that the application was not handed. Of a sub-cluster of which nothing is known none are
   * named; nor, while none was handed out in the home sub-cluster, any of that, since one of them
   * is the application's master. In other sub-clusters all attempts of the application are one, so
   * that a later one knows of nothing there before it was told of something.
   *
   * @param known all containers that ResourceManagers have of the application, by sub-cluster
   */
  Map<ContainerId, SubClusterId> unseen(
      Map<ContainerId, SubClusterId> known, SubClusterId home, ApplicationAttemptId attempt) {
    Map<ContainerId, SubClusterId> unseen = new HashMap<>();
    boolean isFirst = attempt.getAttemptId() == 1;
    known.forEach(
        (container, of) -> {
          Long last = latest.get(of.getId());
          boolean none = last == null && complete && isFirst && !of.equals(home);
          boolean isOfIt = !of.equals(home) || attempt.equals(container.getApplicationAttemptId());
          if (isOfIt && (none || last != null && container.getContainerId() > last)) {
            unseen.put(container, of);
          }
        });
    return unseen;
  }

  /** For {@link #read}. */
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
   * The one that was written; one that knows of nothing if there is none.
   *
   * @param image null or empty if there is none
   * @throws IOException if it is not of this form
   */
  static DeliveredContainerTracker read(byte[] image) throws IOException {
    if (image == null || image.length == 0) {
      return new DeliveredContainerTracker(false);
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(image))) {
      int version = in.readInt();
      if (version != VERSION) {
        throw new IOException("what was remembered of containers is of version " + version);
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
