// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.configure;

import static org.hamcrest.CoreMatchers.containsString;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.tools.CommandRun;

/** Hadoop reads the new values from any operator's file, and the file can be restored. */
public class OperatorsXmlTest {
  private static final String AUX = "yarn.nodemanager.aux-services";
  private static final String OURS = "mercury,mr_orchestrator";

  @Rule public final ConfigurationFixture fixture = new ConfigurationFixture();

  @Test
  public void commentsOrderAndWhiteSpaceStay() throws Exception {
    assertMerged(
        "a," + OURS,
        "<?xml version=\"1.0\"?>\n<!-- head -->\n<configuration>\n\n"
            + "<property><!-- why --><value > a\n </value><name>"
            + AUX
            + "</name></property>\n"
            + "\t<!-- <property><name>"
            + AUX
            + "</name><value>no</value></property> -->\n"
            + "   <property>\n"
            + "<name>z</name><value>1</value></property>   \n"
            + "</configuration><!-- t -->");
  }

  @Test
  public void carriageReturnsStay() throws Exception {
    assertMerged("a," + OURS, document(property("a")).replace("\n", "\r\n"));
    assertEquals(-1, text().replace("\r\n", "").indexOf('\n'));
  }

  @Test
  public void configurationElementMayBeEmpty() throws Exception {
    assertMerged("mapreduce_shuffle," + OURS, "<configuration/>");
    assertMerged("mapreduce_shuffle," + OURS, "<configuration  />\n");
    assertMerged("mapreduce_shuffle," + OURS, "<configuration></configuration>");
    assertMerged("mapreduce_shuffle," + OURS, "<configuration>\n</configuration>\n");
    assertMerged("a," + OURS, "<configuration>" + property("a") + "</configuration>");
  }

  @Test
  public void emptyListIsFilledWithTheDefault() throws Exception {
    String empty = "<property><name>" + AUX + "</name><value%s</property>";
    assertMerged(
        "mapreduce_shuffle," + OURS, document(String.format(Locale.ROOT, empty, "></value>")));
    assertMerged("mapreduce_shuffle," + OURS, document(String.format(Locale.ROOT, empty, "/>")));
    assertMerged(
        "mapreduce_shuffle," + OURS, document("<property><name>" + AUX + "</name></property>"));
  }

  @Test
  public void valueMayHoldEntitiesCdataAndDashes() throws Exception {
    assertMerged("a&b," + OURS, document(property("a&amp;b")));
    assertMerged("a," + OURS, document(property("<![CDATA[a]]>")));
    assertMerged("a--b---c-," + OURS, document(property("<!-- why -->a--b---c-<!--x-->")));
    assertMerged("\"%2d\"," + OURS, document(property("\"%2d\"")));
  }

  @Test
  public void variablesStay() throws Exception {
    assertMerged("${more.services},a," + OURS, document(property("${more.services}, a")));
    fixture.properties("core-site.xml", "more.services", "x,mercury");
    assertMerged("${more.services},mr_orchestrator", document(property("${more.services}")));
  }

  @Test
  public void effectivePropertyOfADuplicateIsChanged() throws Exception {
    assertMerged("second," + OURS, document(property("first") + property("second")));
    assertThat(configured(), containsString("<value>first</value>"));
    String isFinal = property("first").replace("</property>", "<final>true</final></property>");
    assertMerged("first," + OURS, document(isFinal + property("second")));
    assertThat(configured(), containsString("<value>second</value>"));
    assertThat(configured(), containsString("<final>true</final>"));
  }

  @Test
  public void propertyThatIsFinalInAnotherFileIsRefused() throws Exception {
    fixture.write(
        "core-site.xml",
        document(property("b").replace("</property>", "<final>true</final></property>")));
    fixture.write("yarn-site.xml", document(property("a")));
    CommandRun run = fixture.configure("--enable", "mercury");
    assertEquals(1, run.status);
    assertThat(run.err, containsString(AUX + " must be"));
    assertThat(run.err, containsString("core-site.xml sets it as final"));
  }

  @Test
  public void valueOfAnIncludedFileIsExtended() throws Exception {
    fixture.write("more.xml", document(property("included")));
    String include = "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"more.xml\"/>";
    assertMerged("included," + OURS, document(include));
    assertMerged("included," + OURS, document(property("before") + include));
    assertMerged("after," + OURS, document(include + property("after")));
    assertEquals(
        document(property("included")),
        new String(Files.readAllBytes(fixture.file("more.xml")), StandardCharsets.UTF_8));
  }

