// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm.progress;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocol;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskReportsRequest;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.orchestrator.policy.JobPhase;

/**
 * Client of one MapReduce Application Master, with the protocol of MapReduce's own clients. It
 * calls as the user who created it.
 */
final class MapReduceMasterClient implements AutoCloseable {
  private final Configuration conf;
  private final MRClientProtocol master;

  MapReduceMasterClient(InetSocketAddress address, Configuration conf) {
    this.conf = conf;
    master =
        (MRClientProtocol) YarnRPC.create(conf).getProxy(MRClientProtocol.class, address, conf);
  }

  /** Returns the progress by attempt. */
  Map<String, Double> progress(JobPhase phase) throws IOException {
    GetTaskReportsRequest request = Records.newRecord(GetTaskReportsRequest.class);
    request.setJobId(TypeConverter.toYarn(JobID.forName(phase.job())));
    request.setTaskType(TaskType.valueOf(phase.phase()));
    Map<String, Double> progress = new HashMap<>();
    for (TaskReport task : master.getTaskReports(request).getTaskReportList()) {
      List<TaskAttemptId> running = task.getRunningAttemptsList();
      // MapReduce reports only the best attempt's progress, so tasks with several are left out.
      if (running.size() == 1) {
        progress.put(
            TypeConverter.fromYarn(running.get(0)).toString(), (double) task.getProgress());
      }
    }
    return progress;
  }

  @Override
  public void close() {
    YarnRPC.create(conf).stopProxy(master, conf);
  }
}
