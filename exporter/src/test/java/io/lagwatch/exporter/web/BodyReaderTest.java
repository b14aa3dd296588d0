package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BodyReaderTest {
  private final AtomicLong nanos = new AtomicLong();
  private final BodyReader reader = new BodyReader(2, nanos::get);

  @Test
  void readsTheWholeBodyWithAndWithoutContentLength() {
    var body = new byte[100_000];
    body[99_999] = 7;

    assertThat(read(body, -1)).isEqualTo(body);
    assertThat(read(body, body.length)).isEqualTo(body);
    assertThat(read(body, 10)).isEqualTo(body);
    assertThat(read(new byte[BodyReader.MAX_BODY], -1)).hasSize(BodyReader.MAX_BODY);
    assertThat(read(new byte[0], 0)).isEmpty();
  }

  @Test
  void oneByteTooManyIsTooLarge() {
    assertRefused(() -> read(new byte[BodyReader.MAX_BODY + 1], -1), "too_large");
  }

  @Test
  void rejectsABodyThatArrivesTooSlowly() {
    InputStream trickle =
        new InputStream() {
          @Override
          public int read() {
            nanos.addAndGet(1_000_000_000L);
            return 'x';
          }

          @Override
          public int read(byte[] into, int from, int length) {
            into[from] = (byte) read();
            return 1;
          }
        };

    assertRefused(() -> reader.read(() -> trickle, -1, body -> body), "too_slow");
  }

  @Test
  void incompleteBodyIsRejectedAndReleasesItsPermit() {
    for (int i = 0; i < 5; i++) {
      assertRefused(
          () ->
              reader.read(
                  () -> {
                    throw new IOException("reset");
                  },
                  -1,
                  body -> body),
          "incomplete_body");
    }

    assertThat(read(new byte[1], 1)).hasSize(1);
  }

  @Test
  void rejectsMoreBodiesThanPermits() {
    var inner =
        reader.read(
            () -> stream(10),
            10,
            first ->
                reader.read(
                    () -> stream(10),
                    10,
                    second -> {
                      assertRefused(() -> read(new byte[1], 1), "busy");
                      return second;
                    }));

    assertThat(inner).hasSize(10);
    assertThat(read(new byte[1], 1)).hasSize(1);
  }

  @Test
  void largeBodiesShareTheMemoryLimit() {
    var roomy = new BodyReader(Integer.MAX_VALUE, nanos::get);

    assertThat(nested(roomy, 0)).isEqualTo(BodyReader.MAX_IN_MEMORY / BodyReader.MAX_BODY);
    assertThat(nested(roomy, 0)).isEqualTo(BodyReader.MAX_IN_MEMORY / BodyReader.MAX_BODY);
  }

  /** The number of bodies of the maximum size that can be held at the same time. */
  private static long nested(BodyReader reader, long held) {
    try {
      return reader.read(() -> stream(BodyReader.MAX_BODY), -1, body -> nested(reader, held + 1));
    } catch (HttpRefusal full) {
      assertThat(full.code()).isEqualTo("busy");
      return held;
    }
  }

  private byte[] read(byte[] body, int expected) {
    return reader.read(() -> new ByteArrayInputStream(body), expected, bytes -> bytes);
  }

  private static InputStream stream(int length) {
    return new ByteArrayInputStream(new byte[length]);
  }

  private static void assertRefused(ThrowingCallable call, String code) {
    assertThatExceptionOfType(HttpRefusal.class)
        .isThrownBy(call)
        .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(code));
  }
}
