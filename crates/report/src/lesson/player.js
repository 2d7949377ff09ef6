"use strict";
// Moves through steps that are written in the page. A step changes classes and texts of numbered nodes;
// going back means starting over up to there.
const LEVEL = 124;
const HALF = 26;
const MARGIN = 18;
const PAUSE = 1600;
// A tree that fits stands still from the first step on; a larger one is shown in part.
const FITS = 1150;
const LEAST = [560, 330];
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

// Children side by side in their order, parents above their middle.
function places(nodes, shown) {
  const below = nodes.map(() => []);
  const level = nodes.map(() => 0);
  nodes.forEach(({ parent }, nth) => {
    if (parent === undefined || !shown(nth)) return;
    below[parent].push(nth);
    level[nth] = level[parent] + 1;
  });
  const room = nodes.map(({ wide }) => wide);
  const sum = (nth) => below[nth].reduce((all, child) => all + room[child], 0);
  for (let nth = nodes.length - 1; nth >= 0; nth--) room[nth] = Math.max(room[nth], sum(nth));
  const left = nodes.map(() => 0);
  const x = nodes.map(() => 0);
  nodes.forEach((_, nth) => {
    let at = left[nth] + (room[nth] - sum(nth)) / 2;
    for (const child of below[nth]) [left[child], at] = [at, at + room[child]];
    x[nth] = left[nth] + room[nth] / 2;
  });
  for (let nth = nodes.length - 1; nth >= 0; nth--) {
    const own = below[nth];
    if (own.length) x[nth] = (x[own[0]] + x[own[own.length - 1]]) / 2;
  }
  const y = level.map((deep) => HALF + deep * LEVEL);
  return { x, y, width: room[0], height: Math.max(...level.filter((_, nth) => shown(nth))) * LEVEL + 3 * HALF };
}

function lesson(panel, changed) {
  const steps = JSON.parse(panel.querySelector("[data-steps]").textContent);
  const find = (what) => panel.querySelector(what);
  const tree = find(".tree");
  const nodes = [...tree.querySelectorAll(".node")].map((node) => {
    const [edge, slash, v, w] = [".edge", ".slash", ".v", ".w"].map((part) => node.querySelector(part));
    const { parent, wide } = node.dataset;
    return { node, edge, slash, v, w, wide: Number(wide), parent: parent && Number(parent) };
  });
  const boards = [...document.querySelectorAll("[data-boards] template")];
  const [controls, slider, say, body] = [".controls", ".controls input", "[data-say]", "[data-table] tbody"].map(find);
  const all = places(nodes, () => true);
  const fits = all.width <= FITS;
  let [now, timer, whole] = [-1, 0, false];

  // Of a large tree only what is open: the way to the current node and the moves beside it.
  const visible = (known, way) => nodes.map((_, nth) => {
    if (!/\bon\b/.test(known[nth].c)) return false;
    if (fits || whole || panel.dataset.lesson !== "walk") return true;
    for (let at = nodes[nth].parent; at !== undefined; at = nodes[at].parent) {
      if (/\bdone\b/.test(known[at].c) && !/\bbest\b/.test(known[at].c) && !way.has(at)) return false;
    }
    return true;
  });
  const put = ({ x, y }, nth) => {
    const { node, edge, slash, parent } = nodes[nth];
    node.setAttribute("transform", `translate(${x[nth]} ${y[nth]})`);
    if (parent === undefined) return;
    const [dx, dy] = [x[parent] - x[nth], y[parent] - y[nth] + HALF + 18];
    edge.setAttribute("d", `M${dx} ${dy}L0 ${-HALF}`);
    const length = Math.hypot(dx, dy + HALF);
    const [ax, ay] = [dx / length, (dy + HALF) / length];
    const stroke = (shift) => {
      const [sx, sy] = [dx * 0.68 + ax * shift, (dy + HALF) * 0.68 - HALF + ay * shift];
      return `M${sx - ay * 9} ${sy + ax * 9}L${sx + ay * 9} ${sy - ax * 9}`;
    };
    slash.setAttribute("d", stroke(-3.5) + stroke(3.5));
  };
  const look = ({ x, y, width, height }, nth) => {
    const wide = Math.max(LEAST[0], whole ? width : Math.min(width, FITS)) + 2 * MARGIN;
    const high = Math.max(LEAST[1], height) + 2 * MARGIN;
    const left = width <= wide ? (width - wide) / 2 : clamp(x[nth] - wide / 2, -MARGIN, width + MARGIN - wide);
    tree.setAttribute("viewBox", `${left} ${-MARGIN} ${wide} ${high}`);
  };
  const draw = () => {
    const known = nodes.map(() => ({ c: "", v: "", w: "" }));
    for (const step of steps.slice(0, now + 1)) for (const [nth, what, text] of step.set) known[nth][what] = text;
    const { at } = steps[now];
    const way = new Set();
    for (let on = at; on !== undefined; on = nodes[on].parent) way.add(on);
    const shown = visible(known, way);
    const standing = fits ? all : places(nodes, (nth) => shown[nth]);
    nodes.forEach(({ node, v, w }, nth) => {
      const here = nth === at ? " now" : way.has(nth) ? " way" : "";
      node.setAttribute("class", `node ${shown[nth] ? known[nth].c : ""}${here}`);
      [v.textContent, w.textContent] = [known[nth].v, known[nth].w];
      if (shown[nth]) put(standing, nth);
    });
    look(standing, at);
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
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    find("[data-play]").setAttribute("aria-pressed", "false");
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
    show,
    pause,
    at: () => now + 1,
    move: (how) => { pause(); show(go[how]()); },
    play: () => {
      if (timer) return pause();
      if (now === steps.length - 1) show(0);
      timer = setInterval(() => show(now + 1), PAUSE);
      find("[data-play]").setAttribute("aria-pressed", "true");
    },
    whole: () => {
      whole = !whole && !fits;
      find("[data-whole]").setAttribute("aria-pressed", String(whole));
      draw();
    },
  };
  controls.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.dataset.go) self.move(button.dataset.go);
    else if ("play" in button.dataset) self.play();
    else self.whole();
  });
  slider.addEventListener("input", () => { pause(); show(slider.value - 1); });
  find("[data-whole]").hidden = fits;
  controls.hidden = false;
  return self;
}

const lessons = {};
const tabs = [...document.querySelectorAll("[role=tab]")];
let active;
const address = (id, step) => history.replaceState(null, "", `#${id}-${step}`);

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
