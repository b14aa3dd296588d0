package io.lagwatch.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A certificate authority for one test. It issues keys for 127.0.0.1 and localhost as PKCS12 files
 * with the password {@value #PASSWORD}. Uses the JDK's {@code keytool}. Every failure is an {@link
 * IllegalStateException} with the cause. Not thread-safe.
 */
public final class CertificateAuthority {
  /** The password of every store and key. */
  public static final String PASSWORD = "changeit";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String OWN_ALIAS = "authority";

  private final Path folder;
  private final String name;
  private final Path all;

  private CertificateAuthority(Path folder, String name) {
    this.folder = folder;
    this.name = name;
    this.all = folder.resolve(name + "-all.p12");
  }

  /** Creates the authority's own key in {@code folder}. */
  public static CertificateAuthority create(Path folder, String name) {
    var authority = new CertificateAuthority(folder, name);
    authority.generate(OWN_ALIAS, "-ext", "bc:critical=ca:true", "-validity", "2");
    return authority;
  }

  /** Creates a truststore with the authority's certificate, and no other. */
  public Path trustStore() {
    return store(
        name + "-trust.p12",
        (stores, out) -> {
          out.setCertificateEntry(OWN_ALIAS, stores.getCertificate(OWN_ALIAS));
        });
  }

  /** Creates a key with a certificate that is valid today. */
  public Path issue(String owner) {
    return issued(owner, "-validity", "2");
  }

  /** Creates a key with a certificate that expired yesterday. */
  public Path issueExpired(String owner) {
    return issued(owner, "-startdate", "-3d", "-validity", "2");
  }

  private Path issued(String owner, String... validity) {
    List<String> more = new ArrayList<>(List.of(validity));
    more.addAll(List.of("-signer", OWN_ALIAS, "-ext", "san=ip:127.0.0.1,dns:localhost"));
    generate(owner, more.toArray(new String[0]));
    char[] password = PASSWORD.toCharArray();
    return store(
        name + "-" + owner + ".p12",
        (stores, out) -> {
          Certificate[] chain = stores.getCertificateChain(owner);
          out.setKeyEntry(owner, stores.getKey(owner, password), password, chain);
        });
  }

  private void generate(String alias, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + alias,
                "-keystore",
                all.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
    command.addAll(List.of(more));
    Path log = folder.resolve(name + "-keytool.log");
    try (OwnedProcess tool = OwnedProcess.start("keytool", log, command)) {
      if (tool.await(PATIENCE) != 0) {
        throw new IllegalStateException("no key for " + alias + "\n" + tool.tail());
      }
    }
  }

  private interface Filling {
    void fill(KeyStore from, KeyStore to) throws GeneralSecurityException;
  }

  private Path store(String file, Filling filling) {
    char[] password = PASSWORD.toCharArray();
    Path path = folder.resolve(file);
    try (InputStream in = Files.newInputStream(all);
        OutputStream out = Files.newOutputStream(path)) {
      KeyStore from = KeyStore.getInstance("PKCS12");
      from.load(in, password);
      KeyStore to = KeyStore.getInstance("PKCS12");
      to.load(null, password);
      filling.fill(from, to);
      to.store(out, password);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return path;
  }
}
