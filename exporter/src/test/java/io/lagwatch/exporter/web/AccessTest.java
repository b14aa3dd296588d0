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
}
