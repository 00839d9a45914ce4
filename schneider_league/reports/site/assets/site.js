/* schneider-league: sorting, searching, light and dark, cards. Each page is whole without it. */
(function () {
  "use strict";
  var root = document.currentScript.dataset.root || "";

  function all(selector, within) {
    return Array.prototype.slice.call((within || document).querySelectorAll(selector));
  }
  function make(name, properties, children) {
    var made = document.createElement(name);
    Object.keys(properties || {}).forEach(function (key) { made[key] = properties[key]; });
    (children || []).forEach(function (child) { made.append(child); });
    return made;
  }
  // A browser may keep nothing for pages from a stick.
  function recall(key) { try { return localStorage.getItem("schneider-league-" + key); } catch (error) { return null; } }
  function remember(key, value) { try { localStorage.setItem("schneider-league-" + key, value); } catch (error) { return; } }

  /* --- light and dark --- */
  var chosen = recall("theme");
  if (chosen === "light" || chosen === "dark") { document.documentElement.dataset.theme = chosen; }
  function isDark() {
    var theme = document.documentElement.dataset.theme;
    return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  all(".theme").forEach(function (button) {
    button.hidden = false;
    function tell() { button.setAttribute("aria-pressed", String(isDark())); button.firstChild.textContent = "Dark colours"; }
    tell();
    button.addEventListener("click", function () {
      var theme = isDark() ? "light" : "dark";
      document.documentElement.dataset.theme = theme;
      remember("theme", theme);
      tell();
    });
  });

  /* --- sorting --- */
  function valueOf(cell) {
    if (cell.dataset.sort !== undefined) { return Number(cell.dataset.sort); }
    var text = cell.textContent.trim();
    return text !== "" && !isNaN(Number(text)) ? Number(text) : text;
  }
  var collator = new Intl.Collator(undefined, { numeric: true });
  function compare(a, b) {
    if (typeof a === "number" && typeof b === "number") { return a - b; }
    if (typeof a !== typeof b) { return typeof a === "number" ? 1 : -1; }
    return collator.compare(a, b);
  }
  function sortBy(table, index, direction) {
    var body = table.tBodies[0];
    var rows = Array.prototype.slice.call(body.rows).map(function (row, place) {
      return { row: row, place: place, value: valueOf(row.cells[index]) };
    });
    rows.sort(function (a, b) { return direction * compare(a.value, b.value) || a.place - b.place; });
    rows.forEach(function (each) { body.append(each.row); });
  }
  all("table.sortable").forEach(function (table) {
    if (table.tBodies[0].rows.length < 2) { return; }
    var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
    heads.forEach(function (head, index) {
      var button = make("button", { type: "button", textContent: head.textContent });
      head.replaceChildren(button);
      button.addEventListener("click", function () {
        var now = head.getAttribute("aria-sort");
        // Numbers begin with the highest, words and ranks with the first.
        var falls = now ? now === "ascending" : head.classList.contains("right") && head.textContent !== "Rank";
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", falls ? "descending" : "ascending");
        sortBy(table, index, falls ? -1 : 1);
      });
    });
  });

  /* --- searching --- */
  function fold(text) {
    return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ß/g, "ss").replace(/ł/g, "l")
      .replace(/đ/g, "d").replace(/ø/g, "o").replace(/æ/g, "ae").replace(/,/g, " ").replace(/\s+/g, " ").trim();
  }
  var form = document.querySelector(".search");
  if (form) {
    var field = form.querySelector("input"), list = form.querySelector("ul"), count = form.querySelector("[role=status]");
    var index = null, asked = false;
    form.hidden = false;
    // A script, not a request: pages that are opened from a stick may not fetch.
    window.schneiderLeague = function (entries) { index = entries; show(); };
    var load = function () {
      if (asked) { return; }
      asked = true;
      document.head.append(make("script", { src: root + "assets/search.js" }));
    };
    var fits = function (words, keys) {
      return keys.split(" | ").some(function (key) {
        var parts = key.split(" ");
        return words.every(function (word) { return parts.some(function (part) { return part.indexOf(word) === 0; }); });
      });
    };
    var show = function () {
      var words = fold(field.value).split(" ").filter(Boolean);
      if (!words.length || !index) { list.hidden = true; count.textContent = ""; return; }
      var found = index.filter(function (entry) { return fits(words, entry[3]); });
      list.replaceChildren.apply(list, found.slice(0, 12).map(function (entry) {
        return make("li", {}, [make("a", { href: root + entry[2] }, [
          make("bdi", { textContent: entry[0] }), make("small", { textContent: entry[1] })
        ])]);
      }));
      if (!found.length) { list.append(make("li", { className: "empty", textContent: "Nothing of that name." })); }
      list.hidden = false;
      count.textContent = found.length + " found";
    };
    field.addEventListener("focus", load);
    field.addEventListener("input", function () { load(); show(); });
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      var first = list.querySelector("a");
      if (first && !list.hidden) { location.href = first.href; }
    });
    form.addEventListener("keydown", function (event) {
      var links = all("a", list), at = links.indexOf(document.activeElement);
      if (event.key === "Escape") { list.hidden = true; field.focus(); }
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp" || list.hidden || !links.length) { return; }
      event.preventDefault();
      at += event.key === "ArrowDown" ? 1 : -1;
      if (at < 0) { field.focus(); } else if (at < links.length) { links[at].focus(); }
    });
    document.addEventListener("click", function (event) { if (!form.contains(event.target)) { list.hidden = true; } });
    document.addEventListener("keydown", function (event) {
      if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) { event.preventDefault(); field.focus(); }
    });
  }

  /* --- cards --- */
  var SUITS = {
    french: { C: "clubs", S: "spades", H: "hearts", D: "diamonds" },
    german: { C: "acorns", S: "leaves", H: "hearts", D: "bells" }
  };
  var RANKS = {
    french: { A: ["A", "ace"], K: ["K", "king"], Q: ["Q", "queen"], J: ["J", "jack"] },
    german: { A: ["D", "deuce"], K: ["K", "king"], Q: ["O", "ober"], J: ["U", "unter"] }
  };
  var deck = "french";
  function draw(card) {
    var code = card.dataset.card, suit = code.slice(-1), rank = code.slice(0, -1);
    var names = RANKS[deck][rank] || [rank, rank];
    var face = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    var use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", "#" + deck + "-" + suit);
    face.setAttribute("aria-hidden", "true");
    face.append(use);
    var shown = make("span", { textContent: names[0] });
    shown.setAttribute("aria-hidden", "true");
    card.replaceChildren(make("span", { className: "unseen", textContent: names[1] + " of " + SUITS[deck][suit] }), shown, face);
    return card;
  }
  function newCard(code, extra) {
    var card = make("span", { className: "card " + (extra || "") });
    card.dataset.card = code;
    return draw(card);
  }
  var switcher = document.querySelector(".deck");
  if (switcher) {
    var kept = recall("deck");
    deck = kept === "french" || kept === "german" ? kept : switcher.dataset.deck;
    switcher.hidden = false;
    all("input", switcher).forEach(function (input) {
      input.checked = input.value === deck;
      input.addEventListener("change", function () { deck = input.value; remember("deck", deck); redraw(); });
    });
    all("table.tricks").forEach(addTable);
    redraw();
  }
  function redraw() {
    document.body.classList.toggle("german", deck === "german");
    all(".card").forEach(draw);
  }

  /* --- a deal on the table, trick by trick --- */
  function addTable(table) {
    var rows = all("tbody tr[data-hands]", table), names = JSON.parse(table.dataset.players), at = 0;
    if (!rows.length) { return; }
    var seats = [make("div", { className: "seat" }), make("div", { className: "seat" })];
    var middle = make("div", { className: "middle" }), told = make("p");
    var back = make("button", { type: "button", textContent: "Back" });
    var on = make("button", { type: "button", textContent: "Next trick" });
    var where = make("span");
    told.setAttribute("role", "status");
    var board = make("div", { className: "table" }, [
      seats[1], middle, seats[0], make("div", { className: "steps" }, [back, where, on])
    ]);
    board.setAttribute("role", "group");
    board.setAttribute("aria-label", "The deal on the table");
    table.parentNode.before(board);
    table.closest(".deal").classList.add("shown");
    function cardOf(row, side) {
      var card = row.cells[1 + side].querySelector(".card");
      return card ? card.dataset.card : null;
    }
    function show() {
      var row = rows[at], leader = Number(row.dataset.leader);
      var winner = row.dataset.winner === undefined ? null : Number(row.dataset.winner);
      var hands = row.dataset.hands.split("|");
      [0, 1].forEach(function (side) {
        seats[side].replaceChildren(make("b", {}, [make("bdi", { textContent: names[side] })]));
        hands[side].split(" ").filter(Boolean).forEach(function (code) {
          seats[side].append(newCard(code, code === cardOf(row, side) ? "played" : ""));
        });
      });
      middle.replaceChildren();
      [leader, 1 - leader].forEach(function (side) {
        var code = cardOf(row, side);
        if (code) { middle.append(newCard(code, side === winner ? "ahead" : "")); }
      });
      told.textContent = names[leader] + " leads." + (winner === null ? "" : " " + names[winner] + " takes the trick: " + row.cells[row.cells.length - 1].textContent + ".");
      middle.append(told);
      where.textContent = "Trick " + (at + 1) + " of " + rows.length;
      back.disabled = at === 0;
      on.disabled = at === rows.length - 1;
      rows.forEach(function (each, number) { each.classList.toggle("now", number === at); });
    }
    back.addEventListener("click", function () { at = Math.max(0, at - 1); show(); });
    on.addEventListener("click", function () { at = Math.min(rows.length - 1, at + 1); show(); });
    show();
  }
})();
