// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** A NodeManager's service that stays off, and directories that look like the kernel's groups. */
public class OrchestratorAuxiliaryServiceTest {
  private static final String OFF = "yarn.mr-orchestrator.mode=off";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private String scheme = "";
  private Path undoFile;
  private Path shares;
  private Path empty;
  private Path inUse;

  @Before
  public void crash() throws IOException {
    Path root = folder.getRoot().toPath();
    shares = root.resolve("stock/cpu.shares");
    empty = Files.createDirectories(root.resolve("empty"));
    inUse = Files.createDirectories(root.resolve("in-use/below")).getParent();
    Files.createDirectories(shares.getParent());
    Files.write(shares, "300".getBytes(UTF_8));
    undoFile = root.resolve("local/yarnext-mr-orchestrator/put-back.json");
  }

  private void leave(Path... groups) throws IOException {
    StringBuilder made = new StringBuilder();
    for (Path group : groups) {
      made.append(made.length() == 0 ? "" : ",").append('"').append(group).append('"');
    }
    String content =
        String.format(
            "{\"values\":{\"%s\":{\"original\":\"1024\",\"written\":\"300\",\"intended\":\"300\"}},"
                + "\"groups\":[%s]}",
            shares, made);
    Files.createDirectories(undoFile.getParent());
    Files.write(undoFile, content.getBytes(UTF_8));
  }

  private void startAndStop(String setting) {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, scheme + folder.getRoot().toPath().resolve("local"));
    conf.set(setting.split("=")[0], setting.split("=")[1]);
    OrchestratorAuxiliaryService service = new OrchestratorAuxiliaryService();
    service.init(conf);
    assertNull(service.orchestrator());
    service.start();
    service.stop();
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8);
  }

  @Test
  public void modeOffRestoresValuesLeftByACrash() throws IOException {
    leave(empty);
    startAndStop(OFF);
    assertEquals("1024", read(shares));
    assertFalse(Files.exists(empty));
    assertTrue(read(undoFile), read(undoFile).endsWith("\"values\":{},\"groups\":[]}"));
  }

  @Test
  public void localDirectoriesMayBeFileUris() throws IOException {
    leave(empty);
    scheme = "file://";
    startAndStop(OFF);
    assertEquals("1024", read(shares));
  }

  @Test
  public void refusedConfigurationRestoresValuesLeftByACrash() throws IOException {
    leave(empty);
    startAndStop("yarn.mr-orchestrator.epoch=1ms");
    assertEquals("1024", read(shares));
    assertFalse(Files.exists(empty));
  }

  @Test
  public void cgroupInUseIsLeftForTheNextStart() throws IOException {
    leave(empty, inUse);
    startAndStop(OFF);
    assertEquals("1024", read(shares));
    assertFalse(Files.exists(empty));
    assertTrue(Files.exists(inUse));
    assertTrue(read(undoFile), read(undoFile).contains(inUse.toString()));
    Files.delete(inUse.resolve("below"));
    startAndStop(OFF);
    assertFalse(Files.exists(inUse));
  }

  @Test
  public void modeOffWithoutAJournalTouchesNothing() throws IOException {
    startAndStop(OFF);
    assertEquals("300", read(shares));
    assertTrue(Files.exists(empty));
    assertFalse(Files.exists(undoFile.getParent()));
  }
}
