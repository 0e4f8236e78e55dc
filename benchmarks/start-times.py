#!/usr/bin/env python3
"""Measures how long a function takes from the start of its JVM to asking Lambda for its first event.

    benchmarks/start-times.py [ROUNDS]

Each round starts every variant once, one after another, so that what else the machine does meets all of them; the figures
are medians, and good as ratios within one run. CPU time depends less on the machine's load than time does.

The package is functions/target/function.zip with the client beside it, as ./mvnw -B verify -DskipTests -pl functions -am
leaves them. JAVA_17_HOME and JAVA_25_HOME name the JDKs; a variant whose JDK is missing is left out. Needs Linux and
Python 3.9 or later.
"""

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "functions" / "target"
CLIENT = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda"
HANDLER = "io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler::handleRequest"

# What Lambda's Java runtimes set too: the quick compiler alone, and the collector with the quickest start.
OPTIONS = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g", "--enable-native-access=ALL-UNNAMED"]

NEXT = b"GET /2018-06-01/runtime/invocation/next"
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
PATIENCE_SECONDS = 120


class Variant:
    def __init__(self, name, java, recording=None, using=None):
        self.name = name
        self.java = java
        self.recording = recording
        self.using = using
        self.wall_ms = []
        self.cpu_ms = []

    def command(self, options, class_path):
        return [self.java, *OPTIONS, *options, "-cp", class_path, CLIENT, HANDLER]

    def record(self, folder, class_path):
        """Makes the archive, in a run that ends where it asks for an event: nobody listens there."""
        if not self.recording:
            return
        archive = folder / f"{self.name.replace(' ', '-')}.archive"
        command = self.command([f"{self.recording}={archive}"], class_path)
        run = subprocess.run(command, env=environment("127.0.0.1:9"), capture_output=True, timeout=PATIENCE_SECONDS)
        if not archive.exists():
            sys.exit(f"{self.name}: no archive was made\n{run.stdout.decode()}{run.stderr.decode()}")
        self.using = f"{self.using}={archive}"

    def measure(self, class_path):
        with socket.create_server(("127.0.0.1", 0)) as runtime_api:
            runtime_api.settimeout(PATIENCE_SECONDS)
            command = self.command([self.using] if self.using else [], class_path)
            began = time.monotonic()
            process = subprocess.Popen(
                command,
                env=environment(f"127.0.0.1:{runtime_api.getsockname()[1]}"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                connection, _ = runtime_api.accept()
                with connection:
                    asked = connection.recv(4096)
                    self.wall_ms.append((time.monotonic() - began) * 1000)
                    self.cpu_ms.append(cpu_ms(process.pid))
                    if not asked.startswith(NEXT):
                        sys.exit(f"{self.name}: asked for {asked[:200]}")
            except TimeoutError:
                sys.exit(f"{self.name}: did not ask for an event within {PATIENCE_SECONDS} s")
            finally:
                process.kill()
                process.wait()


def environment(runtime_api):
    return {
        "AWS_LAMBDA_RUNTIME_API": runtime_api,
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "none",
        "AWS_SECRET_ACCESS_KEY": "none",
        "QUARKUS_LAMBDA_HANDLER": "produce",
        "TIDEMARK_STORE": "aws",
        "TIDEMARK_TABLE": "none",
        "TIDEMARK_BUCKET": "none",
    }


def cpu_ms(pid):
    """What the process's threads have had so far, in user and kernel mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / TICKS_PER_SECOND


def class_path(folder):
    """The package as jars only, since archives hold no class that lies in a folder, and the client."""
    package = TARGET / "function.zip"
    clients = sorted((TARGET / "runtime-interface").glob("aws-lambda-java-[rs]*.jar"))
    if not package.exists() or not clients:
        sys.exit(f"there is no package in {TARGET}: ./mvnw -B verify -DskipTests -pl functions -am")
    jars = folder / "lib"
    with zipfile.ZipFile(package) as zipped, zipfile.ZipFile(folder / "functions.jar", "w") as own:
        for entry in zipped.infolist():
            if entry.filename.startswith("lib/"):
                zipped.extract(entry, folder)
            elif not entry.is_dir() and entry.filename != "META-INF/MANIFEST.MF":
                own.writestr(entry.filename, zipped.read(entry))
    for client in clients:
        shutil.copy(client, jars)
    return ":".join(map(str, [folder / "functions.jar", *sorted(jars.glob("*.jar"))]))


def variants():
    for version, archived in ((17, "AppCDS archive"), (25, "AOT cache")):
        home = os.environ.get(f"JAVA_{version}_HOME")
        if not home:
            continue
        java = f"{home}/bin/java"
        yield Variant(f"Java {version}", java)
        if version == 17:
            yield Variant(f"Java 17, {archived}", java, "-XX:ArchiveClassesAtExit", "-XX:SharedArchiveFile")
        else:
            yield Variant(f"Java 25, {archived}", java, "-XX:AOTCacheOutput", "-XX:AOTCache")


def main(arguments):
    if len(arguments) > 1 or not all(argument.isdigit() and int(argument) > 0 for argument in arguments):
        sys.exit(__doc__)
    rounds = int(arguments[0]) if arguments else 15
    all_variants = list(variants())
    if not all_variants:
        sys.exit("set JAVA_17_HOME and JAVA_25_HOME, or one of them")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jars = class_path(folder)
        for variant in all_variants:
            variant.record(folder, jars)
        for done in range(rounds + 1):
            for variant in all_variants:
                variant.measure(jars)
            if done == 0:  # what a first round reads from the disk, the others find in memory
                for variant in all_variants:
                    variant.wall_ms.clear()
                    variant.cpu_ms.clear()
    report(all_variants, rounds)


def report(all_variants, rounds):
    plain = all_variants[0]
    print(f"| start to first poll, medians of {rounds} | time | of {plain.name}'s | CPU time | of {plain.name}'s |")
    print("|---|---|---|---|---|")
    for variant in all_variants:
        wall, cpu = statistics.median(variant.wall_ms), statistics.median(variant.cpu_ms)
        wall_ratio = wall / statistics.median(plain.wall_ms)
        cpu_ratio = cpu / statistics.median(plain.cpu_ms)
        print(f"| {variant.name} | {wall:.0f} ms | {wall_ratio:.2f} | {cpu:.0f} ms | {cpu_ratio:.2f} |")


if __name__ == "__main__":
    main(sys.argv[1:])
