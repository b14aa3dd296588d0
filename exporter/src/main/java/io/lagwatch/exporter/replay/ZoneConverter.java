package io.lagwatch.exporter.replay;

import java.time.DateTimeException;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the time zone of an option. */
final class ZoneConverter implements ITypeConverter<ZoneId> {
  @Override
  public ZoneId convert(String value) {
    try {
      return ZoneId.of(value.strip());
    } catch (DateTimeException notAZone) {
      throw new TypeConversionException(
          "expected a time zone such as Europe/Berlin, UTC or +02:00, found '" + value + "'");
    }
  }
}
