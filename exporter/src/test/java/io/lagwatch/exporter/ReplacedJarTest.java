package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.Loaded;
import io.lagwatch.exporter.config.SettingsLoader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** A jar that is overwritten while the exporter runs: classes not loaded yet cannot be loaded. */
class ReplacedJarTest {
  @Test
  void requestWithMissingClassesDoesNotBlockAThread() throws Exception {
    try (var jar = new RemovableClasses()) {
      Class<?> started = jar.loadClass(Started.class.getName());
      try (var exporter = (AutoCloseable) started.getDeclaredConstructor().newInstance()) {
        int port = ((IntSupplier) exporter).getAsInt();
        assertThat(status(port, "/readyz")).isEqualTo(200);
        jar.removed = true;

        assertThat(status(port, "/api/v1/queries")).isEqualTo(500);

        jar.removed = false;
      }
    }
  }

  private static int status(int port, String path) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20))
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  /** The exporter as the class loader of its jar sees it. */
  public static final class Started implements IntSupplier, AutoCloseable {
    private final Serve serve;

    public Started() throws Exception {
      var loaded = new SettingsLoader(Map.of("--listen", "127.0.0.1:0"), Map.of()).load();
      serve = Serve.open(((Loaded.Good) loaded).settings(), Clock.systemUTC());
      serve.start();
    }

    @Override
    public int getAsInt() {
      return serve.port();
    }

    @Override
    public void close() {
      serve.close();
    }
  }

  /** Loads every class of the class path again, until they are removed. */
  private static final class RemovableClasses extends URLClassLoader {
    private volatile boolean removed;

    RemovableClasses() throws IOException {
      super(classPath(), ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (removed) {
        throw new ClassNotFoundException(name);
      }
      return super.findClass(name);
    }

    private static URL[] classPath() throws IOException {
      var urls = new ArrayList<URL>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        urls.add(Path.of(entry).toUri().toURL());
      }
      return urls.toArray(URL[]::new);
    }
  }
}
