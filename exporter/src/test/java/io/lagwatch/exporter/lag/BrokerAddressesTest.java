package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerAddressesTest {
  @Test
  void comparesAddressesWithoutCaseProtocolAndDotAtTheEnd() {
    assertThat(BrokerAddresses.of("B1.example.:9092, SSL://b2:9093 ,,[FE00::1]:9092"))
        .containsExactlyInAnyOrder("b1.example:9092", "b2:9093", "[fe00::1]:9092");
  }

  @Test
  void loopbackAddressesAreTheSame() {
    assertThat(BrokerAddresses.of("127.0.0.1:9092,[::1]:9092,localhost:9092"))
        .containsExactly("localhost:9092");
    assertThat(BrokerAddresses.of("127.0.0.1:9093")).containsExactly("localhost:9093");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:9092", "LOCALHOST", "127.0.0.1", "[::1]:9092", "::1"})
  void loopbackAddressesAreLocal(String address) {
    assertThat(BrokerAddresses.isLocal(address)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"b1:9092", "localhost.example:9092", "10.0.0.1", "[2001:db8::1]:9092"})
  void otherAddressesAreNotLocal(String address) {
    assertThat(BrokerAddresses.isLocal(address)).isFalse();
  }
}
