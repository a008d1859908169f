"""A headless Chromium, driven over the pipe of its DevTools protocol. Needs no package."""
import base64
import json
import os
import shutil
import subprocess
import tempfile

NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"]


class Browser:
    """A browser with one tab. It records requests, messages of the console and errors."""

    def __init__(self):
        program = next((found for found in map(shutil.which, NAMES) if found), None)
        if program is None:
            raise SystemExit("page: no Chromium was found. Install the package chromium.")
        self.profile = tempfile.mkdtemp(prefix="folio-page-")
        to_child, self.output = os.pipe()
        self.input, from_child = os.pipe()

        def descriptors():
            # Chromium reads from 3 and writes to 4. Copies avoid that one replaces the other.
            reading, writing = os.dup(to_child), os.dup(from_child)
            os.dup2(reading, 3)
            os.dup2(writing, 4)
            for descriptor in (3, 4):
                os.set_inheritable(descriptor, True)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--remote-debugging-pipe", "--user-data-dir=" + self.profile, "about:blank"],
            preexec_fn=descriptors, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log", "Emulation"]:
            if domain != "Emulation":
                self.call(domain + ".enable")

    def close(self):
        """Ends the browser and removes its profile."""
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except Exception:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def message(self):
        """The next message of the browser."""
        while b"\0" not in self.buffer:
            block = os.read(self.input, 1 << 20)
            if not block:
                raise RuntimeError("the browser has ended")
            self.buffer += block
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **parameters):
        """Calls a method and returns its result. Events in between are kept."""
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def wait(self, event):
        """Waits for an event."""
        while not any(found["method"] == event for found in self.events):
            message = self.message()
            if "method" in message:
                self.events.append(message)

    def open(self, path, width=1280, height=900, dark=False, media="", script=True):
        """Opens a file in a window."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setScriptExecutionDisabled", value=not script)
        self.events = []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("Page.loadEventFired")

    def value(self, expression):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def screenshot(self, path, whole=True):
        """Writes a picture of the page."""
        clip = {}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            height = min(size["height"], 14000)
            clip = {"captureBeyondViewport": True, "clip": {
                "x": 0, "y": 0, "width": size["width"], "height": height, "scale": 1}}
        data = self.call("Page.captureScreenshot", format="png", **clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pdf(self, path, paper):
        """Prints the page on paper: its width and height in inches."""
        data = self.call("Page.printToPDF", paperWidth=paper[0], paperHeight=paper[1],
                         printBackground=True, preferCSSPageSize=False)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """The errors and warnings of the console and the log, and uncaught exceptions."""
        found = []
        for event in self.events:
            method, parameters = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                found.append("exception: " + json.dumps(parameters)[:300])
            elif method == "Runtime.consoleAPICalled":
                found.append("console: " + json.dumps(parameters)[:300])
            elif method == "Log.entryAdded":
                found.append("log: " + parameters["entry"]["text"])
        return found

    def requests(self):
        """The addresses that the page asked for."""
        return [event["params"]["request"]["url"] for event in self.events
                if event["method"] == "Network.requestWillBeSent"]
