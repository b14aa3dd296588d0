package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaPositionTest {
  @ParameterizedTest(name = "{3}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '|',
      value = {
        "{'t':{'0':5}}; {'t':{'0':6}}; true; larger offset",
        "{'t':{'0':5}}; {'t':{'0':5}}; false; same offset",
        "{'t':{'0':5}}; {'t':{'0':4}}; false; smaller offset",
        "{'t':{'0':5,'1':7}}; {'t':{'1':8,'0':5}}; true; one of two partitions in another order",
        "{'t':{'0':5,'1':7}}; {'t':{'1':7,'0':5}}; false; the same partitions in another order",
        "{'t':{'0':5},'u':{'0':1}}; {'u':{'0':2},'t':{'0':5}}; true; one of two topics",
        "{'t':{'0':5}}; {'u':{'0':5}}; true; a new topic with records",
        "{'t':{'0':5}}; {'t':{'0':5,'1':1}}; true; a new partition with records",
        "{'t':{'0':5}}; {'t':{'0':5,'1':0}}; false; a new empty partition",
        "{'t':{'0':5,'1':7}}; {'t':{'0':5}}; false; a removed partition",
        "{'t':{'0':-2}}; {'t':{'0':-1}}; true; negative offsets",
        "{'a.b-c_d':{'0':1}}; {'a.b-c_d':{'0':2}}; true; all characters of topic names",
        "{}; {}; false; no topics",
        "{}; {'t':{}}; false; no partitions",
      })
  void comparesOffsetsByPartition(String start, String end, boolean hasAdvanced, String why) {
    assertThat(KafkaPosition.hasAdvanced(json(start), json(end))).as(why).isEqualTo(hasAdvanced);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"17", "", "[]", "{", "{'t'", "{'t':{'0':}}", "{'t':{'0':x}}", "{'t':{'0':5}"})
  void hasNotAdvancedIfAPositionCannotBeParsed(String invalid) {
    assertThat(KafkaPosition.hasAdvanced(json("{'t':{'0':1}}"), json(invalid))).isFalse();
    assertThat(KafkaPosition.hasAdvanced(json(invalid), json("{'t':{'0':1}}"))).isFalse();
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
