#!/usr/bin/env python3
"""Type-checks the library modules on Linux as if for an older macOS.

usage: check.py [--macos VERSION]

The standard library's interface in the Linux toolchain carries the availability of every
declaration on Apple's systems. This script compiles that interface for an Apple target, and then
type-checks each library module against it. It prints each use of a declaration that the declared
macOS lacks, and exits with status 1 if there is one. The minimum versions of the other systems
(iOS 18, tvOS 18, watchOS 11, visionOS 2) came out with macOS 15, so one check covers all.

A stand-in for the Darwin module is made of the C headers of this machine, so that code inside
`#if canImport(Darwin)` is checked as well. What Linux lacks there (`F_FULLFSYNC`) is listed as
unknown and is not a finding: only availability errors are.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# A folder of its own, because a build locks the usual one.
PACKAGE = ["swift", "package", "--package-path", str(ROOT), "--scratch-path",
           str(ROOT / ".build" / "availability")]


def swift_root():
    """The folder of the toolchain that holds bin and lib."""
    info = subprocess.run(
        ["swift", "-print-target-info"], capture_output=True, text=True, check=True)
    resources = json.loads(info.stdout)["paths"]["runtimeResourcePath"]
    return pathlib.Path(resources).parent.parent


def library_modules():
    """The names and folders of the library modules, lowest layer first."""
    described = subprocess.run(
        PACKAGE + ["describe", "--type", "json"],
        capture_output=True, text=True, check=True)
    package = json.loads(described.stdout)
    targets = {t["name"]: t for t in package["targets"]
               if t["type"] == "library" and t["path"].startswith("Sources/")}
    ordered = []

    def visit(name):
        if name in ordered or name not in targets:
            return
        for dependency in targets[name].get("target_dependencies", []):
            visit(dependency)
        ordered.append(name)

    for name in targets:
        visit(name)
    return [(name, ROOT / targets[name]["path"]) for name in ordered]


def declared_macos():
    """The minimum macOS of Package.swift."""
    described = subprocess.run(
        PACKAGE + ["dump-package"],
        capture_output=True, text=True, check=True)
    platforms = json.loads(described.stdout)["platforms"]
    return next(p["version"] for p in platforms if p["platformName"] == "macos")


def prepare(resources, swift, version):
    """Lays out a resource folder whose standard library is for macOS."""
    library = swift / "lib" / "swift"
    (resources / "macosx").mkdir(parents=True)
    for part in ["clang", "apinotes", "shims"]:
        if (library / part).exists():
            (resources / part).symlink_to(library / part)
    for module in ["Swift", "_Concurrency", "_StringProcessing"]:
        found = sorted((library / "linux" / f"{module}.swiftmodule").glob("*.swiftinterface"))
        public = [path for path in found if ".private." not in path.name]
        text = public[0].read_text()
        text = re.sub(r"-target \S+", f"-target x86_64-apple-macosx{version}", text)
        text = text.replace("-target-min-inlining-version min", "")
        # A back-deployed function counts as available from its introduction.
        text = re.sub(r"(?m)^\s*@backDeployed\(.*$", "", text)
        folder = resources / "macosx" / f"{module}.swiftmodule"
        folder.mkdir()
        (folder / "x86_64-apple-macos.swiftinterface").write_text(text)


# Linux has no interface of Apple's Foundation and Security, so what imports them is not checked.
# FolioTools is part of no product.
WITH_FOUNDATION = {"FolioFoundation", "FolioSupabase", "FolioTools"}

HEADERS = [
    "dirent.h", "errno.h", "fcntl.h", "math.h", "poll.h", "signal.h", "spawn.h", "stdio.h",
    "stdlib.h", "string.h", "sys/file.h", "sys/ioctl.h", "sys/mman.h", "sys/resource.h",
    "sys/stat.h", "sys/time.h", "sys/wait.h", "time.h", "unistd.h"]


def make_darwin(folder):
    """Makes a module called Darwin of the C headers of this machine.

    Returns the options that find it."""
    folder.mkdir()
    text = "".join(f"#include <{name}>\n" for name in HEADERS)
    # Here it is a macro that Swift cannot import; on Darwin it is a variable.
    text += "#undef errno\nextern int errno;\n"
    (folder / "darwin.h").write_text(text)
    (folder / "module.modulemap").write_text(
        'module Darwin [system] { header "darwin.h" export * }\n')
    machine = subprocess.run(
        ["gcc", "-print-multiarch"], capture_output=True, text=True, check=False).stdout.strip()
    options = ["-I", str(folder), "-Xcc", "-U__nonnull", "-Xcc", f"-I{folder}"]
    for path in ["/usr/include", f"/usr/include/{machine or 'x86_64-linux-gnu'}"]:
        options += ["-Xcc", "-isystem", "-Xcc", path]
    return options


# Modules whose interface is missing on Linux, or needs C modules of Linux. What Folio uses of them is
# in every system that it supports.
STAND_INS = {
    "Dispatch": """
