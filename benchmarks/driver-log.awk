# Writes a driver's log of about `bytes` bytes: lines of the scheduler, and a progress for each batch.
#   awk -v bytes=2000000000 -f driver-log.awk
BEGIN {
  for (batch = 0; written < bytes; batch++) {
    second = batch * 10
    day = 1 + int(second / 86400)
    month = 1 + int((day - 1) / 28)
    date = sprintf("26/%02d/%02d", month, 1 + (day - 1) % 28)
    clock = sprintf("%02d:%02d:%02d", int(second / 3600) % 24, int(second / 60) % 60, second % 60)
    for (task = 0; task < 200; task++) {
      line = date " " clock " INFO TaskSetManager: Starting task " task ".0 in stage " batch ".0 (TID " batch * 200 + task ") (worker-" task % 7 ".example, executor " task % 7 ", partition " task ", PROCESS_LOCAL, 9123 bytes)\n" \
        date " " clock " INFO TaskSetManager: Finished task " task ".0 in stage " batch ".0 (TID " batch * 200 + task ") in " 1000 + (task * 37 + batch * 11) % 900 " ms on worker-" task % 7 ".example (executor " task % 7 ") (" task + 1 "/200)\n"
      written += length(line)
      printf "%s", line
    }
    time = "2026-" substr(date, 4, 2) "-" substr(date, 7, 2) "T" clock ".000Z"
    position = batch * 1000
    line = date " " clock " INFO MicroBatchExecution: Streaming query made progress: {\n" \
      "  \"id\" : \"1fe6c2b8-7f5d-4c7e-9a3c-1d1c3a7f0001\",\n  \"runId\" : \"1fe6c2b8-7f5d-4c7e-9a3c-1d1c3a7f0002\",\n" \
      "  \"name\" : \"orders\",\n  \"timestamp\" : \"" time "\",\n  \"batchId\" : " batch ",\n  \"numInputRows\" : 1000,\n" \
      "  \"inputRowsPerSecond\" : 100.0,\n  \"processedRowsPerSecond\" : 250.0,\n" \
      "  \"durationMs\" : {\n    \"addBatch\" : 3600,\n    \"walCommit\" : 60,\n    \"triggerExecution\" : 4000\n  },\n  \"stateOperators\" : [ ],\n" \
      "  \"sources\" : [ {\n    \"description\" : \"KafkaV2[Subscribe[orders]]\",\n" \
      "    \"startOffset\" : {\n      \"orders\" : {\n        \"0\" : " position "\n      }\n    },\n" \
      "    \"endOffset\" : {\n      \"orders\" : {\n        \"0\" : " position + 1000 "\n      }\n    },\n" \
      "    \"latestOffset\" : {\n      \"orders\" : {\n        \"0\" : " position + 1500 "\n      }\n    },\n" \
      "    \"numInputRows\" : 1000\n  } ],\n  \"sink\" : {\n    \"description\" : \"orders\",\n    \"numOutputRows\" : -1\n  }\n}\n"
    written += length(line)
    printf "%s", line
  }
}
