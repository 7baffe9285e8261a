/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.junit.Test;
import org.yarnext.common.conf.ConfigurationKeyTable;

/**
 * The keys table of docs/elastic.md is the one the declarations give; {@code
 * -Dyarnext.docs.update=true} writes it.
 */
public class KeysPageTest {
  private static final Path PAGE = Paths.get("../docs/elastic.md");

  @Test
  public void theTableIsTheDeclarations() throws Exception {
    String page = new String(Files.readAllBytes(PAGE), UTF_8);
    String right = ConfigurationKeyTable.replaceBetweenMarkers(page, ElasticConfiguration.KEYS);
    if (Boolean.getBoolean("yarnext.docs.update")) {
      Files.write(PAGE, right.getBytes(UTF_8));
    } else {
      assertEquals("run with -Dyarnext.docs.update=true to write it", right, page);
    }
  }
}
