// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.history;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

/** Directories that are used, and those that are not. */
public class HistoryDirectoryTest extends HistoryStoreTestBase {
  private static int mode(File file) throws IOException {
    return (int) Files.getAttribute(file.toPath(), "unix:mode") & 07777;
  }

  @Test
  public void eachUserHasAPrivateDirectory() throws IOException {
    store(9).add(DAG, run("a", 100));
    assertTrue(store("bob", 9).read(DAG).isEmpty());
    store("bob", 9).add(DAG, run("b", 200));
    assertEquals(Collections.singleton("a"), store(9).read(DAG).keySet());
    assertEquals("all may make theirs", 01777, mode(shared));
    assertEquals(0700, mode(directory));
    assertEquals(0700, mode(new File(shared, "bob")));
  }

  @Test
  public void existingSharedDirectoryIsUnchanged() throws IOException {
    Files.createDirectories(shared.toPath());
    Files.setPosixFilePermissions(shared.toPath(), PosixFilePermissions.fromString("rwxrwx---"));
    store(9).add(DAG, run("a", 100));
    assertEquals(0770, mode(shared));
  }

  private void assertNotUsed(String why) {
    IOException read = assertThrows(IOException.class, () -> store(9).read(DAG));
    assertTrue(read.getMessage(), read.getMessage().contains(why));
    IOException kept = assertThrows(IOException.class, () -> store(9).add(DAG, run("a", 1)));
    assertTrue(kept.getMessage(), kept.getMessage().contains(why));
  }

  /** Another user may create it in the shared directory before the first run. */
  @Test
  public void directoryOpenToOthersIsNotUsed() throws IOException {
    Files.createDirectories(directory.toPath());
    for (String mode : Arrays.asList("rwxrwxrwx", "rwx--x---", "rwx---r--")) {
      Files.setPosixFilePermissions(directory.toPath(), PosixFilePermissions.fromString(mode));
      assertNotUsed("chmod 700");
      assertEquals("nothing is told", 0, files().length);
    }
  }

  @Test
  public void directoryOfAnotherUserIsNotUsed() throws IOException {
    Files.createDirectories(directory.toPath());
    Files.setPosixFilePermissions(directory.toPath(), PosixFilePermissions.fromString("rwx------"));
    assumeTrue("only root may give it away", "root".equals(System.getProperty("user.name")));
    Files.setAttribute(directory.toPath(), "unix:uid", 65_534);
    assertNotUsed("belongs to");
    assertEquals(0, files().length);
  }

  @Test
  public void symbolicLinkIsNotUsedAsADirectory() throws IOException {
    Path elsewhere = folder.newFolder().toPath();
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
    Files.createDirectories(shared.toPath());
    Files.createSymbolicLink(directory.toPath(), elsewhere);
    assertNotUsed("is not a directory");
    assertEquals(0, elsewhere.toFile().list().length);
  }

  @Test
  public void linkedFileIsNotRead() throws IOException {
    store(9).add(DAG, run("a", 1));
    Path file = files()[0].toPath();
    Path planted = folder.newFile().toPath();
    Files.move(file, planted, StandardCopyOption.REPLACE_EXISTING);
    Files.createSymbolicLink(file, planted);
    assertThrows(IOException.class, () -> store(9).read(DAG));
  }

  @Test
  public void noUserNameLeavesTheSharedDirectory() throws IOException {
    for (String user : Arrays.asList("..", "a/../../b", "/")) {
      store(user, 9).add(DAG, run("a", 100));
    }
    assertEquals(3, shared.listFiles().length);
    assertEquals(1, shared.getParentFile().listFiles().length);
  }
}
