// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.junit.After;
import org.junit.Before;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;

/** The page of a web server of Hadoop's, with a feature that has placed 12 345 containers. */
public abstract class OverviewPageTestBase {
  protected static final String APPLICATION = "application_1700000000000_0001";
  protected static final String CONTAINER = "container_1700000000000_0002_01_000001";
  protected static final String MARKUP = "<img src=x onerror=alert(1)>";

  /** Reasons of decisions. */
  protected enum Why implements DecisionReason {
    TOO_LONG,
    SHORT;

    @Override
    public String code() {
      return name();
    }

    @Override
    public String text() {
      return "It waits longer than allowed.";
    }
  }

  /** Answers as a ResourceManager's REST service, with 120 nodes. */
  public static final class Cluster extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final ObjectMapper JSON = new ObjectMapper();
    static final AtomicInteger NODES = new AtomicInteger();
    static final AtomicInteger READ = new AtomicInteger();
    static final AtomicReference<String> RACK = new AtomicReference<>();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("application/json");
      if (request.getRequestURI().endsWith("/info")) {
        response.getWriter().print("{\"clusterInfo\":{\"hadoopVersion\":\"3.4.2\"}}");
      } else {
        READ.incrementAndGet();
        String nodes =
            IntStream.range(0, NODES.get())
                .mapToObj(
                    i ->
                        "{\"id\":\"node%d:8041\",\"rack\":%s,\"state\":\"RUNNING\",\"usedMemoryMB\":1024,\"availMemoryMB\":2048,\"numRunningOpportContainers\":1,\"numQueuedContainers\":%d,\"nodeHTTPAddress\":\"node%d:8042\"}"
                            .replace("%d", Integer.toString(i))
                            .replace("%s", JSON.valueToTree(RACK.get()).toString()))
                .collect(Collectors.joining(","));
        response.getWriter().print("{\"nodes\":{\"node\":[" + nodes + "]}}");
      }
    }
  }

  protected final String daemon = "Test" + System.nanoTime();
  protected final DecisionLog log = log("MercuryPlacement");
  protected final EventCounter placed = log.metrics().counter("ContainersPlaced", "Test");
  protected HttpServer2 server;
  protected String root;

  /** Returns a new log of a feature's bean. */
  protected final DecisionLog log(String bean) {
    return new DecisionLog(
        new FeatureMetrics(bean, "Test", () -> FeatureMode.SHADOW),
        FeatureMode.SHADOW,
        daemon,
        bean + "Decisions");
  }

  @Before
  public final void registerFeature() {
    Cluster.NODES.set(120);
    Cluster.READ.set(0);
    Cluster.RACK.set("/default");
    DefaultMetricsSystem.initialize("Test");
    placed.add(12_345); // first: JMX shows the values of the registration for ten seconds
    log.register(new Configuration(false));
  }

  /** Starts the web server with the authentication of the configuration, by default simple. */
  protected final void start(Configuration conf) throws IOException {
    conf.set(
        DecisionsInitializer.KEY,
        DecisionsInitializer.class.getName()
            + ","
            + AuthenticationFilterInitializer.class.getName());
    conf.set("hadoop.http.authentication.simple.anonymous.allowed", "true");
    server =
        new HttpServer2.Builder()
            .setName("node")
            .setConf(conf)
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    server.addServlet("cluster", "/ws/v1/cluster/*", Cluster.class);
    server.start();
    root = "http://localhost:" + server.getConnectorAddress(0).getPort();
  }

  @After
  public final void stopDaemon() throws Exception {
    if (server != null) {
      server.stop();
    }
    log.close();
    DefaultMetricsSystem.shutdown();
  }

  protected final void explain(String subject, DecisionReason reason, Object input) {
    log.explain(1_700_000_001_000L, subject, Decision.of(1, reason).with("input", input));
  }
}
