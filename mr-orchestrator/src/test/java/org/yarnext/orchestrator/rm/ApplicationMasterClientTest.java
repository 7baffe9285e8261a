// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocol;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskReportsResponse;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskState;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.rm.progress.ApplicationMasterEndpoint;
import org.yarnext.orchestrator.rm.progress.MapReduceProgressSource;

/** Calls of a master that somebody wrote who means no good. */
public class ApplicationMasterClientTest {
  private static final int TIMEOUT_MS = 5_000;
  private static final int PAUSE_MS = 50;
  private static final JobPhase PHASE = new JobPhase("job_1_0001", "MAP");
  private static final Set<String> RUNNING = Collections.singleton("attempt_1_0001_m_000000_0");

  private final Configuration conf = new YarnConfiguration();
  private final RMContext context = mock(RMContext.class);
  private final RMAppAttempt attempt = mock(RMAppAttempt.class);
  private final CountDownLatch hasDripped = new CountDownLatch(TIMEOUT_MS / PAUSE_MS + 10);
  private final CountDownLatch isClosed = new CountDownLatch(1);
  private ServerSocket server;
  private MRClientProtocol other;

  /** Response of a master to a call. */
  private interface Answer {
    void send(DataOutputStream out) throws Exception;
  }

  @Before
  public void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
    when(attempt.getHost()).thenReturn("127.0.0.1");
    runsOn("127.0.0.1");
    when(attempt.getRpcPort()).thenReturn(server.getLocalPort());
    RMApp application = mock(RMApp.class);
    when(application.getUser()).thenReturn("somebody");
    when(application.getCurrentAppAttempt()).thenReturn(attempt);
    ConcurrentMap<ApplicationId, RMApp> applications = new ConcurrentHashMap<>();
    applications.put(ApplicationId.newInstance(1, 1), application);
    when(context.getRMApps()).thenReturn(applications);
    // As a ResourceManager whose logs are aggregated to HDFS: Hadoop's own client is in use.
    other =
        (MRClientProtocol)
            YarnRPC.create(conf)
                .getProxy(MRClientProtocol.class, new InetSocketAddress("127.0.0.1", 1), conf);
  }

  @After
  public void close() throws IOException {
    YarnRPC.create(conf).stopProxy(other, conf);
    server.close();
  }

  private void runsOn(String host) {
    Container container = mock(Container.class);
    when(container.getNodeId()).thenReturn(NodeId.newInstance(host, 45454));
    when(attempt.getMasterContainer()).thenReturn(container);
  }

  /** Endpoint that a source of progress is given; null if none. */
  private InetSocketAddress asked() throws Exception {
    AtomicReference<InetSocketAddress> asked = new AtomicReference<>();
    new ApplicationMasterClient(
            context,
            (phase, running, master) -> {
              asked.set(master.address());
              return Collections.emptyMap();
            },
            conf,
            TIMEOUT_MS,
            100)
        .progress(PHASE, RUNNING);
    return asked.get();
  }

  /**
   * Only the registered port is used: resolving the name may be slow, or the name another host's.
   */
  @Test
  public void callGoesToTheContainerNodeAndNotToTheRegisteredHost() throws Exception {
    when(attempt.getHost()).thenReturn("database.internal");
    assertEquals("127.0.0.1", asked().getHostString());
    assertEquals(server.getLocalPort(), asked().getPort());
    when(attempt.getMasterContainer()).thenReturn(null);
    assertNull("an unmanaged one runs on no node", asked());
  }

  private ApplicationMasterClient calls() {
    return new ApplicationMasterClient(
        context, new MapReduceProgressSource(), conf, TIMEOUT_MS, 100);
  }

  private void serve(Answer answer) {
    Thread thread =
        new Thread(
            () -> {
              try (Socket socket = server.accept();
                  DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
                answer.send(out);
                while (socket.getInputStream().read() >= 0) {
                  // As long as somebody is there.
                }
              } catch (Exception e) {
                // It is closed at the other end.
              }
              isClosed.countDown();
            });
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns whether any of the two threads of a connection runs. */
  private boolean hasThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().contains("127.0.0.1:" + server.getLocalPort()));
  }

  private void awaitNothingLeft() throws InterruptedException {
    assertTrue(isClosed.await(60, TimeUnit.SECONDS));
    for (int i = 0; hasThreads(); i++) {
      assertTrue("threads stay for as long as Hadoop keeps a connection", i < 400);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  @Test
  public void interruptEndsACallWithASlowResponse() throws Exception {
    serve(
        out -> {
          out.writeInt(100_000);
          while (true) {
            out.write(0);
            out.flush();
            hasDripped.countDown();
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
          }
        });
    Map<Thread, Throwable> ended = new ConcurrentHashMap<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                calls().progress(PHASE, RUNNING);
              } catch (Exception e) {
                ended.put(Thread.currentThread(), e);
              }
            });
    caller.start();
    assertTrue(hasDripped.await(60, TimeUnit.SECONDS));
    assertTrue("it never times out", caller.isAlive());
    caller.interrupt();
    caller.join(60_000);
    assertFalse(caller.isAlive());
    assertEquals(caller, ended.keySet().iterator().next());
    awaitNothingLeft();
  }

  @Test
  public void oversizedResponseIsRefusedByItsDeclaredLength() throws Exception {
    serve(out -> out.writeInt(64 << 20));
    IOException refused = assertThrows(IOException.class, () -> calls().progress(PHASE, RUNNING));
    assertTrue(refused.toString(), refused.toString().contains("exceeds maximum data length"));
    awaitNothingLeft();
  }

  /** Before version 9 a server refused a client with -1, a status, and two texts of any length. */
  @Test
  public void announcedLengthOfAnOldRefusalIsNotAllocated() throws Exception {
    serve(
        out -> {
          out.writeInt(-1);
          out.writeInt(1);
          out.writeInt(Integer.MAX_VALUE);
        });
    IOException refused = assertThrows(IOException.class, () -> calls().progress(PHASE, RUNNING));
    assertTrue(refused.toString(), refused.toString().contains("exceeds maximum data length"));
    awaitNothingLeft();
  }

  @Test
  public void responsesAreLimitedByTheTasksAndTheHeap() {
    int forAllTasks = (1 << 20) + 5_000 * 4_096;
    assertEquals(forAllTasks, ApplicationMasterClient.maxResponse(128 << 20, 5_000, 32L << 30));
    assertEquals(4 << 20, ApplicationMasterClient.maxResponse(128 << 20, 5_000, 4L << 30));
    assertEquals(1 << 20, ApplicationMasterClient.maxResponse(0, 5_000, 256L << 20));
    assertEquals(2 << 20, ApplicationMasterClient.maxResponse(2 << 20, 5_000, 32L << 30));
  }

  @Test
  public void progressIsReadFromAMasterOfMapReduce() throws Exception {
    String name = RUNNING.iterator().next();
    TaskAttemptId running = TypeConverter.toYarn(TaskAttemptID.forName(name));
    TaskReport report = Records.newRecord(TaskReport.class);
    report.setTaskId(running.getTaskId());
    report.setTaskState(TaskState.RUNNING);
    report.setProgress(0.5f);
    report.addRunningAttempt(running);
    GetTaskReportsResponse answer = Records.newRecord(GetTaskReportsResponse.class);
    answer.addTaskReport(report);
    MRClientProtocol master = mock(MRClientProtocol.class);
    when(master.getTaskReports(any())).thenReturn(answer);
    Server honest =
        YarnRPC.create(conf)
            .getServer(
                MRClientProtocol.class,
                master,
                new InetSocketAddress("127.0.0.1", 0),
                conf,
                null,
                1);
    honest.start();
    try {
      when(attempt.getRpcPort()).thenReturn(honest.getListenerAddress().getPort());
      assertEquals(Collections.singletonMap(name, 0.5), calls().progress(PHASE, RUNNING));
    } finally {
      honest.stop();
    }
  }

  /** Returns the address that the source of progress gets for a registered page. */
  private String web(String page) throws Exception {
    when(attempt.getOriginalTrackingUrl()).thenReturn(page);
    AtomicReference<ApplicationMasterEndpoint> asked = new AtomicReference<>();
    ApplicationMasterClient calls =
        new ApplicationMasterClient(
            context,
            (phase, running, master) -> {
              assertEquals(RUNNING, running);
              asked.set(master);
              return Collections.emptyMap();
            },
            conf,
            TIMEOUT_MS,
            100);
    assertTrue(calls.progress(PHASE, RUNNING).isEmpty());
    assertEquals("somebody", asked.get().caller().getUserName());
    assertEquals(server.getLocalPort(), asked.get().address().getPort());
    return String.valueOf(asked.get().web());
  }

  @Test
  public void webAddressIsTheContainerNodeWithTheTrackingPort() throws Exception {
    runsOn("node1");
    assertEquals("http://node1:40000", web("http://h1:40000/ui/"));
    assertEquals("http://node1:80", web("http://somebody:secret@metadata:80/a?b=c#d"));
    for (String none :
        new String[] {
          null, "", "N/A", "h1:40000", "https://h1:40000/ui/", "http://h1/ui", "::", "http://"
        }) {
      assertEquals(none, "null", web(none));
    }
  }
}
