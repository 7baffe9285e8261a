// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yarnext.common.decision.Decision;

/** Launch commands as frameworks write them, and their rewriting. */
final class Launches {
  static final String ID = "container_e01_1700000000000_0001_01_000002";

  static final String MAP_TASK =
      "$JAVA_HOME/bin/java -Djava.net.preferIPv4Stack=true -Dhadoop.metrics.log.level=WARN "
          + " <ADD_OPENS> -Xmx819m -Djava.io.tmpdir=$PWD/tmp -Dlog4j.configuration=x.properties"
          + " -Dyarn.app.container.log.dir=<LOG_DIR> -Dhadoop.root.logger=INFO,CLA"
          + " org.apache.hadoop.mapred.YarnChild 10.0.0.1 40001"
          + " attempt_1700000000000_0001_m_000000_0 2 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr ";

  static final String TEZ_TASK =
      "$JAVA_HOME/bin/java  -Xms819m  -Xmx819m -server -Djava.net.preferIPv4Stack=true"
          + " -XX:+UseNUMA org.apache.tez.runtime.task.TezChild 10.0.0.1 40001 "
          + ID
          + " application_1700000000000_0001 1 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr  ";

  static final String[] SPARK_EXECUTOR = {
    "LD_LIBRARY_PATH=\\\"/opt/native:$LD_LIBRARY_PATH\\\"",
    "{{JAVA_HOME}}/bin/java",
    "-server",
    "-Xmx1024m",
    "'-XX:+UseG1GC'",
    "'-Dspark.note=a -Xmx9g b'",
    "-Djava.io.tmpdir={{PWD}}/tmp",
    "-XX:OnOutOfMemoryError='kill %p'",
    "org.apache.spark.executor.YarnCoarseGrainedExecutorBackend",
    "--driver-url",
    "spark://CoarseGrainedScheduler@host:1",
    "--cores",
    "1",
    "1><LOG_DIR>/stdout",
    "2><LOG_DIR>/stderr"
  };

  /** Launch command of Flink, whose arguments divide the memory of the container. */
  static final String FLINK_TASK_MANAGER =
      "$JAVA_HOME/bin/java -Xmx536870912 -Xms536870912 -XX:MaxDirectMemorySize=268435456"
          + " -XX:MaxMetaspaceSize=134217728 -XX:+IgnoreUnrecognizedVMOptions"
          + " -Dlog.file=<LOG_DIR>/taskmanager.log org.apache.flink.yarn.YarnTaskExecutorRunner"
          + " -D taskmanager.memory.task.heap.size=402653184b --configDir ."
          + " 1> <LOG_DIR>/taskmanager.out 2> <LOG_DIR>/taskmanager.err";

  private Launches() {}

  static LaunchText of(String... parts) {
    return new LaunchText(Arrays.asList(parts), null);
  }

  /** The same with one more variable. */
  static LaunchText with(LaunchText launch, String name, String value) {
    Map<String, String> environment = new LinkedHashMap<>(launch.environment());
    environment.put(name, value);
    return new LaunchText(launch.commands(), environment);
  }

  static HeapRules rules() {
    return new HeapRules(64, 512, 50, false);
  }

  static Decision<LaunchText> decide(LaunchText launch, long requestedMb, long grantedMb) {
    return new HeapRewrite(rules()).decide(ID, launch, requestedMb, grantedMb);
  }

  /** The command, in one piece, of a container that lost so much; as it was if it is left. */
  static String command(LaunchText launch, long lostMb) {
    LaunchText smaller = decide(launch, 4096, 4096 - lostMb).value();
    return String.join(" ", (smaller == null ? launch : smaller).commands());
  }
}
