// Looks at a report as a reader does: node report.mjs REPORT.html TITLE
//
// Exit code 77 says that there is no browser to look with.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { findChromium, launch, open } from "./browser.mjs";
import { faintTexts, groundLightness, overflowing } from "./looks.mjs";

const [file, title] = process.argv.slice(2);
const address = pathToFileURL(resolve(file)).href;
const NO_BROWSER = 77;

const section = (page, name) => page.getByRole("region", { name, exact: true });
const caption = (player) => player.locator("figcaption:visible");

/** Unfolds the groups of charts and the numbers beside them. */
async function unfold(page) {
  await page.locator("details").evaluateAll((folds) => folds.forEach((fold) => (fold.open = true)));
}

const checks = {
  async "the title names the game"({ page }) {
    assert.equal(await page.title(), `${title} · play-test report`);
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), title);
    assert.equal(await page.locator("html").getAttribute("lang"), "en-GB");
  },

  async "every verdict card has a question, a word, an answer and a count"({ page }) {
    const cards = section(page, "Verdicts").getByRole("article");
    const count = await cards.count();
    assert.ok(count >= 5, `${count} cards`);
    for (const card of await cards.all()) {
      assert.match(await card.getByRole("heading").innerText(), /\?$/);
      const [word, answer, detail] = await card.getByRole("paragraph").allTextContents();
      assert.match(word, /\b(fine|problem|unsure)$/);
      assert.ok(answer.length > 0);
      assert.match(detail, /n = \d/);
    }
  },

  async "every chart has text, and its numbers are in a table behind a fold"({ page }) {
    const charts = section(page, "Charts");
    const figure = charts.getByRole("figure").filter({ has: page.getByRole("img") }).first();
    await assert.rejects(figure.getByRole("table").waitFor({ timeout: 100 }), "the numbers are open");
    await figure.getByText("Numbers", { exact: true }).click();
    await figure.getByRole("table").waitFor();
    await unfold(page);
    const pictures = charts.getByRole("img");
    const count = await pictures.count();
    assert.ok(count >= 10, `${count} charts`);
    assert.equal(await charts.getByRole("img", { name: /\w+.*\w+/ }).count(), count, "a chart has no name");
    for (const drawn of await charts.getByRole("figure").filter({ has: page.getByRole("img") }).all()) {
      const name = await drawn.getByRole("heading").innerText();
      assert.ok((await drawn.getByRole("row").count()) >= 2, `no numbers beside "${name}"`);
      assert.ok((await drawn.getByRole("columnheader").count()) >= 2, `no columns beside "${name}"`);
    }
  },

  async "a sample match is stepped through by buttons, slider and keys"({ page }) {
    const player = section(page, "Sample matches").getByRole("article").first();
    const controls = player.getByRole("group", { name: "Steps of match 1" });
    const button = (name) => controls.getByRole("button", { name, exact: true });
    const slider = controls.getByRole("slider", { name: "Step" });
    const board = player.getByRole("img");
    const last = Number(await slider.getAttribute("max"));
    assert.ok(last > 3, `${last} steps`);
    let before;
    const stands = async (step, how) => {
      assert.equal(await board.count(), 1, `${how}: one board is shown`);
      const said = await caption(player).innerText();
      assert.ok(said.startsWith(`${step}/${last} `), `${how}: "${said}" instead of step ${step}`);
      assert.equal(await slider.inputValue(), String(step), how);
      const now = { said, drawing: await board.innerHTML() };
      if (before) {
        assert.notEqual(now.said, before.said, `${how}: the caption stays`);
        assert.notEqual(now.drawing, before.drawing, `${how}: the board stays`);
        assert.equal(await player.getByRole("status").textContent(), said, `${how}: nothing is announced`);
      }
      before = now;
    };
    await stands(1, "at first");
    await button("Next step").click();
    await stands(2, "the button next");
    await button("Last step").click();
    await stands(last, "the button last");
    assert.equal(await button("Next step").getAttribute("aria-disabled"), "true");
    await button("Previous step").click();
    await stands(last - 1, "the button back");
    await button("First step").click();
    await stands(1, "the button first");
    await button("Next step").press("ArrowRight");
    await stands(2, "the right arrow");
    await button("Next step").press("End");
    await stands(last, "the end key");
    await button("Next step").press("ArrowLeft");
    await stands(last - 1, "the left arrow");
    await button("Next step").press("Home");
    await stands(1, "the home key");
    await slider.fill("3");
    await stands(3, "the slider");
    await slider.press("ArrowRight");
    await stands(4, "the right arrow on the slider");
  },

  async "every sample match starts at the start and can be reached by the keyboard"({ page }) {
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    assert.equal(await focused(), "Skip to the verdicts");
    for (const player of await section(page, "Sample matches").getByRole("article").all()) {
      assert.match(await caption(player).innerText(), /1\/\d+ The start/);
      await player.getByRole("button", { name: "Next step" }).focus();
      await page.keyboard.press("Enter");
      assert.match(await caption(player).innerText(), /2\/\d+ /);
    }
  },

  async "it says how to make the same matches again"({ page }) {
    const made = section(page, "How it was made");
    assert.match(await made.innerText(), /ludometer playtest \S+ .*--seed \d+/);
    assert.ok((await made.getByRole("table", { name: "Rule parameters" }).count()) === 1);
  },

  async "light and dark are both readable"({ page }) {
    await unfold(page);
    await page.emulateMedia({ colorScheme: "light" });
    const light = await page.evaluate(groundLightness);
    assert.deepEqual(await page.evaluate(faintTexts), [], "faint in light");
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await page.evaluate(groundLightness);
    assert.deepEqual(await page.evaluate(faintTexts), [], "faint in dark");
    assert.ok(light > 200 && dark < 60, `the ground is ${light} in light and ${dark} in dark`);
  },

  async "on a phone nothing scrolls sideways"({ page }) {
    await unfold(page);
    await page.setViewportSize({ width: 360, height: 740 });
    assert.deepEqual(await page.evaluate(overflowing), []);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `the page is ${width} wide`);
    const targets = section(page, "Sample matches").getByRole("button");
    for (const box of await Promise.all((await targets.all()).map((target) => target.boundingBox()))) {
      assert.ok(box.width >= 40 && box.height >= 40, "a button is too small for a finger");
    }
  },

  async "paper shows a few steps of each match, says so, and has no controls"({ page }) {
    const FEW = 6;
    const samples = section(page, "Sample matches");
    const players = await samples.getByRole("article").count();
    assert.equal(await samples.getByRole("img").count(), players, "the screen shows one step of each");
    await page.emulateMedia({ media: "print" });
    for (const role of ["button", "slider", "navigation"]) {
      assert.equal(await page.getByRole(role).count(), 0, `paper shows a ${role}`);
    }
    for (const player of await samples.getByRole("article").all()) {
      const steps = await player.locator(".step").count();
      assert.equal(await player.getByRole("img").count(), Math.min(steps, FEW));
      const captions = await player.locator("figcaption:visible").allInnerTexts();
      assert.match(captions[0], /^1\//);
      assert.match(captions.at(-1), /^(\d+)\/\1 /, "the last position is among them");
      if (steps > FEW) {
        await player.getByText(/Shown are 6 of \d+\spositions; ludometer replay RUN --match \d+ shows all/).waitFor();
      }
    }
  },
};

/** A foreign script must not run even if somebody gets it into the page. */
async function policyHolds(browser) {
  const { page, complaints, close } = await open(browser, address);
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.intruder = true";
    document.body.append(script);
    return window.intruder === true;
  });
  assert.ok(!ran, "a foreign script ran");
  assert.ok(complaints.length > 0, "the policy says nothing");
  await close();
}

/** Without scripts every step of every sample is there to read. */
async function readsWithoutScript(browser) {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const page = await context.newPage();
  await page.goto(address);
  const samples = section(page, "Sample matches");
  assert.equal(await samples.getByRole("img").count(), await samples.locator(".step").count());
  assert.equal(await samples.getByRole("button").count(), 0, "buttons that do nothing are shown");
  await context.close();
}

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
      assert.deepEqual(foreign, [], "the report asks for more than itself");
      await opened.close();
      console.log(`ok: ${name}`);
    }
    await policyHolds(browser);
    console.log("ok: the policy lets no foreign script run");
    await readsWithoutScript(browser);
    console.log("ok: it reads without scripts");
  } finally {
    await browser.close();
  }
  return 0;
}

process.exitCode = await main();
