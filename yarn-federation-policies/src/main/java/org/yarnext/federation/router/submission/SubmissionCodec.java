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

/** Encodes the submission of a client as YARN does, for the record of a job that waits. */
public final class SubmissionCodec {
  /** Far more than the largest that clients make have. */
  private static final int MAX_PARTS = 100_000;

  private SubmissionCodec() {}

  /**
   * @throws IllegalArgumentException saying what to do, if it is too large for a record
   */
  public static byte[] write(ApplicationSubmissionContext submission) {
    byte[] bytes = ((ApplicationSubmissionContextPBImpl) submission).getProto().toByteArray();
    int most = ZooKeeperRecordStore.mostBytes() - GangJob.MOST_BESIDES;
    if (bytes.length > most) {
      throw new IllegalArgumentException(
          submission.getApplicationId()
              + " has "
              + bytes.length
              + " bytes to submit, and may have "
              + most
              + " to wait for its gang: shorten its environment, command and local resources, or"
              + " submit it without its tag gang=");
    }
    return bytes;
  }

  /**
   * @throws IOException if the record holds no submission, or one of too many parts
   */
  public static ApplicationSubmissionContext of(GangJob job) throws IOException {
    try {
      checkParts(job.submission(), ApplicationSubmissionContextProto.getDescriptor(), MAX_PARTS);
      return new ApplicationSubmissionContextPBImpl(
          ApplicationSubmissionContextProto.parseFrom(job.submission()));
    } catch (StackOverflowError e) { // by groups in groups, which older versions do not bound
      throw new IOException("it is nested too deep", e);
    }
  }

  /**
   * Counts what would become objects, each of which takes far more than the two bytes that it may
   * have here.
   *
   * @return how many more there may be
   */
  private static int checkParts(byte[] message, Descriptor type, int most) throws IOException {
    int left = most;
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
