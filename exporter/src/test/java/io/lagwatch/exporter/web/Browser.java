package io.lagwatch.exporter.web;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's Chromium with a profile of its own, and the operations that the tests need. */
final class Browser implements AutoCloseable {
  private static final String[] FLAGS = {
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars"
  };

  private final Path profile;
  private final ChromeDriver driver;

  Browser() {
    try {
      profile = Files.createTempDirectory("lagwatch-chromium");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    var options = new ChromeOptions();
    options.setBinary("/usr/bin/chromium");
    options.addArguments(FLAGS);
    options.addArguments("--user-data-dir=" + profile);
    options.setCapability("goog:loggingPrefs", logs);
    var service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File("/usr/bin/chromedriver"))
            .usingAnyFreePort()
            .build();
    driver = new ChromeDriver(service, options);
    size(1280, 900);
  }

  /** Opens a page as if for the first time: an ordinary window, light, and with scripts. */
  void open(String address) {
    dark(false);
    size(1280, 900);
    scripts(true);
    reopen(address);
  }

  /** Opens a page with the current settings. */
  void reopen(String address) {
    driver.get(address);
  }

  void size(int width, int height) {
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  void dark(boolean dark) {
    var scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    command("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
  }

  void scripts(boolean on) {
    command("Emulation.setScriptExecutionDisabled", Map.of("value", !on));
  }

  String text(String selector) {
    return driver.findElement(By.cssSelector(selector)).getText();
  }

  List<String> texts(String selector) {
    return strings(
        "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)", selector);
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  String address() {
    return driver.getCurrentUrl();
  }

  String title() {
    return driver.getTitle();
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  long number(String script) {
    return ((Number) run("return " + script)).longValue();
  }

  List<String> strings(String script, Object... arguments) {
    var all = new ArrayList<String>();
    ((List<?>) run(script, arguments)).forEach(one -> all.add(String.valueOf(one)));
    return all;
  }

  /** The warnings and errors of the console since the last call. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  /** The addresses of the requests since the last call. */
  List<String> requests() {
    var addresses = new ArrayList<String>();
    for (var entry : driver.manage().logs().get(LogType.PERFORMANCE).getAll()) {
      try {
        var event = new JsonMapper().readTree(entry.getMessage()).path("message");
        if (event.path("method").asText().equals("Network.requestWillBeSent")) {
          addresses.add(event.at("/params/request/url").asText());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return addresses;
  }

  byte[] screenshot() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  /** Waits until a condition holds, at most as long as a slow machine needs. */
  static ConditionFactory soon() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(40))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions();
  }

  @Override
  public void close() {
    driver.quit();
    try (var files = Files.walk(profile)) {
      files.sorted(java.util.Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void command(String name, Map<String, Object> parameters) {
    driver.executeCdpCommand(name, parameters);
  }
}
