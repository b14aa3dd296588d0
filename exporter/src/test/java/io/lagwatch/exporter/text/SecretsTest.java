package io.lagwatch.exporter.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lagwatch.exporter.ingest.ProgressDecoder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ⇒ ",
      quoteCharacter = '¬',
      textBlock =
          """
          s3a://key:hush@bucket/x ⇒ s3a://***@bucket/x
          s3a://KEY:SEC/RET@bucket ⇒ s3a://***@bucket
          s3n://KEY:1/SEC/RET@bucket/dir ⇒ s3n://***@bucket/dir
          s3a://KEY:SEC@RET@bucket/x ⇒ s3a://***@bucket/x
          s3a://a:b@c,s3a://d:e@f ⇒ s3a://***@c,s3a://***@f
          https://user:hush@host:8080/x failed ⇒ https://***@host:8080/x failed
          https://ghs@host/x ⇒ https://***@host/x
          ftp://user:hu/sh@host ⇒ ftp://***@host
          jdbc:postgresql://u:hush@h/db failed ⇒ jdbc:postgresql://***@h/db failed
          jdbc:x://h/db?user=a&password=hush&ssl=true ⇒ jdbc:x://h/db?user=a&password=***&ssl=true
          jdbc:sqlserver://h;user=a;password=hush;ssl=true ⇒ jdbc:sqlserver://h;user=a;password=***;ssl=true
          jdbc:sqlserver://h;user=a;pwd=hush ⇒ jdbc:sqlserver://h;user=a;pwd=***
          jdbc:oracle:thin:scott/hush@//h:1521/svc ⇒ jdbc:oracle:thin:***@//h:1521/svc
          jdbc:oracle:thin:scott/hush@h:1521:sid ⇒ jdbc:oracle:thin:***@h:1521:sid
          jdbc:oracle:oci:scott/"hu sh"@tns ⇒ jdbc:oracle:oci:***@tns
          url=jdbc:oracle:thin:scott/hush@//h ⇒ url=jdbc:oracle:thin:***@//h
          mongodb://u:hush@h1,h2/db ⇒ mongodb://***@h1,h2/db
          bootstrap u:hush@h:9092 ⇒ bootstrap ***@h:9092
          bootstrap.servers=u:hush@h:9092 ⇒ bootstrap.servers=***@h:9092
          abfss://c@acc/x?sv=1&sig=hush%3D ⇒ abfss://***@acc/x?sv=1&sig=***
          fs.azure.account.key.acc.dfs.core.windows.net=hush== ⇒ fs.azure.account.key.acc.dfs.core.windows.net=***
          fs.azure.account.key.acc.dfs.core.windows.net: hush== ⇒ fs.azure.account.key.acc.dfs.core.windows.net: ***
          fs.azure.sas.cont.acc.blob.core.windows.net=sv=1&x ⇒ fs.azure.sas.cont.acc.blob.core.windows.net=***&x
          DefaultEndpointsProtocol=https;AccountName=a;AccountKey=hush==;EndpointSuffix=e ⇒ DefaultEndpointsProtocol=https;AccountName=a;AccountKey=***;EndpointSuffix=e
          Endpoint=sb://h/;SharedAccessKey=hush=;EntityPath=e ⇒ Endpoint=sb://h/;SharedAccessKey=***;EntityPath=e
          https://a.blob/x?se=2&sp=r&sig=hu%2Fsh&sv=1 ⇒ https://a.blob/x?se=2&sp=r&sig=***&sv=1
          fs.s3a.secret.key=hush ⇒ fs.s3a.secret.key=***
          fs.s3a.access.key = hush ⇒ fs.s3a.access.key = ***
          spark.hadoop.fs.s3a.bucket.b1.secret.key=hush ⇒ spark.hadoop.fs.s3a.bucket.b1.secret.key=***
          fs.s3a.session.token=hush ⇒ fs.s3a.session.token=***
          aws_secret_access_key = hu/sh+ ⇒ aws_secret_access_key = ***
          AWS_SESSION_TOKEN=hush ⇒ AWS_SESSION_TOKEN=***
          the key AKIAIOSFODNN7EXAMPLE is disabled ⇒ the key *** is disabled
          ASIAIOSFODNN7EXAMPLE ⇒ ***
          ?X-Amz-Credential=a%2Fb&X-Amz-Signature=hush&X-Amz-Date=1 ⇒ ?X-Amz-Credential=***&X-Amz-Signature=***&X-Amz-Date=1
          ?X-Goog-Signature=hush&X-Goog-Date=1 ⇒ ?X-Goog-Signature=***&X-Goog-Date=1
          {"type":"service_account","private_key":"-----BEGIN PRIVATE KEY-----\\nhush\\n-----END PRIVATE KEY-----\\n","x":1} ⇒ {"type":"service_account","private_key":"***","x":1}
          {"private_key_id":"hush","client_email":"a"} ⇒ {"private_key_id":"***","client_email":"a"}
          private_key=hush ⇒ private_key=***
          fs.gs.auth.service.account.private.key=hush ⇒ fs.gs.auth.service.account.private.key=***
          access token ya29.a0AfH6SMBx-hush1234 expired ⇒ access token *** expired
          -----BEGIN RSA PRIVATE KEY----- hush hush -----END RSA PRIVATE KEY----- end ⇒ *** end
          cut off -----BEGIN PRIVATE KEY----- hush ⇒ cut off ***
          PlainLoginModule required username="u" password="hu sh"; ⇒ PlainLoginModule required username="u" password="***";
          PlainLoginModule required username='u' password='hu sh'; ⇒ PlainLoginModule required username='u' password='***';
          password="hu\\"sh" user=a ⇒ password="***" user=a
          password="never closed hush ⇒ password="***
          JaasConfig(password="hush") ⇒ JaasConfig(password="***")
          sasl.jaas.config=x.PlainLoginModule required password="hush"; ⇒ sasl.jaas.config=***
          sasl.jaas.config: hush of any form ⇒ sasl.jaas.config: ***
          ssl.keystore.key=hush ⇒ ssl.keystore.key=***
          ssl.key.password=hush, ssl.protocol=TLS ⇒ ssl.key.password=***, ssl.protocol=TLS
          basic.auth.user.info=u:hush ⇒ basic.auth.user.info=***
          Authorization: Bearer hush ⇒ Authorization: Bearer ***
          Authorization: Basic aHVzaA== ⇒ Authorization: Basic ***
          authorization=Bearer hush, host=h ⇒ authorization=Bearer ***, host=h
          Authorization: Digest username="a", response="hush" ⇒ Authorization: ***
          Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=hush ⇒ Authorization: ***
          Proxy-Authorization: Basic aHVzaA== ⇒ Proxy-Authorization: Basic ***
          {"Authorization":"Bearer hush"} ⇒ {"Authorization":"***"}
          sent Bearer abc123 to h ⇒ sent Bearer *** to h
          Cookie: SID=hush; theme=dark ⇒ Cookie: ***
          Set-Cookie: SID=hush; Path=/ ⇒ Set-Cookie: ***
          X-Api-Key: hush ⇒ X-Api-Key: ***
          X-Auth-Token: hush ⇒ X-Auth-Token: ***
          {"user":"a","password":"hu,sh"} ⇒ {"user":"a","password":"***"}
          {"password" : "hush"} ⇒ {"password" : "***"}
          {\\"password\\":\\"hush\\",\\"x\\":1} ⇒ {\\"password\\":\\"***\\",\\"x\\":1}
          {user=a, password=hush, ssl=true} ⇒ {user=a, password=***, ssl=true}
          password=hu,sh!1 x ⇒ password=*** x
          password=hu)sh x ⇒ password=*** x
          password => hush ⇒ password => ***
          password%3Dhush ⇒ password%3D***
          password: hush ⇒ password: ***
          dbPassword=hush ⇒ dbPassword=***
          PGPASSWORD=hush ⇒ PGPASSWORD=***
          password2=hush ⇒ password2=***
          curl --password hush --url x ⇒ curl --password *** --url x
          client_secret=hush&grant=a ⇒ client_secret=***&grant=a
          refresh_token=hush ⇒ refresh_token=***
          token: abc123 ⇒ token: ***
          token=hush ⇒ token=***
          pwd={hu;sh} x ⇒ pwd=*** x
          passphrase=hush ⇒ passphrase=***
          passcode=hush ⇒ passcode=***
          eventhubs.connectionString=hush ⇒ eventhubs.connectionString=***
          Map(password -> hush, user -> a) ⇒ Map(password -> ***, user -> a)
          Map(fs.s3a.secret.key -> hu/sh) ⇒ Map(fs.s3a.secret.key -> ***)
          password->hush ⇒ password->***
          List((password,hush), (user,a)) ⇒ List((password,***), (user,a))
          <property><name>a</name><password>hu sh</password></property> ⇒ <property><name>a</name><password>***</password></property>
          the password 'hu sh' is wrong ⇒ the password '***' is wrong
          jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln ⇒ jwt ***
          ghp_abcdefghijklmnop1234567890 ⇒ ***
          dapi0123456789abcdef0123456789abcdef ⇒ ***
          ;JSESSIONID=hush ⇒ ;JSESSIONID=***
          """)
  void masksCredentials(String text, String masked) {
    assertThat(Secrets.masked(text)).isEqualTo(masked);
    assertThat(Secrets.masked(masked)).as("a masked text stays as it is").isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s3a://checkpoints/prod/course-activity-tile",
        "s3a://bucket/user@example/checkpoint",
        "file:///data/a/b@c",
        "hdfs://namenode:8020/x/y@z",
        "https://host:443/search?mail=a@b",
        "Task 3 in stage 4.0 failed 1 times, most recent failure: lost task",
        "Unexpected character ('}' (code 125)) at [Source: (String)\"{a:1}\"; line: 1]",
        "Unexpected token: SELECT, expected one of these",
        "Invalid credentials: none given",
        "MemoryStream[value#1]",
        "org.apache.kafka.common.errors.SaslAuthenticationException: Authentication failed",
        "org.apache.kafka.common.errors.DelegationTokenExpiredException: Token has expired",
        "org.apache.hadoop.security.AccessControlException: Permission denied: user=spark",
        "java.lang.SecurityException: password must not be null",
        "at io.example.Secrets.masked(Secrets.java:45)",
        "at io.example.PasswordUtil$.check(PasswordUtil.scala:12)",
        "at java.sql@17.0.1/java.sql.DriverManager.getConnection(DriverManager.java:681)",
        "KafkaV2[Subscribe[password-resets, token-events]]",
        "{\"password-resets\":{\"0\":12,\"1\":3}}",
        "KafkaV2[SubscribePattern[orders\\..*]]",
        "fs.s3a.aws.credentials.provider=org.example.MyProvider",
        "ssl.keystore.type=PKCS12",
        "ssl.keystore.location=/etc/kafka/client.jks",
        "key=42, value=7",
        "partition.key=42",
        "password=null",
        "check(token, user) failed",
        "the secret 'kafka-client' does not exist",
        "KafkaV2[Subscribe[password]] -> orders",
        "usage: --user <user> <password> and <topic>",
        "password=, user=a",
        "useToken=true",
        "Basic authentication failed",
        "Bearer token is missing",
        "the cookie is stale",
        "a passing comparison: compass=north",
        "Tokenizer=whitespace",
        "offset 12 for partition orders-0 at 2026-03-02T10:00:00Z",
        "io.lagwatch.Sink@1f2e3d",
        "mail to ops@example.org",
        "dapiary of an ordinary long word",
        "user@host is no address of Kafka"
      })
  void leavesOtherTextAsItIs(String text) {
    assertThat(Secrets.masked(text)).isEqualTo(text);
  }

  /** The secret of each line contains "hush" or "hunter2"; ¶ and ¤ stand for line breaks. */
  @ParameterizedTest
  @MethodSource
  void masksManyFormsOfSecrets(String line) {
    var text = line.replace("¶", "\n").replace("¤", "\r\n");
    var masked = Secrets.masked(text);
    assertThat(masked).doesNotContainIgnoringCase("hush").doesNotContain("hunter2");
    assertThat(masked).contains(Secrets.MASK);
    assertThat(Secrets.masked(masked)).as("a masked text stays as it is").isEqualTo(masked);
  }

  static List<String> masksManyFormsOfSecrets() throws IOException {
    return lines("masked.txt");
  }

  @ParameterizedTest
  @MethodSource
  void leavesOrdinaryMessagesReadable(String message) {
    assertThat(Secrets.masked(message)).isEqualTo(message);
  }

  static List<String> leavesOrdinaryMessagesReadable() throws IOException {
    return lines("ordinary.txt");
  }

  private static List<String> lines(String file) throws IOException {
    try (var in = SecretsTest.class.getResourceAsStream("/secrets/" + file)) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "ssl.key.password",
        "sasl.jaas.config",
        "ssl.keystore.key",
        "my.encryption.key",
        "fs.azure.account.key.acc.dfs.core.windows.net",
        "schema.registry.basic.auth.user.info",
        "accessKey",
        "AWSSecretKey",
        "db.pass",
        "LAGWATCH_TOKEN"
      })
  void knowsNamesOfSecrets(String name) {
    assertThat(Secrets.isSecretName(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "42",
        "key",
        "topic",
        "bootstrap.servers",
        "key.deserializer",
        "partition.key",
        "ssl.keystore.location",
        "compass",
        "signal",
        "authority",
        "AccessTokenException"
      })
  void knowsNamesOfOtherThings(String name) {
    assertThat(Secrets.isSecretName(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "/",
        "//",
        "@",
        ":",
        "://",
        "a:b@",
        "//a:b@c ",
        "password",
        "password=",
        "password=,",
        "password=a,b",
        "password ",
        "password\\",
        "password:\"",
        "password=\"\\",
        "token:",
        "Basic ",
        "Authorization: Bearer ",
        "-----BEGIN ",
        "-----BEGIN X-----END ",
        "eyJ.",
        "AKIA",
        "jdbc:oracle:",
        "jdbc:oracle:x/\"",
        "{\"password\":{",
        "cookie=",
        "Aa",
        "%3D",
        "--pwd ",
        "token:x",
        "password-1:",
        "password for «",
        "password {",
        "password(",
        "password:|",
        "s=",
        "-u «",
        "&",
        "%25",
        "<password>",
        "<password><",
        "{\"password\":{ ",
        "Invalid value ",
        "identified by ",
        "BEGIN ",
        "hooks.slack.com/",
        "http://",
        "password is "
      })
  void takesTimeInProportionToTheLength(String hostile) {
    var text = hostile.repeat(1_000_000 / hostile.length());
    long before = CPU.getCurrentThreadCpuTime();

    Secrets.masked(text);

    // A pass over a megabyte whose steps grow with the square takes minutes.
    long nanos = CPU.getCurrentThreadCpuTime() - before;
    assertThat(Duration.ofNanos(nanos)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void keepsThemOutOfExceptionsAndDescriptions() {
    var progress = JsonNodeFactory.instance.objectNode();
    progress.put("timestamp", "2026-03-02T00:00:00.000Z").put("batchId", 1);
    var sources = progress.putArray("sources");
    sources.addObject().put("description", "JDBC[x://u:hush@h]");
    sources.addObject().put("description", "KafkaV2[SubscribePattern[token=.*]]");
    var decoded = ProgressDecoder.decode(progress);
    assertThat(decoded.sources().get(0).description()).isEqualTo("JDBC[x://***@h]");
    assertThat(decoded.sources().get(1).description())
        .as("is read for its topics")
        .isEqualTo("KafkaV2[SubscribePattern[token=.*]]");
  }
}
