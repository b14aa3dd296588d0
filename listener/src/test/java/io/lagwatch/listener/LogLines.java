package io.lagwatch.listener;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** Collects what the listener logs at INFO and above, as {@code LEVEL message}, until closed. */
final class LogLines extends AbstractAppender implements AutoCloseable {
  final List<String> messages = new CopyOnWriteArrayList<>();

  private final Logger logger = (Logger) LogManager.getLogger(DriverLog.NAME);

  LogLines() {
    super("lines", null, null, true, Property.EMPTY_ARRAY);
    start();
    logger.addAppender(this);
  }

  @Override
  public void append(LogEvent event) {
    messages.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
  }

  @Override
  public void close() {
    logger.removeAppender(this);
  }
}
