// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.yarnext.federation.store.BoundedRecordReader;
import org.yarnext.federation.store.StoredRecord;

/**
 * The outcome of a gang job that was killed while it waited, or rejected by ResourceManagers, and
 * so never ran. It has no more of the submission than reports show: no launch context and no
 * tokens. Immutable.
 */
public final class GangOutcome {
  private static final int MAX_TEXT_CHARS = 1_000;

  private final GangJob job;
  private final boolean killed;
  private final String diagnostics;
  private final long endedMs;

  private GangOutcome(GangJob job, boolean killed, String diagnostics, long endedMs) {
    this.job = job.shown();
    this.killed = killed;
    this.diagnostics = diagnostics;
    this.endedMs = endedMs;
  }

  static GangOutcome killed(GangJob job) {
    return new GangOutcome(job, true, "Killed while it waited for its gang's quota.", 0);
  }

  static GangOutcome failed(GangJob job, String why) {
    String text = String.valueOf(why);
    return new GangOutcome(
        job, false, text.substring(0, Math.min(text.length(), MAX_TEXT_CHARS)), 0);
  }

  public String id() {
    return job.gang().id();
  }

  /** Returns the job, with no more of its submission than reports show. */
  public GangJob job() {
    return job;
  }

  /** Returns whether it was killed; false if YARN rejected it. */
  public boolean isKilled() {
    return killed;
  }

  public String diagnostics() {
    return diagnostics;
  }

  /** Returns the end in ms of the store's clock; 0 if the outcome is not stored yet. */
  public long endedMs() {
    return endedMs;
  }

  byte[] toBytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeBoolean(killed);
      out.writeUTF(diagnostics);
      out.write(job.toBytes());
    }
    return bytes.toByteArray();
  }

  static GangOutcome read(String id, BoundedRecordReader in, StoredRecord record)
      throws IOException {
    boolean killed = in.readBoolean();
    String diagnostics = in.readUTF();
    return new GangOutcome(GangJob.read(id, in, record), killed, diagnostics, record.changedMs());
  }
}
