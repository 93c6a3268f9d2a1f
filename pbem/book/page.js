"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const data = JSON.parse(document.getElementById("data").textContent);
  const books = data.games;
  const DELAY = 900; // milliseconds between positions while it plays
  const TALL = 1; // times its width may the panels on a printed page be high
  const PAUSE = 200; // milliseconds between changes of the address: browsers refuse many in a row
  const FAR = 40; // pixels of a swipe
  const TOLD = ["said", "remark", "earned", "status"]; // of a sight, as HTML
  let book = null; // the one that is shown
  let at = 0; // its sight
  let timer = 0;
  let noted = 0; // waits to note what is shown in the address

  const part = (book, name) => document.getElementById(`${book.id}:${name}`);

  function svg(number) {
    const [title, width, height, pieces] = data.panels[number];
    const name = data.texts[title];
    const box = `viewBox="0 0 ${width} ${height}"`;
    const drawn = pieces.map((piece) => data.pieces[piece]).join("");
    return `<figure><svg class="pbem" xmlns="http://www.w3.org/2000/svg" ${box} role="img" aria-label="${name}">${drawn}</svg></figure>`;
  }

  const picture = (sight) => sight.panels.map(svg).join("");
  const board = (sight) => sight.board.map((line) => data.lines[line]).join("\n");

  // One sight is shown: what it looks like follows from its number alone.
  function show(number) {
    at = Math.min(Math.max(number, 0), book.sights.length - 1);
    const sight = book.sights[at];
    part(book, "table").innerHTML = picture(sight);
    for (const name of TOLD) part(book, name).innerHTML = sight[name];
    part(book, "board").innerHTML = board(sight);
    const slider = part(book, "slider");
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", part(book, "said").textContent);
    for (const line of part(book, "moves").querySelectorAll("li")) {
      const here = Number(line.dataset.turn) === sight.turn && sight.turn > 0;
      line.classList.toggle("here", here && !line.dataset.undone);
    }
    const cursors = book.charts.length ? part(book, "chart").querySelectorAll(".cursor") : [];
    book.charts.forEach(([left, step], n) => cursors[n].setAttribute("transform", `translate(${left + at * step} 0)`));
    part(book, "first").disabled = part(book, "back").disabled = at === 0;
    part(book, "forward").disabled = part(book, "last").disabled = at === book.sights.length - 1;
  }

  function link() {
    const sight = book.sights[at];
    const turn = `t${sight.turn}`;
    return books.length > 1 ? `#${book.id}-${turn}` : `#${turn}`;
  }

  // What a person chose stays in the address, so that it can be sent and gone back to.
  function go(number) {
    show(number);
    if (noted) return;
    note();
    noted = setTimeout(() => { noted = 0; note(); }, PAUSE);
  }

  function note() {
    try {
      if (location.hash !== link()) history.replaceState(null, "", link());
    } catch { /* a page in a frame may have no address */ }
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    if (book) part(book, "play").setAttribute("aria-pressed", "false");
    if (book) part(book, "play").textContent = "Play";
  }

  function play() {
    if (timer) return stop();
    if (at === book.sights.length - 1) go(0);
    timer = setInterval(() => {
      go(at + 1);
      if (at === book.sights.length - 1) stop();
    }, DELAY);
    part(book, "play").setAttribute("aria-pressed", "true");
    part(book, "play").textContent = "Stop";
  }

  function choose(next) {
    stop();
    book = next;
    for (const other of books) document.getElementById(other.id).classList.toggle("hidden", other !== book);
  }

  // A link is followed: what it leads to may have been hidden, or be far from where somebody chose it.
  function follow() {
    const hash = location.hash.slice(1); // ids need no escapes
    for (const other of books) {
      const turn = books.length > 1 && hash.startsWith(`${other.id}-t`) ? hash.slice(other.id.length + 2) : "";
      const found = /^t\d+$/.test(hash) && books.length === 1 ? hash.slice(1) : turn;
      const isTurn = /^\d+$/.test(found);
      if (!isTurn && hash !== other.id) continue;
      choose(other);
      const number = isTurn ? other.sights.findIndex((sight) => sight.turn === Number(found)) : -1;
      show(number < 0 ? other.sights.length - 1 : number);
      return document.getElementById(other.id).scrollIntoView();
    }
    choose(books[0]);
    return show(book.sights.length - 1);
  }

  function copied(button, text) {
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("readonly", "");
    document.body.append(area);
    area.select();
    const worked = document.execCommand("copy");
    area.remove();
    button.textContent = worked ? "Copied" : "Select it by hand";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  }

  function print(book) {
    const sheets = part(book, "sheets");
    sheets.innerHTML = book.sights.map(() => '<section class="sheet"><h2></h2><p></p><p></p><p></p><div class="table"></div></section>').join("");
    book.sights.forEach((sight, number) => {
      const sheet = sheets.children[number];
      TOLD.forEach((name, child) => { sheet.children[child].innerHTML = sight[name]; });
      const table = sheet.children[TOLD.length];
      table.innerHTML = picture(sight);
      // As many columns as it takes: so many times as tall as wide are all panels in one of them.
      const tall = sight.panels.reduce((sum, panel) => sum + data.panels[panel][2] / data.panels[panel][1], 0);
      table.style.columns = String(Math.max(2, Math.ceil(Math.sqrt(tall / TALL))));
    });
    root.classList.add("printing");
    window.print();
  }
  window.addEventListener("afterprint", () => {
    root.classList.remove("printing");
    for (const sheets of document.querySelectorAll(".sheets")) sheets.innerHTML = "";
  });

  for (const one of books) {
    const on = (name, does) => part(one, name).addEventListener("click", does);
    on("first", () => { stop(); go(0); });
    on("back", () => { stop(); go(at - 1); });
    on("play", play);
    on("forward", () => { stop(); go(at + 1); });
    on("last", () => { stop(); go(one.sights.length - 1); });
    on("print", () => print(one));
    on("copy-board", (event) => copied(event.currentTarget, part(one, "board").textContent));
    on("copy-record", (event) => copied(event.currentTarget, part(one, "record").textContent));
    part(one, "slider").addEventListener("input", (event) => { stop(); go(Number(event.target.value)); });
    let from = null;
    const table = part(one, "table");
    table.addEventListener("touchstart", (event) => { from = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
    table.addEventListener("touchend", (event) => {
      const to = event.changedTouches[0];
      if (!from || !to) return;
      const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
      from = null;
      if (Math.abs(x) < FAR || Math.abs(x) < 2 * Math.abs(y)) return;
      stop();
      go(at + (x < 0 ? 1 : -1));
    }, { passive: true });
  }

  const KEYS = { ArrowLeft: () => at - 1, ArrowRight: () => at + 1, Home: () => 0, End: () => book.sights.length - 1 };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input,textarea,pre,summary") && event.target.type !== "range") return;
    const to = KEYS[event.key];
    if (!to) return;
    event.preventDefault();
    stop();
    go(to());
  });
  window.addEventListener("hashchange", () => { stop(); follow(); });
  follow();
})();
