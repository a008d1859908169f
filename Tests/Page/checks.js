// Measures the page in the window, and returns what is wrong with it.
(() => {
  const problems = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll("*")].filter(element =>
      element.getBoundingClientRect().right > root.clientWidth + 1
      && !element.closest(".wide") && !element.closest("svg"));
    problems.push("the page is " + root.scrollWidth + " wide: "
      + wide.slice(0, 3).map(element => element.outerHTML.slice(0, 80)).join(" | "));
  }

  // No text of a card lies outside of it, where the next card would hide it.
  for (const card of document.querySelectorAll(".keys li")) {
    const box = card.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(card);
    for (const text of range.getClientRects()) {
      if (text.right > box.right + 0.5 || text.left < box.left - 0.5) {
        problems.push("a key figure leaves its card: " + card.textContent);
        break;
      }
    }
  }

  // Colours: [red, green, blue, alpha].
  const color = text => {
    const numbers = (text.match(/[\d.]+/g) || []).map(Number);
    return numbers.length >= 3 ? [...numbers.slice(0, 3), numbers[3] ?? 1] : [0, 0, 0, 0];
  };
  const channel = value => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const luminance = ([red, green, blue]) =>
    0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const back = color(getComputedStyle(at).backgroundColor);
      if (back[3] === 1) return back;
    }
    return [255, 255, 255, 1];
  };
  let texts = 0;
  let least = 99;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("script, style, title, desc")) continue;
    if (!element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const ink = color(element.closest("svg") ? style.fill : style.color);
    const [high, low] = [luminance(ink), luminance(ground(element))].sort((a, b) => b - a);
    const contrast = (high + 0.05) / (low + 0.05);
    texts += 1;
    least = Math.min(least, contrast);
    if (contrast < 4.5) {
      problems.push("contrast " + contrast.toFixed(2) + ": " + element.outerHTML.slice(0, 100));
    }
  }

  // Headings go one level down at a time, and begin with the only first one.
  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) problems.push("heading " + heading.textContent + " skips a level");
    level = next;
  }
  if (document.querySelectorAll("h1").length !== 1) problems.push("not one h1");

  const ids = [...document.querySelectorAll("[id]")].map(element => element.id);
  if (new Set(ids).size !== ids.length) problems.push("an id occurs twice");
  const known = new Set(ids);
  for (const link of document.querySelectorAll("a")) {
    const target = link.getAttribute("href");
    if (!target.startsWith("#") || !known.has(target.slice(1))) problems.push("link to " + target);
    if (!link.textContent.trim()) problems.push("a link without text");
  }
  for (const reference of document.querySelectorAll("[aria-labelledby]")) {
    for (const id of reference.getAttribute("aria-labelledby").split(" ")) {
      if (!known.has(id)) problems.push("no label " + id);
    }
  }
  for (const svg of document.querySelectorAll("svg:not([aria-hidden])")) {
    if (svg.getAttribute("role") !== "img" || !svg.querySelector("title, desc")) {
      problems.push("a drawing without a name");
    }
  }
  for (const table of document.querySelectorAll("table")) {
    const heads = [...table.querySelectorAll("th")];
    if (!table.tHead || !heads.every(cell => cell.scope)) problems.push("a heading has no scope");
    const columns = table.tHead.rows[0].cells.length;
    for (const row of table.rows) {
      if (row.cells.length !== columns) problems.push("a row of " + row.cells.length + " cells");
    }
    if (!table.closest("[role=region][aria-label]")) problems.push("a table without a name");
  }
  for (const field of document.querySelectorAll("input, button")) {
    const name = field.getAttribute("aria-label") || field.textContent.trim()
      || (field.closest("label") || {}).textContent;
    if (!name) problems.push("a control without a name: " + field.outerHTML);
  }
  if (!root.lang) problems.push("no language");
  return { problems: problems.slice(0, 20), texts, least };
})()
