// Measures the boxes of a page. Returns what is wrong, each as [kind, what, words, pixels].
(touch) => {
  const root = document.getElementById("board-view") ?? document.body;
  const found = [], width = document.documentElement.clientWidth;
  const visible = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const name = (e) => e.tagName.toLowerCase() + (e.id ? `#${e.id}` : "")
    + (typeof e.className === "string" && e.className.trim() ? "." + e.className.trim().split(/\s+/).slice(0, 3).join(".") : "");
  const place = (e) => { const up = e.parentElement?.closest("[class]"); return (up ? name(up) + " > " : "") + name(e); };
  const say = (kind, what, words = "", pixels = 0) => found.push([kind, what, words.trim().replace(/\s+/g, " ").slice(0, 50), Math.round(pixels)]);

  const wide = document.documentElement.scrollWidth - width;
  if (wide > 1) say("page wider than the screen", "html", "", wide);

  // What is left of a box where what it lies in hides the rest.
  const clips = new Map();
  function clip(e) {
    if (!e || e === document.documentElement) return { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
    if (!clips.has(e)) {
      const style = getComputedStyle(e), outer = style.position === "fixed" ? clip(null) : clip(e.parentElement);
      const hides = style.overflowX !== "visible" || style.overflowY !== "visible" || style.clipPath !== "none";
      const box = hides ? e.getBoundingClientRect() : outer;
      clips.set(e, { left: Math.max(outer.left, box.left), top: Math.max(outer.top, box.top),
        right: Math.min(outer.right, box.right), bottom: Math.min(outer.bottom, box.bottom), by: hides ? e : outer.by });
    }
    return clips.get(e);
  }

  const texts = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const e = node.parentElement;
    if (!node.data.trim() || e.closest("svg, .vh, option, input, textarea") || e.matches("details:not([open])") || !visible(e)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    for (const box of boxes) texts.push({ e, box, words: node.data });
    if (boxes.length > 1 && !e.closest("code")) for (const { 0: word, index } of node.data.matchAll(/[\p{L}\d]{2,}/gu)) {      // a soft hyphen ends a word, too
      range.setStart(node, index + 1);                  // a hyphen before it lies on the line above
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].filter((box) => box.width > 1).map((box) => Math.round(box.top))).size > 1) say("a word is broken", place(e), word);
    }
  }

  for (const { e, box, words } of texts) {
    const seen = clip(e);
    if (seen.right - seen.left < 2) continue;           // it is there for those who hear it
    const cut = Math.max(box.right - seen.right, seen.left - box.left);
    if (cut > 1.5 && seen.by && !getComputedStyle(seen.by).overflowX.match(/auto|scroll/)) {
      if (getComputedStyle(seen.by).textOverflow !== "ellipsis") say("text is cut off", place(e), words, cut);
      else if (!told(e, words)) say("text ends in dots", place(e), words, cut);
    } else if (!seen.by && (box.right > width + 1 || box.left < -1)) say("text leaves the screen", place(e), words, Math.max(box.right - width, -box.left));
    const frame = framed(e);
    if (!frame || (seen.by && frame.contains(seen.by) && /auto|scroll/.test(getComputedStyle(seen.by).overflowY))) continue;
    const edge = frame.getBoundingClientRect(), out = Math.max(box.right - edge.right, edge.left - box.left), tall = box.height * 0.25;
    if (out > 1 && cut <= 1.5) say("text leaves its box", place(e), words, out);
    else if (!/auto|scroll/.test(getComputedStyle(frame).overflowY) && Math.max(box.bottom - edge.bottom, edge.top - box.top) > tall && cut <= 1.5) say("text leaves its box", place(e), words, box.bottom - edge.bottom);
  }

  // A text may end in dots where a tip says all of it, or what it heads opens.
  function told(e, words) {
    const one = e.closest("[data-tip], [title]");
    return e.closest("summary") || (one && (one.dataset.tip ?? one.title).includes(words.trim()));
  }

  // The nearest thing around a text that has an edge or a colour of its own.
  function framed(e) {
    for (let one = e; one && one !== root; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.display === "inline" || style.display === "contents") continue;
      if (parseFloat(style.borderLeftWidth) && parseFloat(style.borderRightWidth)) return one;
      if (style.backgroundColor !== "rgba(0, 0, 0, 0)") return one;
    }
    return null;
  }

  // What is fixed or sticks lies over the rest on purpose.
  const layers = new Map();
  function layer(e) {
    if (!e || e === root) return null;
    if (!layers.has(e)) layers.set(e, /fixed|sticky/.test(getComputedStyle(e).position) ? e : layer(e.parentElement));
    return layers.get(e);
  }
  const within = (box, { left, top, right, bottom }) => {
    const part = { left: Math.max(box.left, left), top: Math.max(box.top, top), right: Math.min(box.right, right), bottom: Math.min(box.bottom, bottom) };
    return { ...part, width: part.right - part.left, height: part.bottom - part.top };
  };
  const lying = texts.map(({ e, box, words }) => ({ e, words, box: within(box, clip(e)), layer: layer(e), seen: clip(e) }))
    .filter(({ box }) => box.width > 1 && box.height > 2)
    .sort((a, b) => a.box.top - b.box.top);
  for (let i = 0; i < lying.length; i++) {
    const { e, box: p, words, layer: mine } = lying[i];
    for (let j = i + 1; j < lying.length && lying[j].box.top < p.bottom; j++) {
      const { e: other, box: q, layer: theirs } = lying[j];
      if (e === other || mine !== theirs) continue;
      const x = Math.min(p.right, q.right) - Math.max(p.left, q.left), y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (x > 2 && y > 0.4 * Math.min(p.height, q.height)) say("text lies on text", place(e), `${words} | ${other.textContent}`, x);
    }
  }

  // What lies over a text, where it can be seen at once.
  for (const { e, box, words, seen, layer: mine } of lying) {
    for (const share of [0.1, 0.5, 0.9]) {
      const x = box.left + share * box.width, y = box.top + box.height / 2;
      if (x < Math.max(0, seen.left) || x > Math.min(innerWidth, seen.right) || y < Math.max(0, seen.top) || y > Math.min(innerHeight, seen.bottom)) continue;
      const hit = document.elementFromPoint(x, y);
      if (!hit || hit.contains(e) || e.contains(hit) || layer(hit) !== mine || getComputedStyle(e).pointerEvents === "none") continue;
      if (e.parentElement.contains(hit) || !paints(hit)) continue;
      say("something lies on text", place(e), `${words} | ${name(hit)}`);
      break;
    }
  }

  function paints(e) {
    const { backgroundColor, backgroundImage, backgroundClip } = getComputedStyle(e);
    return e.closest("svg") || backgroundImage !== "none" || (backgroundColor !== "rgba(0, 0, 0, 0)" && backgroundClip !== "text");
  }

  // Fingers need room, at a table more than where one reads. A link in a sentence is as high as its line; what lies under a moment is not touched.
  const moment = document.getElementById("moment"), least = root.id ? 44 : 24;
  if (touch) for (const e of root.querySelectorAll(":is(a[href], button, summary, select, input:not([type=hidden]), label:has(input))")) {
    if (!visible(e) || e.disabled || e.closest(".vh, .skip") || (moment && !moment.contains(e))) continue;
    const style = getComputedStyle(e);
    if (e.matches("input[type=radio], input[type=checkbox]") && e.closest("label")) continue;
    if (e.matches("a, button") && style.display === "inline" && e.parentElement.textContent.trim() !== e.textContent.trim()) continue;
    const box = e.getBoundingClientRect();
    if (!box.width || (box.height >= least - 0.5 && box.width >= least - 0.5)) continue;
    e.scrollIntoView({ block: "center", behavior: "instant" });
    const now = e.getBoundingClientRect(), x = now.left + now.width / 2, y = now.top + now.height / 2;
    const reach = (dx, dy) => {
      const hit = document.elementFromPoint(Math.min(Math.max(1, x + dx), innerWidth - 1), y + dy);
      return hit && (e.contains(hit) || hit.control === e || (e.matches("label") && hit.contains(e) && hit.matches("label")));
    };
    const high = box.height >= least - 0.5 || (reach(0, 1 - least / 2) && reach(0, least / 2 - 1)), broad = box.width >= least - 0.5 || (reach(1 - least / 2, 0) && reach(least / 2 - 1, 0));
    if (!high || !broad) say("too small for a finger", place(e), e.textContent || e.ariaLabel || "", Math.min(box.height, box.width));
  }
  // At the end of the page nothing lies under the dock.
  const dock = document.querySelector(".prompt");
  if (dock && getComputedStyle(dock).position === "fixed" && !moment) {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    const last = [...document.querySelectorAll(".margin > *")].filter(visible).at(-1);
    const under = last ? last.getBoundingClientRect().bottom - dock.getBoundingClientRect().top : 0;
    if (under > 1) say("the end lies under the dock", place(last), "", under);
    if (dock.offsetHeight > innerHeight * 0.4) say("the dock takes more than 40 %", place(dock), dock.textContent, dock.offsetHeight);
  }
  scrollTo(0, 0);
  return found;
}
