package io.lagwatch.exporter;

import io.lagwatch.exporter.lag.BrokerAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names and addresses of the host on which the exporter runs. A driver on another host means other
 * brokers by {@code localhost:9092}.
 */
final class OwnHost {
  private static final Logger LOG = LoggerFactory.getLogger(OwnHost.class);

  private final Set<String> names;

  private OwnHost(Set<String> names) {
    this.names = names;
  }

  static OwnHost of() {
    var names = new HashSet<String>();
    try {
      names.add(lower(InetAddress.getLocalHost().getHostName()));
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .forEach(address -> names.add(lower(address.getHostAddress())));
    } catch (IOException e) {
      LOG.debug("cannot read the addresses of this host", e);
    }
    return new OwnHost(names);
  }

  /** Whether a driver with this host runs on the exporter's. */
  boolean contains(String host) {
    return BrokerAddresses.isLocal(host) || names.contains(lower(host));
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