  @Test
  public void finalPropertyOfAnIncludedFileIsRefused() throws Exception {
    fixture.write(
        "more.xml",
        document(property("b").replace("</property>", "<final>true</final></property>")));
    fixture.write(
        "yarn-site.xml",
        document("<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"more.xml\"/>"));
    CommandRun run = fixture.configure("--enable", "mercury");
    assertEquals(1, run.status);
    assertThat(run.err, containsString("as final"));
  }

  @Test
  public void documentTypeAndItsEntitiesStay() throws Exception {
    assertMerged(
        "a,shuffle," + OURS,
        "<?xml version=\"1.0\"?>\n<!DOCTYPE configuration [\n<!ENTITY more \"a,shuffle\">\n]>\n"
            + "<configuration>\n"
            + property("&more;")
            + "\n</configuration>\n");
  }

  @Test
  public void propertyMayHaveAttributes() throws Exception {
    assertMerged("a," + OURS, document("<property name=\"" + AUX + "\" value=\"a\"/>"));
  }

  @Test
  public void encodingStays() throws Exception {
    String text =
        "<?xml version=\"1.0\" encoding=\"%s\"?>\n<configuration>\n<!-- \u00fc\u00e9 -->\n"
            + property("\u00fc")
            + "\n</configuration>\n";
    for (String encoding : new String[] {"ISO-8859-1", "UTF-8", "windows-1252"}) {
      assertMerged(
          "\u00fc," + OURS,
          String.format(Locale.ROOT, text, encoding).getBytes(Charset.forName(encoding)));
    }
    byte[] utf8 = ("\ufeff" + document(property("\u20ac"))).getBytes(StandardCharsets.UTF_8);
    assertMerged("\u20ac," + OURS, utf8);
    fixture.write("core-site.xml", document(""));
    Files.write(
        fixture.file("yarn-site.xml"),
        document(property("\u00fc")).getBytes(StandardCharsets.ISO_8859_1));
    assertThat(
        fixture.configure("--enable", "mercury").err, containsString("is not encoded in UTF-8"));
  }

  @Test
  public void fileThatIsNoConfigurationIsRefused() throws Exception {
    fixture.write("yarn-site.xml", "<configuration><property>");
    assertThat(fixture.configure("--enable", "mercury").err, containsString("not well-formed XML"));
    fixture.write("yarn-site.xml", "<conf/>");
    assertThat(
        fixture.configure("--enable", "mercury").err,
        containsString("the root element configuration"));
  }

  private static String property(String value) {
    return "<property><name>" + AUX + "</name><value>" + value + "</value></property>\n";
  }

  private static String document(String content) {
    return "<?xml version=\"1.0\"?>\n<configuration>\n" + content + "</configuration>\n";
  }

  private byte[] configured = new byte[0];

  private String configured() {
    return new String(configured, StandardCharsets.UTF_8);
  }

  private String text() {
    return configured();
  }

  private void assertMerged(String expected, String document) throws IOException {
    assertMerged(expected, document.getBytes(StandardCharsets.UTF_8));
  }

  private void assertMerged(String expected, byte[] document) throws IOException {
    Files.write(fixture.file("yarn-site.xml"), document);
    Map<String, String> before = fixture.tree();
    CommandRun run = fixture.configure("--enable", "mercury,orchestrator");
    assertEquals(run.toString(), 0, run.status);
    configured = Files.readAllBytes(fixture.file("yarn-site.xml"));
    Map<String, String> values = ConfigurationFixture.values(fixture.file("yarn-site.xml"));
    assertEquals(expected, values.get(AUX).trim());
    assertEquals("shadow", values.get("yarn.mercury.mode"));
    assertThat(
        fixture.configure("--enable", "mercury").out, containsString("There was nothing to do."));
    assertArrayEquals(configured, Files.readAllBytes(fixture.file("yarn-site.xml")));
    CommandRun back = fixture.configure("--disable");
    assertEquals(back.toString(), 0, back.status);
    assertArrayEquals(document, Files.readAllBytes(fixture.file("yarn-site.xml")));
    assertEquals(before, fixture.tree());
  }
}
