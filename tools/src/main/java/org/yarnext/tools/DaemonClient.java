// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URL;

/** Asks a daemon's web server. Immutable. */
public final class DaemonClient {
  private static final int MOST_BYTES = 64 << 20;

  private final String name;
  private final String base;
  private final int timeoutMs;

  /**
   * @param address host:port, or a URL, of the daemon or of its /jmx page
   * @param timeoutMs timeout for connecting and for each read, above 0
   * @throws ToolException if the address is invalid
   */
  public DaemonClient(String address, int timeoutMs) throws ToolException {
    this.name = address;
    this.timeoutMs = timeoutMs;
    String root = address.contains("://") ? address : "http://" + address;
    base = root.replaceFirst("/*(?:jmx/*)?$", "");
    try {
      URL url = new URL(base);
      boolean web = url.getProtocol().equals("http") || url.getProtocol().equals("https");
      if (!web || url.getHost().isEmpty()) {
        throw new ToolException(wrongAddress(address));
      }
    } catch (MalformedURLException e) {
      throw new ToolException(wrongAddress(address), e);
    }
  }

  private static String wrongAddress(String address) {
    return address + " is no address of a daemon: write host:port, or https://host:port.";
  }

  /** Returns the address as it was given. */
  public String name() {
    return name;
  }

  /**
   * The text of a response and the difference between the daemon's clock and this host's.
   * Immutable.
   */
  public static final class Answer {
    private final String text;
    private final long aheadMs;

    Answer(String text, long aheadMs) {
      this.text = text;
      this.aheadMs = aheadMs;
    }

    public String text() {
      return text;
    }

    /** Returns by how many ms the daemon's clock is ahead; 0 if the response has no date. */
    public long aheadMs() {
      return aheadMs;
    }
  }

  /**
   * Requests a page.
   *
   * @param path path with its leading slash and its query
   * @throws ToolException if the address does not answer as a daemon does
   */
  public Answer get(String path) throws ToolException {
    try {
      URL url = new URL(base + path);
      HttpURLConnection connection = (HttpURLConnection) url.openConnection();
      connection.setConnectTimeout(timeoutMs);
      connection.setReadTimeout(timeoutMs);
      int status = connection.getResponseCode();
      if (status == HttpURLConnection.HTTP_UNAUTHORIZED
          || status == HttpURLConnection.HTTP_FORBIDDEN) {
        throw new DaemonStatusException(
            status,
            name
                + " answers "
                + status
                + " and wants to know who asks: save the page with another client, such as curl"
                + " --negotiate -u : '"
                + url
                + "', and give it with --page.");
      }
      if (status != HttpURLConnection.HTTP_OK) {
        throw new DaemonStatusException(
            status,
            name + " answers " + status + " to " + url + ": is it the web address of a daemon?");
      }
      try (InputStream in = connection.getInputStream()) {
        return new Answer(text(in), aheadMs(connection.getDate()));
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

  private static long aheadMs(long dateMs) {
    return dateMs == 0 ? 0 : dateMs - System.currentTimeMillis();
  }

  private static String text(InputStream in) throws IOException {
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
