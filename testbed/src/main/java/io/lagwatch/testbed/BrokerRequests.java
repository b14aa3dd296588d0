package io.lagwatch.testbed;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Reads a broker's request counts through JMX. Needs no settings of the broker, because it attaches
 * to the broker's process.
 */
public final class BrokerRequests implements AutoCloseable {
  private static final String METERS =
      "kafka.network:type=RequestMetrics,name=RequestsPerSec,request=*,*";

  private final JMXConnector connector;

  private BrokerRequests(JMXConnector connector) {
    this.connector = connector;
  }

  /** Attaches to the running broker. */
  public static BrokerRequests of(KafkaBroker broker) {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(broker.pid()));
      try {
        String address = machine.startLocalManagementAgent();
        return new BrokerRequests(JMXConnectorFactory.connect(new JMXServiceURL(address)));
      } finally {
        machine.detach();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (AttachNotSupportedException e) {
      throw new IllegalStateException("cannot attach to the broker", e);
    }
  }

  /**
   * Returns the number of requests since the broker started, by Kafka's name of the kind, such as
   * {@code ListOffsets}.
   */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    try {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      for (ObjectName meter : server.queryNames(new ObjectName(METERS), null)) {
        // There is one meter for each version of the protocol.
        counts.merge(
            meter.getKeyProperty("request"),
            ((Number) server.getAttribute(meter, "Count")).longValue(),
            Long::sum);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
    return counts;
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
