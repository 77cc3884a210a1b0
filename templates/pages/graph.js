/** The script of the page with graphs: filters, zooms, walks from node to node, and shows the selected one. */
(() => {
  const SMALLEST = 0.3;
  const LARGEST = 3;
  const STEP = 1.25;
  /** Text smaller than this cannot be read: rather is there something to scroll. */
  const READABLE = 0.8;

  const byId = (id) => document.getElementById(id);
  const search = byId("search");
  const only = byId("only");
  const touched = byId("touched");
  const lists = byId("lists");
  const found = byId("found");
  const games = [...document.querySelectorAll(".game")].map(openGame);
  let current;

  /** One picture, with what is known of its nodes and edges. */
  function openGame(section) {
    const game = {
      section,
      svg: section.querySelector("svg.graph"),
      viewport: section.querySelector(".viewport"),
      details: section.querySelector(".details"),
      headings: [...section.querySelectorAll(".columns span")],
      scale: 1,
      nodes: new Map(),
      byElement: new Map(),
      edges: [],
      chosen: undefined,
    };
    for (const element of game.svg.querySelectorAll(".node")) {
      const [x, y] = element
        .getAttribute("transform")
        .match(/[\d.]+/g)
        .map(Number);
      const item = byId(element.getAttribute("href").slice(1));
      const words = `${item.querySelector("strong").textContent}\n${item.querySelector(".mono").textContent}`;
      const node = {
        element,
        item,
        x,
        y,
        at: { x, y },
        words: words.toLowerCase(),
        before: [],
        after: [],
        isShown: true,
      };
      game.nodes.set(Number(element.id.slice(game.section.id.length + 1)), node);
      game.byElement.set(element, node);
      element.setAttribute("tabindex", "-1");
    }
    for (const element of game.svg.querySelectorAll(".edge")) {
      const [from, to] = element.dataset.ends.split(" ").map((end) => game.nodes.get(Number(end)));
      game.edges.push({ element, from, to, path: element.getAttribute("d") });
      from.after.push(to);
      to.before.push(from);
    }
    const box = game.svg.querySelector(".node rect");
    game.box =
      box === null
        ? { width: 0, height: 0 }
        : { width: Number(box.getAttribute("width")), height: Number(box.getAttribute("height")) };
    const { width, height } = game.svg.viewBox.baseVal;
    game.whole = { width, height };
    game.size = game.whole;
    const [first] = game.nodes.values();
    rove(game, first);
    return game;
  }

  function zoom(game, scale) {
    game.scale = Math.min(LARGEST, Math.max(SMALLEST, scale));
    game.svg.setAttribute("width", game.size.width * game.scale);
    game.svg.setAttribute("height", game.size.height * game.scale);
    game.viewport.style.setProperty("--scale", game.scale);
  }

  /** As wide as there is room for, as far as it can still be read. */
  function fitToRoom(game) {
    const room = game.viewport.clientWidth / game.size.width;
    zoom(game, Math.min(1, Math.max(READABLE, room)));
  }

  /** To the top, or to what is highest of all that there is room for beside each other. */
  function toBeginning({ nodes, viewport, scale }) {
    const first = [...nodes.values()].filter(({ isShown, at }) => isShown && at.x * scale < viewport.clientWidth / 2);
    const highest = first.length === 0 ? 0 : Math.min(...first.map(({ at }) => at.y));
    viewport.scrollTo(0, highest * scale - 20);
  }

  /** Keeps its position on the screen, as far as possible. */
  function zoomBy(game, factor, x = game.viewport.clientWidth / 2, y = game.viewport.clientHeight / 2) {
    const before = game.scale;
    const { scrollLeft, scrollTop } = game.viewport;
    zoom(game, before * factor);
    const grown = game.scale / before;
    game.viewport.scrollTo((scrollLeft + x) * grown - x, (scrollTop + y) * grown - y);
  }

  /** Everything that leads to a node or away from it. */
  function around(start) {
    const reached = new Set([start]);
    for (const side of ["before", "after"]) {
      const open = new Set([start]);
      for (const node of open) for (const next of node[side]) open.add(next);
      for (const node of open) reached.add(node);
    }
    return reached;
  }

  /** Draws only these nodes, close together; all of them at their original positions. */
  function show(game, wanted) {
    const all = [...game.nodes.values()];
    const shown = all.filter((node) => wanted === undefined || wanted.has(node));
    for (const node of all) node.isShown = wanted === undefined || wanted.has(node);
    if (shown.length === all.length) {
      for (const node of all) node.at = { x: node.x, y: node.y };
      game.size = game.whole;
    } else {
      game.size = closeTogether(game, shown);
    }
    for (const { element, at, isShown } of all) {
      element.setAttribute("transform", `translate(${at.x} ${at.y})`);
      element.classList.toggle("gone", !isShown);
    }
    for (const edge of game.edges) {
      const isShown = edge.from.isShown && edge.to.isShown;
      edge.element.classList.toggle("gone", !isShown);
      if (isShown) edge.element.setAttribute("d", shown.length === all.length ? edge.path : route(edge, game.box));
    }
    for (const heading of game.headings) {
      const xs = shown.filter(({ element }) => element.classList.contains(heading.dataset.stage)).map(({ at }) => at.x);
      heading.hidden = xs.length === 0;
      if (heading.hidden) continue;
      heading.style.setProperty("--from", Math.min(...xs));
      heading.style.setProperty("--to", Math.max(...xs) + game.box.width);
    }
    game.section.hidden = shown.length === 0 && games.length > 1;
    game.svg.setAttribute("viewBox", `0 0 ${game.size.width} ${game.size.height}`);
    fitToRoom(game);
    toBeginning(game);
    rove(game, game.current?.isShown === true ? game.current : shown[0]);
  }

  /**
   * The columns side by side without gaps, each in the middle of the height. Lines over several columns keep their place
   * between the boxes of those that they pass.
   */
  function closeTogether(game, nodes) {
    const { box } = game;
    const [margin, across, down, line] = [12, 60, 8, 12];
    const columns = [...new Set(nodes.map(({ x }) => x))].sort((a, b) => a - b);
    const spots = new Map(columns.map((x) => [x, []]));
    for (const node of nodes)
      spots.get(node.x).push({ node, middle: node.y + box.height / 2, size: box.height + down });
    for (const edge of game.edges) {
      edge.bends = [];
      if (!edge.from.isShown || !edge.to.isShown) continue;
      for (const { x, y } of pointsOf(edge.path)) {
        if (x > edge.from.x && x < edge.to.x) spots.get(x)?.push({ edge, middle: y, size: line });
      }
    }
    const heights = [...spots.values()].map((column) => column.reduce((sum, { size }) => sum + size, 0));
    const height = Math.max(box.height, ...heights) + 2 * margin;
    for (const [index, column] of [...spots.values()].entries()) {
      const x = margin + index * (box.width + across);
      let y = (height - heights[index]) / 2;
      for (const { node, edge, size } of column.sort((a, b) => a.middle - b.middle)) {
        const middle = y + size / 2;
        if (node !== undefined) node.at = { x, y: middle - box.height / 2 };
        else edge.bends.push({ x, y: middle }, { x: x + box.width, y: middle });
        y += size;
      }
    }
    return { width: Math.max(1, columns.length) * (box.width + across) - across + 2 * margin, height };
  }

  /** The points that a line goes through, from its path. */
  function pointsOf(path) {
    const points = [];
    for (const [, command, written] of path.matchAll(/([MHC])([^MHC]*)/g)) {
      const numbers = written.trim().split(/\s+/).map(Number);
      points.push({ x: numbers.at(command === "H" ? -1 : -2), y: command === "H" ? points.at(-1).y : numbers.at(-1) });
    }
    return points;
  }

  function route({ from, to, bends }, box) {
    let [x, y] = [from.at.x + box.width, from.at.y + box.height / 2];
    let path = `M${x} ${y}`;
    for (const next of [...bends, { x: to.at.x, y: to.at.y + box.height / 2 }]) {
      const middle = (x + next.x) / 2;
      path += `C${middle} ${y} ${middle} ${next.y} ${next.x} ${next.y}`;
      [x, y] = [next.x, next.y];
    }
    return path;
  }

  /** The one node of a picture that the tab key stops at. */
  function rove(game, node) {
    if (node === undefined) return;
    game.current?.element.setAttribute("tabindex", "-1");
    node.element.setAttribute("tabindex", "0");
    game.current = node;
  }

  function light(game, node) {
    game.svg.classList.toggle("lit", node !== undefined);
    const near = node === undefined ? new Set() : around(node);
    for (const each of game.nodes.values()) each.element.classList.toggle("near", near.has(each));
    for (const { element, from, to } of game.edges) element.classList.toggle("near", near.has(from) && near.has(to));
  }

  /** Says beside the picture what the list says of the node. */
  function choose(game, node) {
    game.chosen?.element.classList.remove("chosen");
    game.chosen?.element.removeAttribute("aria-current");
    game.chosen = node;
    game.details.hidden = node === undefined;
    light(game, node);
    if (node === undefined) return;
    node.element.classList.add("chosen");
    node.element.setAttribute("aria-current", "true");
    const copy = node.item.cloneNode(true);
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => {
      choose(game, undefined);
      node.element.focus();
    });
    const parts = [...copy.childNodes];
    if ([...(only?.options ?? [])].some(({ value }) => value === node.element.id)) {
      const narrow = document.createElement("button");
      narrow.type = "button";
      narrow.textContent = "Show only this";
      narrow.addEventListener("click", () => {
        only.value = node.element.id;
        narrowDown();
        node.element.focus();
      });
      parts.push(narrow, " ");
    }
    game.details.replaceChildren(...parts, close);
    reveal(node);
    game.details.scrollIntoView({ block: "nearest" });
  }

  function reveal(node) {
    node.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function go(game, node) {
    rove(game, node);
    node.element.focus({ preventScroll: true });
    reveal(node);
  }

  const nearest = (nodes, to) =>
    nodes.filter(({ isShown }) => isShown).sort((a, b) => Math.abs(a.at.y - to.at.y) - Math.abs(b.at.y - to.at.y))[0];

  const MOVES = {
    ArrowLeft: (_, node) => nearest(node.before, node),
    ArrowRight: (_, node) => nearest(node.after, node),
    ArrowUp: (game, node) =>
      nearest(
        inColumn(game, node).filter(({ at }) => at.y < node.at.y),
        node,
      ),
    ArrowDown: (game, node) =>
      nearest(
        inColumn(game, node).filter(({ at }) => at.y > node.at.y),
        node,
      ),
  };

  function inColumn(game, { at }) {
    return [...game.nodes.values()].filter((node) => node.at.x === at.x);
  }

  /** What the filters leave, and in it what the search finds. */
  function narrowDown() {
    const target = only?.value ?? "";
    for (const game of games) {
      const start = game.byElement.get(byId(target));
      const ofGoal = target === "" ? undefined : start === undefined ? new Set() : around(start);
      const wanted = touched?.checked === true ? touchedIn(game, ofGoal) : ofGoal;
      if (game.chosen !== undefined && wanted !== undefined && !wanted.has(game.chosen)) choose(game, undefined);
      show(game, wanted);
    }
    find();
  }

  function touchedIn(game, within) {
    const changed = [...game.nodes.values()].filter(({ element }) =>
      element.matches(".create, .update, .rename, .replace, .delete"),
    );
    const ends = game.edges
      .filter(({ element }) => element.matches(".attach, .detach"))
      .flatMap(({ from, to }) => [from, to]);
    return new Set([...changed, ...ends].filter((node) => within === undefined || within.has(node)));
  }

  function find() {
    const words = search.value.trim().toLowerCase();
    let hits = 0;
    let shown = 0;
    let all = 0;
    let first;
    for (const game of games) {
      game.svg.classList.toggle("narrowed", words !== "");
      for (const node of game.nodes.values()) {
        const isHit = node.isShown && words !== "" && node.words.includes(words);
        node.element.classList.toggle("found", isHit);
        node.item.classList.toggle("gone", !node.isShown || (words !== "" && !isHit));
        all += 1;
        if (node.isShown) shown += 1;
        if (isHit) hits += 1;
        if (isHit) first ??= { game, node };
      }
      for (const kind of game.section.querySelectorAll(".kind")) {
        const [left, of] = [".item:not(.gone)", ".item"].map((which) => kind.querySelectorAll(which).length);
        kind.classList.toggle("gone", left === 0);
        kind.querySelector(".tally").textContent = left === of ? `(${of})` : `(${left} of ${of})`;
      }
    }
    const part = shown === all ? "" : `${shown} of ${all} shown. `;
    found.textContent = words === "" ? part : `${part}${hits} of ${shown} found.`;
    if (first !== undefined) {
      rove(first.game, first.node);
      reveal(first.node);
    }
    return first;
  }

  function showAll() {
    search.value = "";
    if (only !== null) only.value = "";
    if (touched !== null) touched.checked = false;
    for (const game of games) choose(game, undefined);
    narrowDown();
  }

  function onlyLists(isWanted) {
    lists.setAttribute("aria-pressed", String(isWanted));
    for (const { section } of games) section.querySelector(".picture").hidden = isWanted;
    if (!isWanted) for (const game of games) fitToRoom(game);
  }

  for (const game of games) {
    const nodeAt = (target) => game.byElement.get(target.closest?.(".node"));
    game.svg.addEventListener("click", (event) => {
      const node = nodeAt(event.target);
      if (node === undefined) return;
      event.preventDefault();
      rove(game, node);
      choose(game, node);
    });
    game.svg.addEventListener("pointerover", (event) => light(game, nodeAt(event.target) ?? game.chosen));
    game.svg.addEventListener("pointerleave", () => light(game, game.chosen));
    // Not on the picture itself: Chromium would take it for something to tab to.
    game.viewport.addEventListener("focusin", (event) => {
      const node = nodeAt(event.target);
      if (node === undefined) return;
      rove(game, node);
      light(game, node);
      current = game;
    });
    game.viewport.addEventListener("focusout", () => light(game, game.chosen));
    game.viewport.addEventListener("keydown", (event) => {
      const node = nodeAt(event.target);
      const next = node === undefined ? undefined : MOVES[event.key]?.(game, node);
      if (next !== undefined) go(game, next);
      if (node !== undefined && MOVES[event.key] !== undefined) event.preventDefault();
    });
    game.details.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      const item = link === null ? null : byId(link.getAttribute("href").slice(1));
      const node = [...game.nodes.values()].find((each) => each.item === item);
      if (node === undefined) return;
      event.preventDefault();
      if (!node.isShown) showAll();
      choose(game, node);
      go(game, node);
    });
    game.viewport.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType !== "mouse" || nodeAt(event.target) !== undefined) return;
      const { viewport } = game;
      const start = { x: event.clientX + viewport.scrollLeft, y: event.clientY + viewport.scrollTop };
      const drag = ({ clientX, clientY }) => viewport.scrollTo(start.x - clientX, start.y - clientY);
      const drop = () => {
        viewport.classList.remove("dragged");
        removeEventListener("pointermove", drag);
        removeEventListener("pointerup", drop);
      };
      viewport.classList.add("dragged");
      addEventListener("pointermove", drag);
      addEventListener("pointerup", drop);
    });
    game.viewport.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const { left, top } = game.viewport.getBoundingClientRect();
        zoomBy(game, event.deltaY < 0 ? STEP : 1 / STEP, event.clientX - left, event.clientY - top);
      },
      { passive: false },
    );
    game.viewport.addEventListener("pointerenter", () => {
      current = game;
    });
  }

  const eachGame = (change) => {
    for (const game of games.filter((each) => current === undefined || each === current)) change(game);
  };
  const larger = () => eachGame((game) => zoomBy(game, STEP));
  const smaller = () => eachGame((game) => zoomBy(game, 1 / STEP));
  const KEYS = {
    "+": larger,
    "=": larger,
    "-": smaller,
    0: () => eachGame(fitToRoom),
    "/": () => search.focus(),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return showAll();
    if (event.target.matches("input, select, textarea")) return;
    const act = KEYS[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  search.addEventListener("input", find);
  search.addEventListener("keydown", (event) => {
    const first = event.key === "Enter" ? find() : undefined;
    if (first !== undefined) go(first.game, first.node);
  });
  only?.addEventListener("change", narrowDown);
  touched?.addEventListener("change", narrowDown);
  lists.addEventListener("click", () => onlyLists(lists.getAttribute("aria-pressed") !== "true"));
  byId("larger").addEventListener("click", larger);
  byId("smaller").addEventListener("click", smaller);
  byId("fit").addEventListener("click", () => eachGame(fitToRoom));
  byId("reset").addEventListener("click", showAll);
  byId("tools").hidden = false;
  for (const game of games) {
    fitToRoom(game);
    toBeginning(game);
  }
})();
