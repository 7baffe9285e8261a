// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangFairQueue;
import org.yarnext.federation.store.BoundedRecordReader;
import org.yarnext.federation.store.StoredRecord;

/**
 * Encodes and decodes an {@link AdmittedGangRegistry} as a record in ZooKeeper. The record is
 * compressed, since ids and queues resemble each other: one megabyte, ZooKeeper's limit, holds
 * about 50,000 running jobs. Stateless.
 */
final class AdmittedGangCodec {
  private static final int FORMAT = 3;
  private static final int RUNNING = 1;
  private static final int KILLED = 2;

  private AdmittedGangCodec() {}

  /** Encodes a registry. */
  static byte[] toBytes(AdmittedGangRegistry registry) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(bytes))) {
      out.writeByte(FORMAT);
      out.writeInt(registry.admitted().size());
      for (Map.Entry<String, AdmittedGang> e : registry.admitted().entrySet()) {
        AdmittedGang admission = e.getValue();
        out.writeUTF(e.getKey());
        out.writeUTF(admission.queue());
        out.writeUTF(admission.router());
        out.writeUTF(admission.takenBy());
        out.writeLong(admission.amount());
        out.writeLong(admission.leaseUntilMs());
        out.writeByte((admission.isRunning() ? RUNNING : 0) | (admission.isKilled() ? KILLED : 0));
      }
      out.writeInt(registry.overtaken().size());
      for (Map.Entry<String, Integer> e : registry.overtaken().entrySet()) {
        out.writeUTF(e.getKey());
        out.writeInt(e.getValue());
      }
      out.writeInt(registry.killed().size());
      for (String id : registry.killed()) {
        out.writeUTF(id);
      }
      out.writeInt(registry.refused().size());
      for (Map.Entry<String, AdmittedGangRegistry.Refusal> e : registry.refused().entrySet()) {
        out.writeUTF(e.getKey());
        out.writeInt(e.getValue().times());
        out.writeLong(e.getValue().untilMs());
      }
      write(out, registry.turns().clocks());
      write(out, registry.turns().finishes());
      Map<String, Long> declared = new TreeMap<>();
      registry
          .admitted()
          .forEach(
              (id, job) -> {
                if (job.declared() != job.amount()) {
                  declared.put(id, job.declared());
                }
              });
      write(out, declared); // Routers of earlier versions do not read it
    }
    return bytes.toByteArray();
  }

  /**
   * Decodes a registry.
   *
   * @throws IOException if the record has another format or is damaged
   */
  static AdmittedGangRegistry read(BoundedRecordReader zipped, StoredRecord record)
      throws IOException {
    BoundedRecordReader in = zipped.gunzip();
    int format = in.readByte();
    if (format != FORMAT) {
      throw new IOException(
          "the stored registry of gangs has format " + format + ", not " + FORMAT);
    }
    Map<String, AdmittedGang> admitted = new TreeMap<>();
    for (int left = in.readCount(); left > 0; left--) {
      String id = in.readUTF();
      String queue = in.readUTF();
      String router = in.readUTF();
      String takenBy = in.readUTF();
      long amount = atLeastZero(in.readLong());
      long leaseUntilMs = in.readLong();
      int flags = in.readByte();
      admitted.put(
          id,
          AdmittedGang.of(
                  queue,
                  amount,
                  router,
                  leaseUntilMs,
                  (flags & RUNNING) != 0,
                  (flags & KILLED) != 0)
              .takenBy(takenBy));
    }
    Map<String, Integer> overtaken = new TreeMap<>();
    for (int left = in.readCount(); left > 0; left--) {
      overtaken.put(in.readUTF(), (int) atLeastZero(in.readInt()));
    }
    List<String> killed = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      killed.add(in.readUTF());
    }
    Map<String, AdmittedGangRegistry.Refusal> refused = new TreeMap<>();
    for (int left = in.readCount(); left > 0; left--) {
      String id = in.readUTF();
      int times = (int) atLeastZero(in.readInt());
      refused.put(id, AdmittedGangRegistry.Refusal.of(times, in.readLong()));
    }
    GangFairQueue turns = GangFairQueue.of(readTags(in), readTags(in));
    if (in.hasMore()) {
      readTags(in)
          .forEach((id, total) -> admitted.computeIfPresent(id, (i, job) -> job.declaring(total)));
    }
    return AdmittedGangRegistry.of(record.version(), admitted, overtaken, killed)
        .with(refused, turns);
  }

  private static void write(DataOutputStream out, Map<String, Long> tags) throws IOException {
    out.writeInt(tags.size());
    for (Map.Entry<String, Long> e : tags.entrySet()) {
      out.writeUTF(e.getKey());
      out.writeLong(e.getValue());
    }
  }

  private static Map<String, Long> readTags(BoundedRecordReader in) throws IOException {
    Map<String, Long> tags = new TreeMap<>();
    for (int left = in.readCount(); left > 0; left--) {
      tags.put(in.readUTF(), atLeastZero(in.readLong()));
    }
    return tags;
  }

  private static long atLeastZero(long number) throws IOException {
    if (number < 0) {
      throw new IOException("the stored registry of gangs has " + number);
    }
    return number;
  }
}
