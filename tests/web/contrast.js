// Returns every text on the page whose contrast is below 4.5 (3 where it is large), each as [what, words, ratio]. Axe gives up where a
// background has a gradient; here gradients are left out, since ours are thin lines on a colour.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  function rgba(text) {
    if (!colours.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      colours.set(text, [r, g, b, a / 255]);
    }
    return colours.get(text);
  }
  const over = ([r, g, b, a], under) => [r, g, b].map((one, place) => one * a + under[place] * (1 - a));

  // The colour behind an element: everything from the page up to it, one over the other.
  const behind = new Map();
  function ground(e) {
    if (!e) return [255, 255, 255];
    if (!behind.has(e)) behind.set(e, over(rgba(getComputedStyle(e).backgroundColor), ground(e.parentElement)));
    return behind.get(e);
  }
  const opacity = (e) => (e ? Number(getComputedStyle(e).opacity) * opacity(e.parentElement) : 1);
  const light = (colour) => {
    const [r, g, b] = colour.map((one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const e = node.parentElement;
    if (!/[\p{L}\p{N}]/u.test(node.data) || e.closest("svg, .vh, option, script, style, noscript, [disabled]")) continue;
    if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(e), size = parseFloat(style.fontSize), ink = rgba(style.color), under = ground(e);
    if (size < 2) continue;                             // it is there for those who hear it
    const [one, other] = [light(over([...ink.slice(0, 3), ink[3] * opacity(e)], under)), light(under)].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05), isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.495)) found.push([`${e.tagName.toLowerCase()}.${e.className}`, node.data.trim().slice(0, 40), Math.round(100 * ratio) / 100]);
  }
  return found;
}
