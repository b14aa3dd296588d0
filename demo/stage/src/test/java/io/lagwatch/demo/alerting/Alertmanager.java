package io.lagwatch.demo.alerting;

import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Debian's Alertmanager in its own process. It sends every change to a webhook immediately. */
final class Alertmanager {
  static final String BINARY = "prometheus-alertmanager";

  private Alertmanager() {}

  static OwnedProcess start(int port, URI webhook, Path folder) throws IOException {
    Path file = Files.createDirectories(folder).resolve("alertmanager.yml");
    Files.writeString(
        file,
        """
        route:
          receiver: webhook
          group_by: [alertname, app, query]
          group_wait: 0s
          group_interval: 1s
          repeat_interval: 1h
        receivers:
          - name: webhook
            webhook_configs: [{url: "%s", send_resolved: true}]
        """
            .formatted(webhook));
    List<String> command =
        List.of(
            BINARY,
            "--config.file=" + file,
            "--storage.path=" + folder.resolve("alertmanager-data"),
            "--web.listen-address=127.0.0.1:" + port,
            "--cluster.listen-address=",
            "--log.level=warn");
    return OwnedProcess.start("Alertmanager", folder.resolve("alertmanager.log"), command);
  }
}
