// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.launch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainerLaunch;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;

/** Words are read as bash reads them in a script of the NodeManager. */
@RunWith(JUnitQuickcheck.class)
public class ShellTokenizerTest {
  private static final String[] PIECES = {
    " ",
    " ",
    " ",
    "a",
    "-b",
    "spin",
    "java",
    "'",
    "'",
    "\"",
    "\\\"",
    "\\\"",
    "\\",
    "\\\\",
    "$X",
    "${X}",
    "{{X}}",
    "\\$X",
    "$(spin)",
    "`spin`",
    "\\`",
    "$",
    "{a,b}",
    "*",
    "?",
    "#",
    ";",
    "&",
    "&&",
    "|",
    "(",
    ")",
    "\n",
    "\t",
    "\r",
    "2>x",
    "2>&1",
    ">x",
    "<",
    "<LOG_DIR>",
    "<CPS>",
    " <ADD_OPENS> ",
    "=",
    "~",
    "!",
    "%X%",
    "${X:-a}",
    "$'",
    "}",
    "{"
  };

  private static final String[] VALUES = {"v", "v", "v", "", "a b", "; spin", "\"", "'", "$(spin)"};

  private static final String X = "\\$X\\b|\\$\\{X\\}";
  private static final String VARIABLE = "\\$\\w+|\\$\\{\\w+\\}";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static List<String> words(String... parts) {
    return texts(ShellTokenizer.of(Arrays.asList(parts)));
  }

  private static List<String> texts(List<ShellToken> words) {
    return words.stream().map(ShellToken::text).collect(Collectors.toList());
  }

  private static List<String> oneCommand(String command, Map<String, String> environment) {
    List<ShellToken> words =
        ShellTokenizer.ofOneCommand(Collections.singletonList(command), environment);
    return words == null ? null : texts(words);
  }

