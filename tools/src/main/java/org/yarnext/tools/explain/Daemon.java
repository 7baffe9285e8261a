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
package org.yarnext.tools.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import org.yarnext.tools.ToolException;

/** Asks a daemon's web server for its decisions. Immutable. */
final class Daemon {
  /** Beans of several daemons in one JVM have a number behind their names. */
  private static final String QUERY = "/jmx?qry=Hadoop:service=*,name=*Decisions*";

  private static final int MOST_BYTES = 64 << 20;

  private final String name;
  private final URL url;
  private final int timeoutMs;

  /**
   * @param address host:port, or a URL, of the daemon or of its /jmx page
   * @param timeoutMs for connecting and for each answer, above 0
   * @throws ToolException if the address is none
   */
  Daemon(String address, int timeoutMs) throws ToolException {
    this.name = address;
    this.timeoutMs = timeoutMs;
    String base = address.contains("://") ? address : "http://" + address;
    base = base.replaceFirst("/*(?:jmx/*)?$", "");
    try {
      this.url = new URL(base + QUERY);
    } catch (MalformedURLException e) {
      throw new ToolException(wrongAddress(address), e);
    }
    boolean web = url.getProtocol().equals("http") || url.getProtocol().equals("https");
    if (!web || url.getHost().isEmpty()) {
      throw new ToolException(wrongAddress(address));
    }
  }

  private static String wrongAddress(String address) {
    return address + " is no address of a daemon: write host:port, or https://host:port.";
  }

  /**
   * @throws ToolException if it does not answer as a daemon does
   */
  DecisionsPage ask() throws ToolException {
    try {
      HttpURLConnection connection = (HttpURLConnection) url.openConnection();
      connection.setConnectTimeout(timeoutMs);
      connection.setReadTimeout(timeoutMs);
      int status = connection.getResponseCode();
      if (status == HttpURLConnection.HTTP_UNAUTHORIZED
          || status == HttpURLConnection.HTTP_FORBIDDEN) {
        throw new ToolException(
            name
                + " answers "
                + status
                + " and wants to know who asks: save the page with another client, such as curl"
                + " --negotiate -u : '"
                + url
                + "', and give it with --page.");
      }
      if (status != HttpURLConnection.HTTP_OK) {
        throw new ToolException(
            name + " answers " + status + " to " + url + ": is it the web address of a daemon?");
      }
      try (InputStream in = connection.getInputStream()) {
        return DecisionsPage.read(name, text(in)).ofClockAhead(aheadMs(connection.getDate()));
      }
    } catch (IOException e) {
      throw new ToolException(
          name
              + " cannot be asked ("
              + e
              + "): check that the daemon runs, and that this is its web address.",
          e);
    }
  }

  /** How far the daemon's clock is ahead of this host's, as far as its answer tells. */
  private static long aheadMs(long dateMs) {
    return dateMs == 0 ? 0 : dateMs - System.currentTimeMillis();
  }

  private String text(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 16];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      bytes.write(buffer, 0, n);
      if (bytes.size() > MOST_BYTES) {
        throw new IOException("it answers with more than " + MOST_BYTES + " bytes");
      }
    }
    return new String(bytes.toByteArray(), UTF_8);
  }
}
