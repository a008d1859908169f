/// The script of the page. It sorts, filters and copies tables, and opens what is folded before
/// printing. The page is complete without it.
enum PageScript {
  static let text = """
    "use strict";
    (() => {
      const live = document.getElementById("live");
      const say = text => { live.textContent = text; };
      const shown = cell => cell.innerText.trim();
      const value = cell => {
        const data = cell.querySelector("data");
        const text = data ? data.value : cell.textContent.trim();
        const number = text.replace(/,/g, "").replace(/[%*]$/, "");
        return /^-?[0-9]+(\\.[0-9]+)?$/.test(number)
          ? Number(number) / (text.endsWith("%") ? 100 : 1) : text;
      };
      const compare = (a, b) => {
        if (typeof a === "number" && typeof b === "number") return a - b;
        if (typeof a === "number") return 1;
        if (typeof b === "number") return -1;
        return a < b ? -1 : a > b ? 1 : 0;
      };
      const sort = (table, column, heading) => {
        const isUp = heading.getAttribute("aria-sort") !== "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", isUp ? "ascending" : "descending");
        for (const button of table.tHead.querySelectorAll("button")) button.textContent = "↕";
        heading.querySelector("button").textContent = isUp ? "↑" : "↓";
        const body = table.tBodies[0];
        const rows = [...body.rows].map(row => [value(row.cells[column]), row]);
        rows.sort((a, b) => isUp ? compare(a[0], b[0]) : compare(b[0], a[0]));
        body.append(...rows.map(pair => pair[1]));
        const order = isUp ? ", ascending" : ", descending";
        say("Sorted by " + heading.firstChild.textContent + order);
      };
      const exact = cell => {
        const data = cell.querySelector("data");
        return data ? data.value : shown(cell);
      };
      for (const table of document.querySelectorAll("table.tool")) {
        if (table.tBodies[0].rows.length < 2) continue;
        [...table.tHead.rows[0].cells].forEach((heading, column) => {
          const button = document.createElement("button");
          button.type = "button";
          button.textContent = "↕";
          button.setAttribute("aria-label", "Sort by " + heading.textContent);
          button.addEventListener("click", () => sort(table, column, heading));
          heading.append(button);
        });
        const tools = document.createElement("div");
        tools.className = "tools";
        if (table.tBodies[0].rows.length > 7) {
          const filter = document.createElement("input");
          filter.type = "search";
          filter.placeholder = "Filter rows";
          filter.setAttribute("aria-label", "Filter the rows of the table");
          filter.addEventListener("input", () => {
            const words = filter.value.toLowerCase();
            let count = 0;
            for (const row of table.tBodies[0].rows) {
              row.hidden = !row.textContent.toLowerCase().includes(words);
              if (!row.hidden) count += 1;
            }
            if (table.tFoot) table.tFoot.hidden = words !== "";
            say(count === 1 ? "1 row" : count + " rows");
          });
          tools.append(filter);
        }
        const copy = document.createElement("button");
        copy.type = "button";
        copy.textContent = "Copy table";
        copy.addEventListener("click", () => {
          const rows = [...table.rows].filter(row => !row.hidden);
          const lines = rows.map(row => [...row.cells].map(cell =>
            cell.querySelector("button") ? cell.firstChild.textContent : exact(cell)).join("\\t"));
          const clipboard = navigator.clipboard;
          (clipboard ? clipboard.writeText(lines.join("\\n")) : Promise.reject())
            .then(() => say("Copied"), () => say("The browser does not allow copying"));
        });
        tools.append(copy);
        table.parentElement.before(tools);
      }
      addEventListener("beforeprint", () => {
        for (const part of document.querySelectorAll("details")) part.open = true;
      });
    })();

    """
}
