// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.submission;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.WireFormat;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationSubmissionContextPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ApplicationSubmissionContextProto;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/** Encodes a client's submission as a YARN protobuf, for the record of a waiting job. Stateless. */
public final class SubmissionCodec {
  /** Limit of message fields, far above any client's submission. */
  private static final int MAX_PARTS = 100_000;

  private static final String FIX =
      ": shorten its environment, command and local resources, or submit it without its tag gang=";

  private SubmissionCodec() {}

  /**
   * Encodes a submission.
   *
   * @throws IllegalArgumentException if it is too large for a record, or has too many fields; the
   *     message names the fix
   */
  public static byte[] write(ApplicationSubmissionContext submission) {
    byte[] bytes = ((ApplicationSubmissionContextPBImpl) submission).getProto().toByteArray();
    int max = ZooKeeperRecordStore.maxBytes() - GangJob.MAX_OTHER_BYTES;
    if (bytes.length > max) {
      throw new IllegalArgumentException(
          submission.getApplicationId()
              + " has "
              + bytes.length
              + " bytes, and may have at most "
              + max
              + " to wait for its quota"
              + FIX);
    }
    try {
      check(bytes);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          submission.getApplicationId()
              + " cannot wait for its quota, since "
              + e.getMessage()
              + FIX,
          e);
    }
    return bytes;
  }

  /**
   * Decodes the submission of a job.
   *
   * @throws IOException if the record is not a submission, or has too many fields
   */
  public static ApplicationSubmissionContext of(GangJob job) throws IOException {
    check(job.submission());
    try {
      return new ApplicationSubmissionContextPBImpl(
          ApplicationSubmissionContextProto.parseFrom(job.submission()));
    } catch (StackOverflowError e) { // older protobuf versions do not limit nested groups
      throw new IOException("it is nested too deep", e);
    }
  }

  /**
   * Checks that a submission can be decoded with little memory.
   *
   * @throws IOException if it has too many fields, or is nested too deep
   */
  private static void check(byte[] submission) throws IOException {
    try {
      checkParts(submission, ApplicationSubmissionContextProto.getDescriptor(), MAX_PARTS);
    } catch (StackOverflowError e) {
      throw new IOException("it is nested too deep", e);
    }
  }

  /**
   * Counts the fields, each of which becomes an object far larger than the two bytes that it needs
   * in the message.
   *
   * @return how many more fields there may be
   */
  private static int checkParts(byte[] message, Descriptor type, int max) throws IOException {
    int left = max;
    CodedInputStream in = CodedInputStream.newInstance(message);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (--left < 0) {
        throw new IOException("it has more than " + MAX_PARTS + " parts");
      }
      FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      boolean isMessage =
          field != null
              && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
              && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
      if (isMessage) {
        left = checkParts(in.readByteArray(), field.getMessageType(), left);
      } else {
        in.skipField(tag);
      }
    }
    return left;
  }
}
