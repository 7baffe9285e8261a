// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.BoundedRecordReader;
import org.yarnext.federation.store.StoredRecord;

/**
 * The durable record of a job that waits: what any Router needs to start it, and what its client is
 * shown. Immutable.
 */
public final class GangJob {
  /** How many bytes of a record may be something else than the submission, its end included. */
  public static final int MOST_BESIDES = 32_768;

  /** That of earlier versions, without a caller's context, is read, too. */
  private static final int FORMAT = 2;

  private static final int FIRST_FORMAT = 1;

  private final String user;
  private final PendingGang gang;
  private final long submittedMs;
  private final byte[] submission;
  private final String callerContext;

  private GangJob(
      String user, PendingGang gang, long submittedMs, byte[] submission, String callerContext) {
    this.callerContext = callerContext;
    this.user = user;
    this.gang = gang.by(user);
    this.submittedMs = submittedMs;
    this.submission = submission;
  }

  /**
   * A job that is not stored yet.
   *
   * @param user who submitted it
   * @param gang its place in the order does not count
   * @param submittedMs when, in wall-clock ms
   * @param submission the submission context as YARN serialises it; not to be changed
   */
  public static GangJob of(String user, PendingGang gang, long submittedMs, byte[] submission) {
    return new GangJob(user, gang, submittedMs, submission, "");
  }

  /**
   * The same with what its client said of itself.
   *
   * @param context as Hadoop's audit logs have it; not null, empty for none
   */
  public GangJob calledBy(String context) {
    return new GangJob(user, gang, submittedMs, submission, context);
  }

  public String user() {
    return user;
  }

  public PendingGang gang() {
    return gang;
  }

  public long submittedMs() {
    return submittedMs;
  }

  /** What its client said of itself, for audit logs; empty if nothing. */
  public String callerContext() {
    return callerContext;
  }

  /** Not to be changed. */
  public byte[] submission() {
    return submission;
  }

  byte[] toBytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      out.writeUTF(user);
      out.writeUTF(gang.queue());
      out.writeInt(gang.containers());
      out.writeLong(gang.amount());
      out.writeLong(submittedMs);
      out.writeInt(submission.length);
      out.write(submission);
      out.writeUTF(callerContext);
    }
    return bytes.toByteArray();
  }

  /** A job as read; its place in the order is that of the record. */
  static GangJob read(String id, BoundedRecordReader in, StoredRecord record) throws IOException {
    int format = in.readByte();
    if (format != FORMAT && format != FIRST_FORMAT) {
      throw new IOException("job " + id + " is stored in format " + format + ", not " + FORMAT);
    }
    String user = in.readUTF();
    String queue = in.readUTF();
    PendingGang gang = PendingGang.of(id, queue, in.readInt(), in.readLong(), record.sequence());
    long submittedMs = in.readLong();
    byte[] submission = in.readBytes();
    String context = format == FIRST_FORMAT ? "" : in.readUTF();
    return new GangJob(user, gang, submittedMs, submission, context);
  }
}
