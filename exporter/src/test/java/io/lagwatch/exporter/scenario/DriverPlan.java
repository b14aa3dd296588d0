package io.lagwatch.exporter.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a simulated driver is, what happens to it and to its reports on their way. Built once by a
 * scenario, then only read.
 */
final class DriverPlan {
  /** What happens to the driver's process. */
  enum Life {
    START,
    /** Killed: nothing is sent. */
    KILL,
    /** Ends when its queries have ended and were reported. */
    EXIT
  }

  /** Reports sent in the span arrive the given number of seconds late. */
  record Late(Span span, double seconds) {}

  final String app;
  final List<QueryPlan> queries = new ArrayList<>();
  String host = "driver-0";
  String sparkVersion = "3.5.9";
  long heartbeat = 15;
  boolean tellsHeartbeat = true;

  /** How far the driver's clock is ahead, seconds. */
  long clockAhead;

  boolean seesBatchesInFlight;

  /** The process ends with its last query and is started again with the next. */
  boolean endsWithItsQueries;

  final NavigableMap<Long, Life> life = new TreeMap<>();
  final List<Span> unreachable = new ArrayList<>();
  final List<Span> doubled = new ArrayList<>();
  final List<Late> late = new ArrayList<>();

  DriverPlan(String app) {
    this.app = app;
    life.put(0L, Life.START);
  }

  DriverPlan runs(QueryPlan query) {
    queries.add(query);
    return this;
  }

  DriverPlan host(String name) {
    host = name;
    return this;
  }

  DriverPlan spark(String version) {
    sparkVersion = version;
    return this;
  }

  DriverPlan heartbeat(long seconds) {
    heartbeat = seconds;
    return this;
  }

  /** A heartbeat of 30 s that the exporter is not told of. */
  DriverPlan slowSilentHeartbeat() {
    heartbeat = 30;
    tellsHeartbeat = false;
    return this;
  }

  DriverPlan clockAhead(long seconds) {
    clockAhead = seconds;
    return this;
  }

  DriverPlan seesBatchesInFlight() {
    seesBatchesInFlight = true;
    return this;
  }

  DriverPlan endsWithItsQueries() {
    endsWithItsQueries = true;
    return this;
  }

  DriverPlan started(long at) {
    life.put(at, Life.START);
    return this;
  }

  DriverPlan startedFirst(long at) {
    life.remove(0L);
    return started(at);
  }

  DriverPlan killed(long at) {
    life.put(at, Life.KILL);
    return this;
  }

  DriverPlan exits(long at) {
    life.put(at, Life.EXIT);
    return this;
  }

  /** Killed every so often in the span before a batch is done, and started again. */
  DriverPlan crashLoop(long from, long to, long every, long pause) {
    queries.forEach(query -> query.hangs(from, to));
    for (long at = from; at + pause < to; at += every) {
      killed(at);
      started(at + pause);
    }
    return this;
  }

  /** Its reports do not arrive. */
  DriverPlan unreachable(long from, long to) {
    unreachable.add(new Span(from, to));
    return this;
  }

  DriverPlan late(long from, long to, double seconds) {
    late.add(new Late(new Span(from, to), seconds));
    return this;
  }

  DriverPlan doubled(long from, long to) {
    doubled.add(new Span(from, to));
    return this;
  }
}
