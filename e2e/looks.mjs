// Questions about looks, answered inside the page.

/** Visible texts whose contrast against what they stand on is below the accessibility limit. */
export function faintTexts() {
  const colour = (text) => {
    const [red, green, blue, alpha = 1] = text.match(/[\d.]+/g).map(Number);
    return { channels: [red, green, blue], alpha };
  };
  const luminance = ({ channels }) => {
    const [red, green, blue] = channels.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const found = colour(getComputedStyle(at).backgroundColor);
      if (found.alpha === 1) return found;
    }
    return colour("rgb(255, 255, 255)");
  };
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.data.trim();
    // What is switched off may be faint; pictures have colours of their own.
    if (!text || element.closest("svg, script, style, .unseen, .skip, [aria-disabled=true]")) continue;
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const [dark, light] = [luminance(colour(style.color)), luminance(ground(element))].sort((a, b) => a - b);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < (large ? 3 : 4.5)) faint.push(`${contrast.toFixed(1)}: ${text.slice(0, 40)}`);
  }
  return faint;
}

/** How light the ground of the page is, 0 to 255. */
export function groundLightness() {
  const channels = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).slice(0, 3).map(Number);
  return channels.reduce((sum, channel) => sum + channel, 0) / 3;
}

/** Elements that reach beyond the right edge, except inside boxes that scroll by themselves. */
export function overflowing() {
  const scrolls = (element) => ["auto", "scroll", "hidden"].includes(getComputedStyle(element).overflowX);
  const insideScroller = (element) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (scrolls(at)) return true;
    }
    return false;
  };
  const width = document.documentElement.clientWidth;
  return [...document.body.querySelectorAll("*")]
    .filter((element) => !element.closest("svg, .unseen, .skip") || element.matches("svg"))
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > width + 0.5)
    .filter((element) => !insideScroller(element))
    .map((element) => `${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 30)}`);
}
