package io.lagwatch.listener;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * A driver for scheduled runs: it runs one AvailableNow query and exits. {@link DriverExitIT}
 * starts it in a JVM of its own. Arguments: the exporter's address, an input directory, the kind of
 * exit, the timeout of a request.
 */
final class ShortDriver {
  private ShortDriver() {}

  public static void main(String[] args) throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("spark.lagwatch.endpoint", args[0]);
    settings.put("spark.lagwatch.timeout", args[3]);
    SparkSession spark = LocalSpark.start(settings);
    for (int i = 0; i < 3; i++) {
      Files.writeString(Path.of(args[1], "part" + i + ".txt"), "a\nb\n");
    }
    spark
        .readStream()
        .option("maxFilesPerTrigger", 1)
        .text(args[1])
        .writeStream()
        .queryName("nightly")
        .format("noop")
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
    System.out.println("query done");
    switch (args[2]) {
      case "exit" -> System.exit(0);
      case "stop" -> spark.stop();
      default -> {
        // Returning from main also ends the JVM.
      }
    }
  }
}