public final class DispatchQueue: Sendable {
  public init(label: String) {}
  public func async(execute work: @escaping @Sendable () -> Void) {}
}
""",
    "Synchronization": """
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  public init(_ value: consuming sending Value) {}
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result { fatalError() }
}
public struct Atomic<Value: Sendable>: ~Copyable, Sendable {
  public init(_ value: consuming Value) {}
  public borrowing func load(ordering: AtomicLoadOrdering) -> Value { fatalError() }
  public borrowing func store(_ value: consuming Value, ordering: AtomicStoreOrdering) {}
}
public struct AtomicLoadOrdering { public static var relaxed: Self { fatalError() } }
public struct AtomicStoreOrdering { public static var relaxed: Self { fatalError() } }
"""}


def make_stand_ins(work, options, modules, frontend):
    """Makes modules of these declarations."""
    for name, text in STAND_INS.items():
        source = work / f"{name}.swift"
        source.write_text(text)
        subprocess.run(
            [frontend, "-frontend", *options, "-emit-module", "-disable-availability-checking",
             "-parse-as-library", "-module-name", name,
             "-o", str(modules / f"{name}.swiftmodule"), str(source)],
            check=True)


def check(name, folder, options, modules, frontend):
    """Type-checks a module and writes its interface for the modules above it.

    Returns the lines with availability errors, and how many other errors there were."""
    files = [str(path) for path in sorted(folder.rglob("*.swift"))]
    done = subprocess.run(
        [frontend, "-frontend", *options, "-typecheck", "-diagnostic-style=llvm",
         "-module-name", name, *files],
        capture_output=True, text=True, check=False)
    # Errors inside the retargeted standard library are not about this package.
    errors = {line for line in done.stderr.splitlines()
              if " error: " in line and line.startswith(str(folder))}
    late = {line for line in errors if "only available in" in line}
    emitted = subprocess.run(
        [frontend, "-frontend", *options, "-emit-module", "-disable-availability-checking",
         "-experimental-skip-all-function-bodies", "-parse-as-library", "-module-name", name,
         "-o", str(modules / f"{name}.swiftmodule"), *files],
        capture_output=True, text=True, check=False)
    if emitted.returncode != 0:
        lines = emitted.stderr.splitlines()
        # A compiler that dies prints no error; its last lines say where.
        shown = [line for line in lines if "error: " in line] or lines[-40:]
        sys.exit(f"{name} cannot be checked:\n" + "\n".join(shown))
    return sorted(late), len(errors) - len(late)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--macos")
    version = arguments.parse_args().macos or declared_macos()
    swift = swift_root()
    frontend = shutil.which("swiftc")
    found = 0
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        resources, modules = work / "resources", work / "modules"
        modules.mkdir()
        prepare(resources, swift, version)
        options = [
            "-O", "-target", f"x86_64-apple-macosx{version}", "-disable-objc-interop",
            "-sdk", str(work), "-resource-dir", str(resources),
            "-module-cache-path", str(work / "cache"),
            "-I", str(modules), "-swift-version", "6", "-package-name", "folio",
            *make_darwin(work / "darwin")]
        make_stand_ins(work, options, modules, frontend)
        checked = library_modules()
        if len(checked) < 10:
            sys.exit(f"only {len(checked)} library modules were found")
        for name, folder in checked:
            if name in WITH_FOUNDATION:
                print(f"{name}: not checked")
                continue
            late, unknown = check(name, folder, options, modules, frontend)
            for line in late:
                print(line.replace(f"{ROOT}/", ""))
            print(f"{name}: {len(late)}" + (f" ({unknown} unknown)" if unknown else ""))
            found += len(late)
    print(f"macOS {version}: {found} uses of newer declarations")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
