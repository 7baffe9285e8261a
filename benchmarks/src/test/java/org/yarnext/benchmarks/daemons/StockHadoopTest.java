// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.daemons.cluster.StockHadoop;

public class StockHadoopTest {

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void homeHasTheJarsOfHadoopAndNoOthers() throws Exception {
    Path root = folder.getRoot().toPath();
    StockHadoop hadoop = StockHadoop.ofClassPath(root.resolve("hadoop"));
    List<String> jars = jars(hadoop.home());
    assertTrue(
        jars.toString(), jars.stream().anyMatch(jar -> jar.matches("yarn/hadoop-yarn-common-.*")));
    assertTrue(jars.toString(), jars.stream().anyMatch(jar -> jar.matches("common/lib/guice-.*")));
    assertEquals(
        Collections.emptyList(),
        jars.stream()
            .filter(
                jar -> jar.matches(".*(yarnext|tez|junit|mockito|picocli|lz4|zstd|lzf|-tests).*"))
            .collect(Collectors.toList()));
    assertEquals(jars, jars(StockHadoop.like(hadoop.home(), root.resolve("copy")).home()));
  }

  private static List<String> jars(Path home) throws IOException {
    Path share = home.resolve("share/hadoop");
    try (Stream<Path> files = Files.walk(share)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> share.relativize(file).toString())
          .sorted()
          .collect(Collectors.toList());
    }
  }
}
