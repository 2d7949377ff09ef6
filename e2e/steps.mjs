// Plays the page of a lesson as a lecturer does: node steps.mjs STEPS.html typed|game
//
// `typed` is the tree of the lecture, ((3 12 8)(2 4 6)(14 5 2)); `game` any position with a board.
// Exit code 77 says that there is no browser to look with.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { findChromium, launch, open } from "./browser.mjs";
import { faintTexts, groundLightness, overflowing } from "./looks.mjs";

const [file, subject] = process.argv.slice(2);
const address = pathToFileURL(resolve(file)).href;
const typed = subject === "typed";
const NO_BROWSER = 77;

const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const panel = (page) => page.getByRole("tabpanel");
const button = (page, name) => panel(page).getByRole("button", { name, exact: true });
const slider = (page) => panel(page).getByRole("slider");
const said = (page) => panel(page).getByRole("status").innerText();
const stage = (page) => panel(page).locator(".tree");

/** Everything that is to be seen: the sentence, the tree, the table, the step. */
async function picture(page) {
  const tree = await stage(page).locator(".node.on").evaluateAll((nodes) => nodes.map((node) => node.outerHTML));
  const frame = await stage(page).getAttribute("viewBox");
  const rows = await panel(page).locator("tbody").innerHTML();
  return { say: await said(page), tree, frame, rows, step: await slider(page).inputValue() };
}

const checks = {
  async "it starts at the first step of α–β"({ page }) {
    assert.equal(await tab(page, "α–β").getAttribute("aria-selected"), "true");
    assert.match(await said(page), /^Start at the root, a MAX (\(X\) )?node/);
    assert.equal(await slider(page).inputValue(), "1");
    assert.equal(await button(page, "Previous step").getAttribute("aria-disabled"), "true");
  },

  async "forward and back come through the same pictures"({ page }) {
    for (const name of ["α–β", "UCT"]) {
      await tab(page, name).click();
      const forward = [await picture(page)];
      for (let step = 1; step < 14; step++) {
        await button(page, "Next step").click();
        forward.push(await picture(page));
        assert.notEqual(forward[step].say + forward[step].rows, forward[step - 1].say + forward[step - 1].rows, name);
      }
      for (let step = 12; step >= 0; step--) {
        await button(page, "Previous step").click();
        assert.deepEqual(await picture(page), forward[step], `${name}: step ${step + 1} on the way back`);
      }
    }
  },

  async "keys, slider and address lead to the same step"({ page }) {
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const third = await picture(page);
    assert.equal(third.step, "3");
    assert.ok(page.url().endsWith("#ab-3"), page.url());
    await page.keyboard.press("End");
    assert.match(await said(page), /^Done: the root is worth/);
    await page.keyboard.press("Home");
    await slider(page).fill("3");
    assert.deepEqual(await picture(page), third);
    await page.goto(`${address}#uct-5`);
    assert.equal(await tab(page, "UCT").getAttribute("aria-selected"), "true");
    assert.equal(await slider(page).inputValue(), "5");
    await page.goto(`${address}#ab-3`);
    assert.deepEqual(await picture(page), third);
  },

  async "strides stop at simulations, and playing goes on by itself"({ page }) {
    await tab(page, "UCT").click();
    await page.keyboard.press("PageDown");
    assert.match(await said(page), /^Iteration 1,/);
    await page.keyboard.press("PageDown");
    assert.match(await said(page), /^Iteration 2,/);
    await page.keyboard.press("PageUp");
    assert.match(await said(page), /^Iteration 1,/);
    await button(page, "Play").click();
    assert.equal(await button(page, "Play").getAttribute("aria-pressed"), "true");
    await page.waitForFunction(() => Number(document.querySelector("#uct input").value) > 3);
    await button(page, "Play").click();
    assert.equal(await button(page, "Play").getAttribute("aria-pressed"), "false");
  },

  async "tabs are changed by the keyboard"({ page }) {
    await tab(page, "α–β").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await tab(page, "UCT").getAttribute("aria-selected"), "true");
    assert.equal(await panel(page).count(), 1);
  },

  async "a position has its board beside the tree"({ page }) {
    const boards = panel(page).locator("aside svg");
    assert.equal(await boards.count(), typed ? 0 : 1);
    if (typed) return;
    const before = await boards.innerHTML();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await boards.innerHTML(), before);
  },

  async "the lecture is told as it is taught"({ page }) {
    if (!typed) return;
    const visible = (what) => stage(page).locator(`.node.on${what} .v`).allTextContents();
    while (!(await said(page)).startsWith("Cut:")) await page.keyboard.press("ArrowRight");
    assert.match(await said(page), /v = 2 ≤ α = 3.* 2 and 3 are not looked at/);
    assert.deepEqual(await visible(".cut"), ["4", "6"]);
    const rows = await panel(page).locator("tbody tr").allTextContents();
    assert.deepEqual(rows, ["MAX3+∞3", "MIN after 23+∞2"]);
    await page.keyboard.press("End");
    assert.match(await said(page), /worth 3\. Best line: 1 1\. 7\sleaves were looked at, 2\smoves were cut off/);
    assert.deepEqual(await visible(".best"), ["3", "3", "3"]);
  },

  async "light and dark are both readable, and nothing runs over the edge"({ page }) {
    for (const [scheme, fits] of [["light", (ground) => ground > 200], ["dark", (ground) => ground < 60]]) {
      await page.emulateMedia({ colorScheme: scheme });
      assert.ok(fits(await page.evaluate(groundLightness)), scheme);
      assert.deepEqual(await page.evaluate(faintTexts), [], scheme);
    }
    for (const width of [1920, 1280, 390]) {
      await page.setViewportSize({ width, height: 720 });
      assert.deepEqual(await page.evaluate(overflowing), [], `${width} wide`);
    }
  },
};

async function main() {
  const executable = findChromium();
  if (!executable) {
    console.log("skipped: no chromium; set LUDOMETER_CHROMIUM to a Chromium or Chrome");
    return NO_BROWSER;
  }
  const browser = await launch(executable);
  try {
    for (const [name, check] of Object.entries(checks)) {
      const opened = await open(browser, address);
      await check(opened);
      assert.deepEqual(opened.complaints, [], name);
      const foreign = opened.requests.filter((url) => url.split("#")[0] !== address);
      assert.deepEqual(foreign, [], "the page asks for more than itself");
      await opened.close();
      console.log(`ok: ${name}`);
    }
  } finally {
    await browser.close();
  }
  return 0;
}

process.exitCode = await main();