  private static String random(Random random) {
    StringBuilder text = new StringBuilder("java ");
    for (int n = random.nextInt(9); n > 0; n--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  @Test
  public void placeholdersOfYarnAreNotRedirections() {
    assertEquals(
        Arrays.asList("$JAVA_HOME/bin/java", "-Dd=logs/x", "a:b", "Main"),
        words(
            "{{JAVA_HOME}}/bin/java <ADD_OPENS> -Dd=<LOG_DIR>/x a<CPS>b Main 1><LOG_DIR>/stdout"));
    assertEquals(Arrays.asList("%JAVA_HOME%/bin/java"), words("%JAVA_HOME%/bin/java"));
  }

  @Test
  public void escapedNumberBeforeARedirectionIsAWord() {
    assertEquals(Arrays.asList("java", "2"), words("java \\\\2>x"));
    assertEquals(Arrays.asList("java", "2"), words("java 2''>x"));
    assertEquals(Arrays.asList("java"), words("java 2>x"));
  }

  @Test
  public void tokensHavePositions() {
    ShellToken word = ShellTokenizer.of(Arrays.asList("java", "a -D\"x\"=\\\"1 2\\\" b")).get(2);
    assertEquals("-Dx=1 2", word.text());
    assertEquals(1, word.part(0));
    assertEquals(2, word.place(0));
    assertEquals(5, word.place(2));
    assertEquals(15, word.end());
    assertTrue(word.isTogether(4));
    assertEquals(false, word.isTogether(1));
  }

  @Test
  public void nestedScriptKeepsPositions() {
    List<ShellToken> words = ShellTokenizer.of(Arrays.asList("sh -c 'exec java' x"));
    assertTrue(words.get(2).isQuoted());
    ShellToken java = ShellTokenizer.of(words.get(2)).get(1);
    assertEquals("java", java.text());
    assertEquals(12, java.place(0));
    assertEquals(16, java.end());
  }

  @Test
  public void tooLongCommandIsIgnored() {
    char[] many = new char[128 * 1024];
    Arrays.fill(many, 'a');
    assertNull(oneCommand("java " + new String(many), Collections.emptyMap()));
  }

  /** In the order of their places, and every character is what is written there. */
  @Property(trials = 2000)
  public void wordsAreInOrderAndWithinTheirText(@When(seed = 52) long seed) {
    Random random = new Random(seed);
    List<String> parts = Arrays.asList(random(random), "", random(random));
    int part = 0;
    int place = -1;
    for (ShellToken word : ShellTokenizer.of(parts)) {
      for (int i = 0; i < word.text().length(); i++) {
        String written = (parts.get(word.part(i)) + " ").substring(word.place(i));
        boolean isReplaced = "<{".indexOf(written.charAt(0)) >= 0;
        assertTrue(parts.toString(), word.part(i) > part || word.place(i) >= place);
        assertTrue(parts.toString(), isReplaced || written.charAt(0) == word.text().charAt(i));
        part = word.part(i);
        place = word.place(i);
      }
      assertTrue(parts.toString(), word.endPart() > part || word.end() >= place);
    }
  }

  /**
   * A text that is taken for a single plain command is read as bash reads it, and runs nothing
   * else. The commands are the same in each run; to try others, change the seed and raise the
   * trials.
   */
  @Property(trials = 500)
  public void bashReadsAPlainCommandInTheSameWay(@When(seed = 51) long seed) throws Exception {
    Random random = new Random(seed);
    Map<String, String> environment = new HashMap<>();
    environment.put("X", VALUES[random.nextInt(VALUES.length)]);
    String command = random(random);
    List<String> words = oneCommand(command, environment);
    if (words != null) {
      List<String> expected =
          words.stream()
              .map(word -> word.replaceAll(X, environment.get("X")).replaceAll(VARIABLE, ""))
              .collect(Collectors.toList());
      // A variable alone may be no word.
      if (words.stream().noneMatch(word -> word.matches("(" + VARIABLE + ")+"))) {
        List<String> called = run(command, environment);
        // With a redirection bash runs nothing if it cannot open the file.
        if (!called.isEmpty() || !command.matches("(?s).*[<>].*")) {
          assertEquals(command + environment, expected, called);
        }
      }
    }
  }

  /** The words with which programs were called, each after its name. */
  private List<String> run(String command, Map<String, String> environment) throws Exception {
    File out = new File(folder.getRoot(), "out");
    Files.write(out.toPath(), new byte[0]);
    program("java", out);
    program("spin", out);
    String expanded = ContainerLaunch.expandEnvironment(command, new Path("logs"));
    ProcessBuilder shell =
        new ProcessBuilder("/bin/bash", "-c", "exec /bin/bash -c \"" + expanded + "\"");
    shell.environment().clear();
    shell.environment().putAll(environment);
    shell.environment().put("PATH", folder.getRoot().getPath());
    Process process =
        shell
            .directory(folder.getRoot())
            .redirectErrorStream(true)
            .redirectOutput(new File(folder.getRoot(), "log"))
            .start();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    String written = new String(Files.readAllBytes(out.toPath()), StandardCharsets.UTF_8);
    List<String> called = new ArrayList<>(Arrays.asList(written.split("\0", -1)));
    called.remove(called.size() - 1); // what is behind the last end
    // <ADD_OPENS> becomes words of their own, or a piece of one in quotes.
    called.removeIf(word -> word.matches("--add-\\S+"));
    called.replaceAll(word -> word.replaceAll("--add-\\S+( --add-\\S+)*", ""));
    return called;
  }

  /** A NodeManager's dispatcher waits for the result, and users write the text. */
  @Test(timeout = 60_000)
  public void timeToReadAWordGrowsWithItsLengthOnly() {
    char[] word = new char[2 << 20];
    Arrays.fill(word, '#');
    word[0] = 'a';
    String text = new String(word);
    assertEquals(text, ShellTokenizer.of(Collections.singletonList(text)).get(0).text());
  }

  private void program(String name, File out) throws Exception {
    File file = new File(folder.getRoot(), name);
    if (!file.exists()) {
      String script = "#!/bin/sh\nprintf '%s\\0' " + name + " \"$@\" >> " + out + "\n";
      Files.write(file.toPath(), script.getBytes(StandardCharsets.UTF_8));
      assertTrue(file.setExecutable(true));
    }
  }
}
