// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;
import org.apache.hadoop.thirdparty.protobuf.WireFormat;
import org.apache.hadoop.yarn.proto.YarnProtos.ApplicationSubmissionContextProto;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.BoundedRecordReader;
import org.yarnext.federation.store.StoredRecord;

/**
 * A stored gang job: its user, its gang, and its submission, with which any Router can start it and
 * report on it. Immutable.
 */
public final class GangJob {
  /** Limit in bytes of the parts of a record other than the submission. */
  public static final int MAX_OTHER_BYTES = 32_768;

  /** The current format. The first one, without a caller context, is read, too. */
  private static final int FORMAT = 2;

  private static final int FIRST_FORMAT = 1;

  /** Fields of a submission that reports show, each of which is a message or text. */
  private static final Set<Integer> SHOWN =
      new HashSet<>(
          Arrays.asList(
              ApplicationSubmissionContextProto.APPLICATION_ID_FIELD_NUMBER,
              ApplicationSubmissionContextProto.APPLICATION_NAME_FIELD_NUMBER,
              ApplicationSubmissionContextProto.PRIORITY_FIELD_NUMBER,
              ApplicationSubmissionContextProto.APPLICATIONTYPE_FIELD_NUMBER,
              ApplicationSubmissionContextProto.APPLICATIONTAGS_FIELD_NUMBER));

  /** Limit in bytes of what reports show of a submission. */
  private static final int MAX_SHOWN_BYTES = 2_000;

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
   * Returns a job that is not stored yet.
   *
   * @param user the user who submitted it
   * @param gang the gang; its sequence number is ignored
   * @param submittedMs time of the submission, in wall-clock ms
   * @param submission the submission context in YARN's serialised form; not copied, must not change
   */
  public static GangJob of(String user, PendingGang gang, long submittedMs, byte[] submission) {
    return new GangJob(user, gang, submittedMs, submission, "");
  }

  /**
   * Returns this job with its client's caller context.
   *
   * @param context in the form of Hadoop's audit logs; empty for none, not null
   */
  public GangJob calledBy(String context) {
    return new GangJob(user, gang, submittedMs, submission, context);
  }

  /**
   * Returns this job in another queue, with the same gang.
   *
   * @param queue the queue's path
   */
  public GangJob in(String queue) {
    PendingGang moved = PendingGang.of(gang.id(), queue, gang.containers(), gang.amount(), 0);
    return new GangJob(user, moved, submittedMs, submission, callerContext);
  }

  /** Returns the user who submitted the job. */
  public String user() {
    return user;
  }

  /** Returns the gang that the job declares; never null. */
  public PendingGang gang() {
    return gang;
  }

  /** Returns the time of the submission, in wall-clock ms. */
  public long submittedMs() {
    return submittedMs;
  }

  /** Returns the client's caller context for audit logs; empty if there is none. */
  public String callerContext() {
    return callerContext;
  }

  /** Returns the submission context in YARN's serialised form; not a copy, must not change. */
  public byte[] submission() {
    return submission;
  }

  /**
   * Returns this job with no more of its submission than reports show: without its launch context,
   * its tokens and its caller context. Parts that are too long are left out.
   */
  GangJob shown() {
    return new GangJob(user, gang, submittedMs, shown(submission), "");
  }

  private static byte[] shown(byte[] submission) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      CodedInputStream in = CodedInputStream.newInstance(submission);
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      int left = MAX_SHOWN_BYTES;
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        int field = WireFormat.getTagFieldNumber(tag);
        int type = WireFormat.getTagWireType(tag);
        if (SHOWN.contains(field) && type == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
          byte[] value = in.readByteArray();
          if (value.length <= left) {
            out.writeByteArray(field, value);
            left -= value.length;
          }
        } else if (type == WireFormat.WIRETYPE_START_GROUP) {
          break; // to skip it may need any depth of the stack
        } else {
          in.skipField(tag);
        }
      }
      out.flush();
    } catch (IOException e) {
      return new byte[0]; // no report can be made of it
    }
    return bytes.toByteArray();
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

  /**
   * Reads a job; its sequence number is that of the record.
   *
   * @throws IOException if the format is unknown or the record is damaged
   */
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
