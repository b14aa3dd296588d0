package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.CertificateAuthority;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker whose advertised listener expects TLS while its bootstrap listener is plain text. */
class AdvertisedListenerIT {
  @TempDir private Path folder;

  @Test
  void exporterStaysUpAndReportsTheWrongListener() throws Exception {
    CertificateAuthority authority = CertificateAuthority.create(folder, "company");
    int plain = Loopback.freePort();
    int tls = Loopback.freePort();
    int astray = Loopback.freePort();
    String host = "://" + Loopback.HOST + ":";
    BrokerSettings settings =
        BrokerSettings.usual()
            .withPort(plain)
            .withListener("TLS", "SSL", tls)
            .withListener("ASTRAY", "PLAINTEXT", astray)
            .with(
                "advertised.listeners",
                "PLAINTEXT" + host + plain + ",TLS" + host + tls + ",ASTRAY" + host + tls)
            .with("ssl.keystore.location", authority.issue("broker").toString())
            .with("ssl.keystore.password", CertificateAuthority.PASSWORD);
    int port = Loopback.freePort();
    List<String> command =
        List.of(
            OwnedProcess.java(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "--listen",
            Loopback.HOST + ":" + port,
            "--kafka",
            Loopback.HOST + ":" + astray);
    try (KafkaBroker broker = KafkaBroker.started(settings);
        OwnedProcess exporter = OwnedProcess.start("exporter", folder.resolve("log"), command)) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .untilAsserted(
              () ->
                  assertThat(cluster(port).path("lastError").asText())
                      .contains("advertised listener")
                      .contains("not a Kafka listener, or TLS without security.protocol"));
      assertThat(exporter.isAlive()).isTrue();
      assertThat(broker.isRunning()).isTrue();
    }
  }

  private static JsonNode cluster(int port) throws Exception {
    var uri = URI.create("http://" + Loopback.HOST + ":" + port + "/api/v1/queries");
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readTree(answer.body()).at("/kafka/0");
  }
}
