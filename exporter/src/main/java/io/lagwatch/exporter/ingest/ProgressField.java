package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.exporter.text.Secrets;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One field of a progress. The methods return the value if it is certain: a number in quotes and a
 * whole number with the fraction zero are read as numbers. Any other value of the wrong type is
 * recorded as invalid and returned as unknown. A field that is absent or null is unknown, but not
 * invalid. Not thread-safe.
 */
final class ProgressField {
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,19}(\\.0{1,18})?");
  private static final Pattern DECIMAL =
      Pattern.compile("[0-9]{1,40}(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?");

  /** Spark divides by the duration, and writes these for a duration of zero. */
  private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

  /** From here on, several whole numbers are the same {@code double}. */
  private static final double EXACT_DOUBLES = 0x1p53;

  private final JsonNode node;
  private final @Nullable ProgressField parent;
  private final String name;
  private final Findings findings;

  private ProgressField(
      JsonNode node, @Nullable ProgressField parent, String name, Findings findings) {
    this.node = node;
    this.parent = parent;
    this.name = name;
    this.findings = findings;
  }

  /** The invalid fields that were found so far. */
  private static final class Findings {
    private int count;
    private final List<String> examples = new ArrayList<>();
  }

  /** Returns the field for the whole progress. */
  static ProgressField root(JsonNode progress) {
    return new ProgressField(progress, null, "", new Findings());
  }

  /** Returns the invalid fields of the whole progress that were found so far. */
  InvalidFields invalid() {
    return new InvalidFields(findings.count, findings.examples);
  }

  JsonNode node() {
    return node;
  }

  boolean isAbsent() {
    return node.isMissingNode() || node.isNull();
  }

  ProgressField field(String child) {
    return new ProgressField(
        node.path(child), this, parent == null ? child : "." + child, findings);
  }

  /** Returns the elements of a list; null if the field is no list. */
  @Nullable List<ProgressField> items() {
    if (!node.isArray()) {
      invalidUnlessAbsent("a list");
      return null;
    }
    var items = new ArrayList<ProgressField>(node.size());
    for (int i = 0; i < node.size(); i++) {
      items.add(new ProgressField(node.get(i), this, "[" + i + "]", findings));
    }
    return items;
  }

  /**
   * Returns the fields of an object by their name; null if the field is no object, which is not
   * recorded.
   */
  @Nullable Map<String, ProgressField> entries() {
    if (!node.isObject()) {
      return null;
    }
    var entries = new TreeMap<String, ProgressField>();
    for (var entry : node.properties()) {
      var path = "[" + FoundValue.quoted(entry.getKey()) + "]";
      entries.put(entry.getKey(), new ProgressField(entry.getValue(), this, path, findings));
    }
    return entries;
  }

  /** Records the field as invalid unless it is an object, absent or null. */
  ProgressField object() {
    if (!node.isObject()) {
      invalidUnlessAbsent("an object");
    }
    return this;
  }

  /** Records the field as invalid unless it is an object. */
  ProgressField requiredObject() {
    if (!node.isObject()) {
      invalid("an object");
    }
    return this;
  }

  /** Returns the text; null if the field is no text. */
  @Nullable String text() {
    if (!node.isTextual()) {
      invalidUnlessAbsent("text");
      return null;
    }
    return Texts.cleaned(node.textValue());
  }

  /** Returns a whole number from 0 to {@code max}; null if it is not one. */
  @Nullable Long whole(long max) {
    Long number = wholeOrNull();
    if (number == null || number > max) {
      invalidUnlessAbsent("a whole number from 0 to " + max);
      return null;
    }
    return number;
  }

  private @Nullable Long wholeOrNull() {
    if (node.isTextual() && WHOLE.matcher(node.textValue()).matches()) {
      var number = new BigDecimal(node.textValue()).toBigIntegerExact();
      return number.bitLength() < Long.SIZE ? (Long) number.longValue() : null;
    }
    if (node.isFloatingPointNumber()) {
      double number = node.doubleValue();
      return number == Math.rint(number) && number >= 0 && number <= EXACT_DOUBLES
          ? (Long) (long) number
          : null;
    }
    return node.isIntegralNumber() && node.canConvertToLong() && node.longValue() >= 0
        ? (Long) node.longValue()
        : null;
  }

  /** Returns a number of at least 0; null if it is not one, or if it is NaN or infinite. */
  @Nullable Double rate() {
    if (node.isTextual() && DECIMAL.matcher(node.textValue()).matches()) {
      return finite(Double.parseDouble(node.textValue()));
    }
    if (NOT_FINITE.contains(node.asText())) {
      return null;
    }
    if (!node.isNumber() || !(node.doubleValue() >= 0)) {
      invalidUnlessAbsent("a number of at least 0");
      return null;
    }
    return finite(node.doubleValue());
  }

  private static @Nullable Double finite(double number) {
    return Double.isFinite(number) ? (Double) number : null;
  }

  /** Records the field as invalid unless it is absent or null. */
  void invalidUnlessAbsent(String expected) {
    if (!isAbsent()) {
      invalid(expected);
    }
  }

  /** Records the field as invalid. */
  void invalid(String expected) {
    findings.count++;
    if (findings.examples.size() < InvalidFields.MAX_EXAMPLES) {
      var found = FoundValue.of(node);
      findings.examples.add(path() + ": expected " + expected + ", found " + Secrets.masked(found));
    }
  }

  private String path() {
    return parent == null ? name : parent.path() + name;
  }
}
