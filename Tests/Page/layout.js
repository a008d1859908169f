// Describes where the parts of the page are, in a way that does not depend on the fonts: widths and
// places as parts of the window, sizes of letters, colours, what is hidden, and how many parts are
// side by side. Returns the lines, and parts that lie upon each other.
(() => {
  const lines = [];
  const problems = [];
  const whole = document.documentElement.clientWidth;
  const share = length => Math.round(length / whole * 100);
  const color = text => "#" + (text.match(/[\d.]+/g) || []).slice(0, 3)
    .map(part => Number(part).toString(16).padStart(2, "0")).join("");
  const isShown = element => element.checkVisibility() && element.getClientRects().length > 0;
  // Drawings are described once, by their own measures: they are the same in all modes.
  const place = element => {
    const box = element.getBoundingClientRect();
    return `${share(box.left)}+${share(box.width)}%`;
  };
  const look = element => {
    const style = getComputedStyle(element);
    return `${Math.round(parseFloat(style.fontSize) * 10) / 10}px ${color(style.color)}`;
  };
  const background = element => color(getComputedStyle(element).backgroundColor);
  // How many boxes are in each row, if they are in a grid.
  const grid = elements => {
    const rows = new Map();
    for (const element of elements) {
      const top = Math.round(element.getBoundingClientRect().top);
      rows.set(top, (rows.get(top) || 0) + 1);
    }
    return [...rows.values()].join(" ");
  };
  const name = element => element.tagName.toLowerCase()
    + (element.id ? "#" + element.id : element.classList.length ? "." + element.classList[0] : "");

  lines.push(`body ${place(document.body)} ${look(document.body)} on ${background(document.body)}`);
  const parts = document.querySelectorAll(
    "h1, h2, h3, nav, .state, .facts, .keys, .tables, figure, .wide, details, .tools, .how, dl, footer");
  let last = null;
  const sections = new Map();
  for (const part of parts) {
    const section = part.closest("section");
    const where = section ? section.id : part.closest("header") ? "header" : "end";
    if (!sections.has(where)) sections.set(where, []);
    let words = name(part) + " ";
    if (!isShown(part)) {
      words += "hidden";
    } else if (/^H\d/.test(part.tagName)) {
      words += look(part);
    } else if (part.matches("figure")) {
      const drawings = [...part.querySelectorAll("svg")].filter(isShown);
      words += drawings.map(svg => {
        const box = svg.getBoundingClientRect();
        return `${[...svg.classList].join(".")} ${place(svg)} 1:${(box.width / box.height).toFixed(2)}`;
      }).join(" ");
    } else if (part.matches(".keys")) {
      const cards = [...part.children];
      words += `${place(part)} cards ${grid(cards)} on ${background(cards[0])}`;
      for (const card of cards) {
        if (card.scrollWidth > card.clientWidth + 1) problems.push("a key figure is cut");
      }
    } else if (part.matches(".tables")) {
      words += `${place(part)} columns ${grid(part.children)}`;
    } else if (part.matches(".wide")) {
      const table = part.querySelector("table");
      const box = part.getBoundingClientRect();
      words += `${place(part)} table of ${table.tHead.rows[0].cells.length} columns, `
        + `${look(table.tBodies[0].rows[0].cells[0])}`;
      if (getComputedStyle(part).overflowX === "visible"
        && table.getBoundingClientRect().right > box.right + 1) {
        problems.push("a table is wider than its place: " + part.getAttribute("aria-label"));
      }
    } else if (part.matches(".state")) {
      words += `${place(part)} ${look(part)} on ${background(part)}`;
    } else {
      words += place(part);
    }
    sections.get(where).push(words.trim());
    // Parts of one column come one below the other.
    if (isShown(part) && part.matches("h2, figure, .wide, .keys, footer") && !part.closest(".tables")) {
      const box = part.getBoundingClientRect();
      if (last && box.top < last.bottom - 1) problems.push(name(part) + " lies upon another part");
      last = box;
    }
  }
  for (const [where, words] of sections) {
    lines.push(where + ":");
    // Equal lines that follow each other are counted.
    let index = 0;
    while (index < words.length) {
      let end = index;
      while (end < words.length && words[end] === words[index]) end += 1;
      lines.push("  " + words[index] + (end - index > 1 ? ` × ${end - index}` : ""));
      index = end;
    }
  }
  // What is in the drawings, in both sizes.
  const charts = [];
  for (const svg of document.querySelectorAll("svg.chart")) {
    const marks = new Map();
    for (const mark of svg.querySelectorAll("rect, path, line, circle")) {
      const kind = `${mark.tagName}.${mark.classList[0] || ""}`;
      marks.set(kind, (marks.get(kind) || 0) + 1);
    }
    const texts = [...svg.querySelectorAll("text")].map(text => text.textContent);
    charts.push(`${svg.closest("figure").id} ${svg.classList[1]}: `
      + [...marks].map(([kind, count]) => `${kind} ${count}`).join(", ") + "; " + texts.join(" | "));
  }
  // Letters of a drawing may not touch each other, or leave it.
  for (const svg of [...document.querySelectorAll("svg.chart")].filter(isShown)) {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].map(text => [text, text.getBoundingClientRect()]);
    texts.forEach(([text, box], index) => {
      if (box.left < frame.left - 1 || box.right > frame.right + 1) {
        problems.push(`'${text.textContent}' leaves ${svg.closest("figure").id}`);
      }
      for (const [other, second] of texts.slice(index + 1)) {
        if (box.left < second.right && second.left < box.right
          && box.top + 2 < second.bottom - 2 && second.top + 2 < box.bottom - 2) {
          problems.push(`'${text.textContent}' touches '${other.textContent}' in `
            + svg.closest("figure").id);
        }
      }
    });
  }
  return { lines, charts, problems };
})()
