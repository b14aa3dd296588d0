package io.lagwatch.exporter.replay;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** How the batches of a query are printed. */
enum RecordForm {
  SPARK_DEFAULT {
    @Override
    String batch(int number) {
      return spark(number) + SAYS + LoggedQuery.pretty(number) + "\n";
    }
  },
  LOG4J_CUSTOM {
    @Override
    String batch(int number) {
      Instant ended = LoggedQuery.ended(number);
      return LONG.format(ended)
          + " [stream execution thread for orders [id = "
          + LoggedQuery.ID
          + ", runId = "
          + LoggedQuery.RUN
          + "]] INFO  org.apache.spark.sql.execution.streaming.MicroBatchExecution - "
          + SAYS
          + LoggedQuery.pretty(number)
          + "\n";
    }
  },
  ONE_LINE {
    @Override
    String batch(int number) {
      return spark(number) + SAYS + LoggedQuery.json(number) + "\n";
    }
  },
  JSON_LINES {
    @Override
    String batch(int number) {
      return LoggedQuery.json(number) + "\n";
    }
  },
  LAST_PROGRESS {
    @Override
    String batch(int number) {
      return LoggedQuery.pretty(number) + "\n";
    }
  },
  RECENT_PROGRESS {
    @Override
    String batch(int number) {
      return LoggedQuery.pretty(number).indent(2).stripTrailing();
    }

    @Override
    List<String> around() {
      return List.of("[\n", ",\n", "\n]\n");
    }
  },
  RECENT_PROGRESS_ON_ONE_LINE {
    @Override
    String batch(int number) {
      return LoggedQuery.spaced(number);
    }

    @Override
    List<String> around() {
      return List.of("[", ", ", "]\n");
    }
  },
  PYTHON_DICT {
    @Override
    String batch(int number) {
      return LoggedQuery.python(number) + "\n";
    }
  },
  PYTHON_LIST {
    @Override
    String batch(int number) {
      return LoggedQuery.python(number);
    }

    @Override
    List<String> around() {
      return List.of("[", ", ", "]\n");
    }
  },
  OWN_LISTENER {
    @Override
    String batch(int number) {
      return "Query made progress: "
          + LoggedQuery.pretty(number)
          + " (batch %d)%n".formatted(number);
    }
  },
  OWN_LISTENER_EVENT {
    @Override
    String batch(int number) {
      return spark(number)
          + "Listener: {\"event\": \"progress\", \"progress\": "
          + LoggedQuery.spaced(number)
          + "}\n";
    }
  },
  EVENT_LOG {
    @Override
    String batch(int number) {
      return event("Progress", "\"progress\":" + LoggedQuery.json(number));
    }

    @Override
    List<String> around() {
      return List.of(BEGINS, "", "");
    }
  },
  SPACED_EVENT_LOG {
    @Override
    String batch(int number) {
      return LoggedQuery.spaced(EVENT_LOG.batch(number)).replace(" \n", "\n");
    }

    @Override
    List<String> around() {
      return List.of(LoggedQuery.spaced(BEGINS), "", "");
    }
  },
  STRUCTURED {
    @Override
    String batch(int number) {
      return "{\"ts\":\"%s\",\"level\":\"INFO\",\"msg\":\"%s\",\"logger\":\"MicroBatchExecution\"}\n"
          .formatted(
              LoggedQuery.ended(number), LoggedQuery.escaped(SAYS + LoggedQuery.pretty(number)));
    }
  },
  ECS {
    @Override
    String batch(int number) {
      return ("{\"@timestamp\":\"%s\",\"ecs.version\":\"1.2.0\",\"log.level\":\"INFO\","
              + "\"message\":\"%s\",\"process.thread.name\":\"stream execution thread\"}\n")
          .formatted(
              LoggedQuery.ended(number), LoggedQuery.escaped(SAYS + LoggedQuery.pretty(number)));
    }
  },
  DOCKER_JSON_FILE {
    @Override
    String batch(int number) {
      return lines(number, "{\"log\":\"%s\\n\",\"stream\":\"stderr\",\"time\":\"%s\"}\n");
    }
  },
  CLOUD_MESSAGE {
    @Override
    String batch(int number) {
      return lines(number, "{\"message\":\"%s\",\"severity\":\"INFO\",\"timestamp\":\"%s\"}\n");
    }
  };

  private static final String SAYS = "Streaming query made progress: ";
  private static final DateTimeFormatter SHORT = format("yy/MM/dd HH:mm:ss");
  private static final DateTimeFormatter LONG = format("yyyy-MM-dd HH:mm:ss,SSS");
  private static final String BEGINS =
      "{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"3.5.3\"}\n"
          + event(
              "Started",
              "\"id\":\"%s\",\"runId\":\"%s\",\"name\":\"orders\",\"timestamp\":\"%s\""
                  .formatted(LoggedQuery.ID, LoggedQuery.RUN, LoggedQuery.START));

  /** The text of one batch. */
  abstract String batch(int number);

  /** What stands in front of all batches, between two, and behind all. */
  List<String> around() {
    return List.of("", "", "");
  }

  /** Whether a record is a part of a larger document, so that it cannot be repeated or rolled. */
  boolean isOneDocument() {
    return !around().get(2).isEmpty();
  }

  /** The batches from {@code from} until before {@code to}, and what is around them. */
  List<String> batches(int from, int to) {
    List<String> around = around();
    var batches = new ArrayList<String>();
    batches.add(around.get(0));
    IntStream.range(from, to)
        .mapToObj(number -> batch(number) + (number < to - 1 ? around.get(1) : ""))
        .forEach(batches::add);
    batches.add(around.get(2));
    return batches;
  }

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern).withZone(ZoneOffset.UTC);
  }

  private static String spark(int number) {
    return SHORT.format(LoggedQuery.ended(number)) + " INFO MicroBatchExecution: ";
  }

  private static String event(String name, String fields) {
    return "{\"Event\":\"org.apache.spark.sql.streaming.StreamingQueryListener$Query%sEvent\",%s}\n"
        .formatted(name, fields);
  }

  private static String lines(int number, String format) {
    var lines = new StringBuilder();
    SPARK_DEFAULT
        .batch(number)
        .lines()
        .map(line -> format.formatted(LoggedQuery.escaped(line), LoggedQuery.ended(number)))
        .forEach(lines::append);
    return lines.toString();
  }
}
