"use strict";
// Moves through steps that are written in the page. A step changes classes and texts of numbered nodes;
// going back means starting over up to there.
const MOST_WIDE = 1500;
const MOST_HIGH = 800;
const PAUSE = 1600;
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

function lesson(panel, changed) {
  const steps = JSON.parse(panel.querySelector("[data-steps]").textContent);
  const find = (what) => panel.querySelector(what);
  const tree = find(".tree");
  const nodes = [...tree.querySelectorAll(".node")];
  const boards = [...panel.querySelectorAll("[data-boards] template")];
  const [controls, slider, say, body] = [".controls", ".controls input", "[data-say]", "[data-table] tbody"].map(find);
  const { width, height } = tree.viewBox.baseVal;
  let now = -1;
  let timer = 0;
  let whole = false;

  const look = (node) => {
    const wide = whole ? width : Math.min(width, MOST_WIDE);
    const high = whole ? height : Math.min(height, MOST_HIGH);
    const left = clamp(node.dataset.x - wide / 2, 0, width - wide);
    const top = clamp(node.dataset.y - high / 2, 0, height - high);
    tree.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
  };
  const draw = () => {
    const known = nodes.map(() => ({ c: "", v: "", w: "" }));
    for (const step of steps.slice(0, now + 1)) for (const [node, what, text] of step.set) known[node][what] = text;
    const way = new Set();
    for (let at = steps[now].at; at !== undefined; at = nodes[at].dataset.parent) way.add(Number(at));
    nodes.forEach((node, nth) => {
      const { c, v, w } = known[nth];
      const here = nth === steps[now].at ? " now" : way.has(nth) ? " way" : "";
      node.setAttribute("class", `node ${c}${here}`);
      node.querySelector(".v").textContent = v;
      node.querySelector(".w").textContent = w;
    });
    look(nodes[steps[now].at]);
  };
  const list = ({ rows, mark }) => {
    body.replaceChildren(...rows.map((cells, nth) => {
      const row = document.createElement("tr");
      row.classList.toggle("marked", nth === mark);
      row.append(...cells.map((text) => Object.assign(document.createElement("td"), { textContent: text })));
      return row;
    }));
    body.parentElement.hidden = rows.length === 0;
  };
  const show = (step) => {
    const next = clamp(step, 0, steps.length - 1);
    if (next === now) return;
    now = next;
    draw();
    list(steps[now]);
    const board = boards[steps[now].board];
    find("[data-board]")?.replaceChildren(...(board ? [board.content.cloneNode(true)] : []));
    say.textContent = steps[now].say;
    slider.value = now + 1;
    slider.setAttribute("aria-valuetext", `${now + 1} of ${steps.length}`);
    find("[data-count]").textContent = `${now + 1} / ${steps.length}`;
    for (const button of controls.querySelectorAll("[data-go]")) {
      const back = /first|back/.test(button.dataset.go);
      button.setAttribute("aria-disabled", back ? now === 0 : now === steps.length - 1);
    }
    if (now === steps.length - 1) pause();
    changed(panel.id, now + 1);
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    find("[data-play]").setAttribute("aria-pressed", "false");
  };
  const stride = (by) => {
    let at = now + by;
    while (at > 0 && at < steps.length - 1 && !steps[at].stop) at += by;
    return at;
  };
  const go = {
    first: () => 0, back: () => now - 1, next: () => now + 1, last: () => steps.length - 1,
    "far-back": () => stride(-1), "far-next": () => stride(1),
  };
  const self = {
    steps: steps.length,
    show,
    move: (how) => { pause(); show(go[how]()); },
    pause,
    play: () => {
      if (timer) return pause();
      if (now === steps.length - 1) show(0);
      timer = setInterval(() => show(now + 1), PAUSE);
      find("[data-play]").setAttribute("aria-pressed", "true");
    },
    whole: () => {
      whole = !whole;
      find("[data-whole]").setAttribute("aria-pressed", String(whole));
      look(nodes[steps[now].at]);
    },
    at: () => now + 1,
  };
  controls.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.dataset.go) self.move(button.dataset.go);
    else if ("play" in button.dataset) self.play();
    else self.whole();
  });
  slider.addEventListener("input", () => { pause(); show(slider.value - 1); });
  find("[data-whole]").hidden = width <= MOST_WIDE && height <= MOST_HIGH;
  controls.hidden = false;
  return self;
}

const address = (id, step) => history.replaceState(null, "", `#${id}-${step}`);
const lessons = {};
const tabs = [...document.querySelectorAll("[role=tab]")];
let active;

function open(id, step) {
  if (active && active !== id) lessons[active].pause();
  active = id;
  for (const tab of tabs) {
    const chosen = tab.getAttribute("aria-controls") === id;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
  lessons[id].show(step - 1);
  address(id, lessons[id].at());
}

function fromAddress() {
  const [, id, step] = location.hash.match(/^#(\w+)-(\d+)$/) ?? [];
  if (lessons[id]) open(id, Number(step));
  else if (!active) open(tabs[0].getAttribute("aria-controls"), 1);
}

for (const panel of document.querySelectorAll("[data-lesson]")) {
  lessons[panel.id] = lesson(panel, (id, step) => { if (id === active) address(id, step); });
}
for (const tab of tabs) {
  const id = tab.getAttribute("aria-controls");
  tab.addEventListener("click", () => open(id, Math.max(1, lessons[id].at())));
  tab.addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(tab) + (event.key === "ArrowLeft" ? tabs.length - 1 : 1)) % tabs.length];
    next.focus();
    next.click();
  });
}
const KEYS = {
  ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", PageUp: "far-back", PageDown: "far-next",
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
  if (KEYS[event.key]) lessons[active].move(KEYS[event.key]);
  else if (event.key === " " && !event.target.closest("button, summary")) lessons[active].play();
  else if (event.key === "w") lessons[active].whole();
  else return;
  event.preventDefault();
});
addEventListener("hashchange", fromAddress);
if (tabs.length) fromAddress();
