package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1, true",
    "127.0.0.53, 127.0.0.1, true",
    "[::1], [::1], true",
    "0:0:0:0:0:0:0:1, 0:0:0:0:0:0:0:1, true",
    "10.0.0.7, 10.0.0.7, true",
    "10.0.0.8, 10.0.0.7, false",
    "[2001:db8::1], [2001:db8::2], false",
    "12.7.0.1, 10.0.0.7, false"
  })
  void onlyLoopbackAndTheHostsOwnAddressAreThisHost(String from, String to, boolean same) {
    assertThat(Access.sameHost(from, to)).isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, true",
    "LOCALHOST:9877, true",
    "127.0.0.1:9877, true",
    "127.8.9.10, true",
    "[::1]:9877, true",
    "10.0.0.7:9877, true",
    "10.0.0.8:9877, false",
    "evil.example:9877, false",
    "localhost.evil.example, false",
    "127.0.0.1.evil.example, false",
    "127.evil.example, false",
    "'', false",
    ", false"
  })
  void onlyALoopbackNameOrTheHostsOwnAddressNamesThisHost(String header, boolean named) {
    assertThat(Access.namesThisHost(header, "10.0.0.7")).isEqualTo(named);
  }
}
