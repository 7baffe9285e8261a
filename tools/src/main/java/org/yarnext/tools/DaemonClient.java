// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.concurrent.TimeUnit;

/** HTTP client of one daemon's web server. Thread-safe if its connector is. */
public final class DaemonClient {
  private static final int MAX_BYTES = 64 << 20;

  /** Minimum timeout of a change: the daemon may have to wait for its kernel. */
  private static final int MIN_CHANGE_MS = 60_000;

  private final String name;
  private final String base;
  private final int timeoutMs;
  private final Connector connector;

  /** Opens connections with timeouts, and logs in if the daemon requires it. */
  @FunctionalInterface
  public interface Connector {
    /** Returns a connection that does not follow redirects. */
    HttpURLConnection connect(URL url) throws IOException;

    /**
     * Returns a connection that has sent a request.
     *
     * @param sender sets the method and writes the body; called for every connection that is tried
     */
    default HttpURLConnection connect(URL url, Sender sender) throws IOException {
      HttpURLConnection connection = connect(url);
      sender.send(connection);
      return connection;
    }
  }

  /** Sends a request on a connection. */
  @FunctionalInterface
  public interface Sender {
    void send(HttpURLConnection connection) throws IOException;
  }

  /**
   * Makes a client that does not log in.
   *
   * @param address host:port, or a URL, of the daemon or of its /jmx page
   * @param timeoutMs timeout for connecting and for each read, above 0
   * @throws ToolException if the address is invalid
   */
  public DaemonClient(String address, int timeoutMs) throws ToolException {
    this(
        address,
        timeoutMs,
        url -> {
          HttpURLConnection connection = (HttpURLConnection) url.openConnection();
          connection.setConnectTimeout(timeoutMs);
          connection.setReadTimeout(timeoutMs);
          connection.setInstanceFollowRedirects(false);
          return connection;
        });
  }

  /**
   * @param address host:port, or a URL, of the daemon or of its /jmx page
   * @param timeoutMs timeout for each read, above 0; a whole answer may take six times as long
   * @throws ToolException if the address is invalid
   */
  public DaemonClient(String address, int timeoutMs, Connector connector) throws ToolException {
    this.name = address;
    this.timeoutMs = timeoutMs;
    this.connector = connector;
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
    return address
        + " is not the address of a daemon: write host:port or https://host:port, and IPv6"
        + " addresses in brackets.";
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

    /**
     * Returns by how many ms the daemon's clock is ahead, accurate to half a second; 0 if the
     * response has no date or its duration may explain the difference.
     */
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
      long startMs = System.currentTimeMillis();
      HttpURLConnection connection = connector.connect(url);
      int status = connection.getResponseCode();
      if (status >= 300 && status < 400) {
        throw new DaemonStatusException(
            status,
            name
                + " answers "
                + status
                + " and sends to "
                + connection.getHeaderField("Location")
                + ": it is a standby ResourceManager, or not a daemon of YARN.");
      }
      if (status == HttpURLConnection.HTTP_UNAUTHORIZED
          || status == HttpURLConnection.HTTP_FORBIDDEN) {
        throw new DaemonStatusException(
            status,
            name
                + " answers "
                + status
                + " to "
                + url
                + ", since it does not accept your login: get a ticket with kinit, or ask an"
                + " administrator.");
      }
      if (status != HttpURLConnection.HTTP_OK) {
        throw new DaemonStatusException(
            status,
            name + " answers " + status + " to " + url + ": is it the web address of a daemon?");
      }
      long endMs = System.currentTimeMillis();
      try (InputStream in = connection.getInputStream()) {
        return new Answer(text(in), aheadMs(connection.getDate(), startMs, endMs));
      }
    } catch (IOException e) {
      throw new ToolException(
          name
              + " cannot be reached ("
              + e
              + "): check that the daemon runs, and that this is its web address.",
          e);
    }
  }

  /** The status and the text of a response. Immutable. */
  public static final class Reply {
    private final int status;
    private final String text;

    Reply(int status, String text) {
      this.status = status;
      this.text = text;
    }

    public int status() {
      return status;
    }

    /** Returns the text; empty if there is none. */
    public String text() {
      return text;
    }
  }

  /**
   * Sends a JSON object with PUT, and waits for the response for at least a minute.
   *
   * @param path path with its leading slash and its query
   * @return the response, also if it is an error
   * @throws ToolException if the address does not answer
   */
  public Reply put(String path, String json) throws ToolException {
    try {
      HttpURLConnection connection =
          connector.connect(
              new URL(base + path),
              opened -> {
                opened.setReadTimeout(Math.max(timeoutMs, MIN_CHANGE_MS));
                opened.setRequestMethod("PUT");
                opened.setRequestProperty("Content-Type", "application/json");
                opened.setRequestProperty("X-XSRF-HEADER", "yarnext");
                opened.setDoOutput(true);
                try (OutputStream out = opened.getOutputStream()) {
                  out.write(json.getBytes(UTF_8));
                }
              });
      int status = connection.getResponseCode();
      try (InputStream in =
          status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
        return new Reply(status, in == null ? "" : text(in));
      }
    } catch (IOException e) {
      throw new ToolException(
          name + " cannot be reached (" + e + "): check its settings before you try again.", e);
    }
  }

  /** A date has whole seconds, and was made between the two times of this host. */
  private static long aheadMs(long dateMs, long startMs, long endMs) {
    long halfMs = (endMs - startMs) / 2;
    long aheadMs = dateMs + 500 - (startMs + halfMs);
    return dateMs == 0 || Math.abs(aheadMs) <= 500 + halfMs ? 0 : aheadMs;
  }

  private String text(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 16];
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(6L * timeoutMs);
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      bytes.write(buffer, 0, n);
      if (bytes.size() > MAX_BYTES) {
        throw new IOException("it answers with more than " + MAX_BYTES + " bytes");
      }
      if (System.nanoTime() - endNanos > 0) {
        throw new IOException("its answer takes longer than " + 6L * timeoutMs + " ms");
      }
    }
    return new String(bytes.toByteArray(), UTF_8);
  }
}
