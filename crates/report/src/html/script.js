for (const player of document.querySelectorAll("[data-player]")) {
  const steps = [...player.querySelectorAll(".step")];
  const controls = player.querySelector(".controls");
  if (!controls) continue;
  const slider = controls.querySelector("input");
  const say = player.querySelector("[data-say]");
  let now = 0;
  const show = (step, aloud) => {
    now = Math.max(0, Math.min(steps.length - 1, step));
    steps.forEach((item, nth) => item.classList.toggle("current", nth === now));
    slider.value = now + 1;
    slider.setAttribute("aria-valuetext", `${now + 1} of ${steps.length}`);
    for (const button of controls.querySelectorAll("button")) {
      const back = button.dataset.go === "first" || button.dataset.go === "back";
      button.setAttribute("aria-disabled", back ? now === 0 : now === steps.length - 1);
    }
    if (aloud) say.textContent = steps[now].querySelector("figcaption").textContent;
  };
  const go = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => steps.length - 1 };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  controls.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) show(go[button.dataset.go](), true);
  });
  slider.addEventListener("input", () => show(slider.value - 1, true));
  player.addEventListener("keydown", (event) => {
    if (event.target === slider || !keys[event.key]) return;
    event.preventDefault();
    show(go[keys[event.key]](), true);
  });
  controls.hidden = false;
  player.classList.add("playing");
  show(0, false);
}
