// A browser that was found on this machine, and a page that tells on itself: whatever it complains about,
// and whatever it asks the network for, is kept.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** The browser of `LUDOMETER_CHROMIUM`, else the first that is found, else undefined. */
export function findChromium() {
  const named = process.env.LUDOMETER_CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...PLACES].find((path) => existsSync(path));
}

/** Starts the browser; it sends nothing home. */
export function launch(executablePath) {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
  return chromium.launch({ executablePath, args });
}

/** Opens an address in a page of its own. `complaints` and `requests` go on filling while it is used. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ offline: true, viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  const requests = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`script error: ${error}`));
  page.on("request", (request) => requests.push(request.url()));
  await page.exposeFunction("tellViolation", (what) => complaints.push(`policy violation: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      window.tellViolation(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(address);
  return { page, complaints, requests, close: () => context.close() };
}
