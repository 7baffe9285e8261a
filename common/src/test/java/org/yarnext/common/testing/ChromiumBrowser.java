// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.testing;

import static org.junit.Assume.assumeNoException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.SessionNotCreatedException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * Chromium without a window, in a new profile. Where it is not installed ({@code
 * build-tools/chromium} installs it), or does not start, the test is skipped, but fails if the
 * environment has CI.
 */
public final class ChromiumBrowser implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final ChromeDriver driver;

  /**
   * Starts a browser.
   *
   * @param environment added to that of this process
   * @param arguments additional ones of its command line
   */
  public ChromiumBrowser(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> programs = InstalledPrograms.of("chromium");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(programs.get(0));
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
    options.addArguments("--disable-background-networking", "--force-color-profile=srgb");
    options.addArguments(arguments);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File(programs.get(1)))
            .usingAnyFreePort()
            .withEnvironment(environment)
            .build();
    driver = start(service, options);
  }

  private static ChromeDriver start(ChromeDriverService service, ChromeOptions options) {
    try {
      return new ChromeDriver(service, options);
    } catch (SessionNotCreatedException e) {
      if (!InstalledPrograms.areRequired()) {
        assumeNoException("Chromium does not start here", e);
      }
      throw e;
    }
  }

  /** Opens a page with nothing logged so far, and waits until it is loaded. */
  public void open(String url) {
    driver.get("about:blank"); // otherwise a new fragment opens nothing
    console();
    requests();
    driver.get(url);
  }

  /** Sets the size of the page, in CSS pixels. */
  public void resize(int width, int height) {
    Map<String, Object> size = new HashMap<>();
    size.put("width", width);
    size.put("height", height);
    size.put("deviceScaleFactor", 1);
    size.put("mobile", false);
    driver.executeCdpCommand("Emulation.setDeviceMetricsOverride", size);
  }

  /**
   * Sets the colours that the user prefers.
   *
   * @param scheme {@code light} or {@code dark}
   */
  public void prefer(String scheme) {
    Map<String, String> feature = new HashMap<>();
    feature.put("name", "prefers-color-scheme");
    feature.put("value", scheme);
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Collections.singletonMap("features", Collections.singletonList(feature)));
  }

  public void forgetCookies() {
    driver.executeCdpCommand("Network.clearBrowserCookies", Collections.emptyMap());
  }

  /** Returns what the user sees of the element with a selector. */
  public String text(String selector) {
    return driver.findElement(By.cssSelector(selector)).getText();
  }

  /** Waits until the user sees a text in the element with a selector. */
  public void await(String selector, String text) {
    new WebDriverWait(driver, PATIENCE)
        .ignoring(StaleElementReferenceException.class)
        .withMessage(() -> selector + " has no \"" + text + "\" but: " + text("body"))
        .until(page -> text(selector).contains(text));
  }

  public void click(String selector) {
    driver.findElement(By.cssSelector(selector)).click();
  }

  /** Types a text into an empty field. */
  public void type(String selector, String text) {
    driver.findElement(By.cssSelector(selector)).clear();
    driver.findElement(By.cssSelector(selector)).sendKeys(text);
  }

  /** Runs the body of a function in the page and returns its result. */
  public Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  public String source() {
    return driver.getPageSource();
  }

  /** Writes a picture of the page, also of what needs scrolling, to {@code target/screenshots}. */
  public void screenshot(String name) throws IOException {
    Map<String, Object> clip = new HashMap<>();
    clip.put("x", 0);
    clip.put("y", 0);
    clip.put("width", run("return innerWidth"));
    clip.put("height", run("return Math.min(document.documentElement.scrollHeight, 2000)"));
    clip.put("scale", 1);
    Map<String, Object> request = new HashMap<>();
    request.put("clip", clip);
    request.put("captureBeyondViewport", true);
    String picture =
        (String) driver.executeCdpCommand("Page.captureScreenshot", request).get("data");
    Path dir = Files.createDirectories(Paths.get("target", "screenshots"));
    Files.write(dir.resolve(name + ".png"), Base64.getDecoder().decode(picture));
  }

  /**
   * Returns the messages of the console since the last call: exceptions, violations of the page's
   * policy, and what scripts write. Answers with an error status are left out: the page shows them.
   */
  public List<String> console() {
    List<String> messages = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
      if (!entry.getMessage().contains("Failed to load resource")) {
        messages.add(entry.getMessage());
      }
    }
    return messages;
  }

  /** Returns the addresses that were requested since the last call. */
  public List<String> requests() {
    List<String> urls = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      JsonNode message = json(entry.getMessage()).path("message");
      if (message.path("method").asText().equals("Network.requestWillBeSent")) {
        urls.add(message.path("params").path("request").path("url").asText());
      }
    }
    return urls;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
