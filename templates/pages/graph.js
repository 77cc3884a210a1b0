/** The script of the page with graphs: filters, walks from node to node, shows the selected one, and links to it. */
(() => {
  const byId = (id) => document.getElementById(id);
  const search = byId("search");
  const only = byId("only");
  const lists = byId("lists");
  const found = byId("found");
  const games = [...document.querySelectorAll(".game")].map(openGame);
  let current;
  let soon;
  /** Until what the address says is shown, it stays as it is. */
  let isOpen = false;

  /** One picture, with what is known of its nodes and edges. */
  function openGame(section) {
    const picture = openPicture(section);
    const game = {
      section,
      picture,
      svg: picture.svg,
      viewport: picture.viewport,
      box: picture.box,
      whole: picture.size,
      details: section.querySelector(".details"),
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
      const [part, column] = element.dataset.at.split(" ").map(Number);
      const address = element.getAttribute("href").slice(1);
      const words = `${element.querySelector("title").textContent}\n${decodeURIComponent(address)}`.toLowerCase();
      const place = { x, y, part, column, at: { x, y } };
      const node = { element, address, item: byId(address), words, ...place, before: [], after: [], isShown: true };
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
    picture.onView = () => {
      clearTimeout(soon);
      soon = setTimeout(remember, 100);
    };
    const [first] = game.nodes.values();
    rove(game, first);
    return game;
  }

  /** Everything that leads to these nodes or away from them. */
  function around(starts) {
    const reached = new Set(starts);
    for (const side of ["before", "after"]) {
      const open = new Set(starts);
      for (const node of open) for (const next of node[side]) open.add(next);
      for (const node of open) reached.add(node);
    }
    return reached;
  }

  /** Draws only these nodes, close together; all of them at their original positions. */
  function show(game, wanted) {
    const all = [...game.nodes.values()];
    const shown = all.filter((node) => wanted === undefined || wanted.has(node));
    const isWhole = shown.length === all.length;
    if (isWhole && all.every(({ isShown }) => isShown)) return;
    for (const node of all) {
      node.isShown = isWhole || wanted.has(node);
      node.at = { x: node.x, y: node.y };
    }
    const size = isWhole ? game.whole : closeTogether(game, shown);
    for (const { element, at, isShown } of all) {
      element.setAttribute("transform", `translate(${at.x} ${at.y})`);
      element.classList.toggle("gone", !isShown);
    }
    for (const edge of game.edges) {
      const isShown = edge.from.isShown && edge.to.isShown;
      edge.element.classList.toggle("gone", !isShown);
      if (isShown) edge.element.setAttribute("d", isWhole ? edge.path : route(edge, game.box));
    }
    game.section.hidden = shown.length === 0 && games.length > 1;
    game.picture.resize(size);
    game.picture.open();
    rove(game, game.current?.isShown === true ? game.current : shown[0]);
  }

  /**
   * The columns side by side without gaps, each in the middle of the height. Lines over several columns keep their place
   * between the boxes of those that they pass.
   */
  function closeTogether(game, nodes) {
    const { box } = game;
    const [margin, across, down, line] = [12, 60, 8, 12];
    const columns = [...new Set(nodes.map(({ column }) => column))].sort((a, b) => a - b);
    const spots = new Map(columns.map((column) => [column, []]));
    // Every part has columns of its own.
    const columnAt = new Map([...game.nodes.values()].map(({ part, x, column }) => [`${part} ${x}`, column]));
    for (const node of nodes)
      spots.get(node.column).push({ node, middle: node.y + box.height / 2, size: box.height + down });
    for (const edge of game.edges) {
      edge.bends = [];
      if (!edge.from.isShown || !edge.to.isShown) continue;
      for (const { x, y } of pointsOf(edge.path)) {
        if (x <= edge.from.x || x >= edge.to.x) continue;
        spots.get(columnAt.get(`${edge.from.part} ${x}`))?.push({ edge, middle: y, size: line });
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

  /** What leads to these nodes and away from them; nothing is dimmed without any. */
  function light(game, nodes) {
    game.svg.classList.toggle("lit", nodes.length > 0);
    const near = around(nodes);
    for (const each of game.nodes.values()) each.element.classList.toggle("near", near.has(each));
    for (const { element, from, to } of game.edges) element.classList.toggle("near", near.has(from) && near.has(to));
  }

  /** What stays lit: the chosen node, else what the search finds. */
  const lit = (game) =>
    game.chosen === undefined ? [...game.nodes.values()].filter((node) => node.isHit) : [game.chosen];

  /** Says beside the picture what the list says of the node. */
  function choose(game, node, isQuiet = false) {
    if (node === undefined && game.chosen === undefined) return;
    game.chosen?.element.classList.remove("chosen");
    game.chosen?.element.removeAttribute("aria-current");
    game.chosen = node;
    game.details.hidden = node === undefined;
    light(game, lit(game));
    remember();
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
        go(game, node);
      });
      parts.push(narrow, " ");
    }
    game.details.replaceChildren(...parts, close);
    if (isQuiet) return;
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

  const middleOf = ({ box }, { at }) => ({ x: at.x + box.width / 2, y: at.y + box.height / 2 });

  /** To a node from elsewhere: it is in the middle, and can be read. */
  function visit(game, node) {
    if (!node.isShown) showAll();
    if (lists.getAttribute("aria-pressed") === "true") onlyLists(false);
    choose(game, node);
    game.picture.readable();
    game.picture.lookAt(middleOf(game, node));
    go(game, node);
    game.section.querySelector(".frame").scrollIntoView({ block: "nearest" });
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
      const wanted = target === "" ? undefined : start === undefined ? new Set() : around([start]);
      if (game.chosen !== undefined && wanted !== undefined && !wanted.has(game.chosen)) choose(game, undefined);
      show(game, wanted);
    }
    find();
  }

  /** What is called so comes first, then achievements; of both, what begins so. */
  function rank({ element, words }, wanted) {
    const isCalledSo = words.startsWith(`${wanted} (`) || words.endsWith(`/${wanted}`);
    const beginsSo = words.startsWith(wanted) || words.includes(`/${wanted}`);
    return (isCalledSo ? 0 : 4) + (element.matches(".earn") ? 0 : 2) + (beginsSo ? 0 : 1);
  }

  /** What the search finds, in the order of `rank`. What leads to it and away from it stays readable. */
  function find() {
    const words = search.value.trim().toLowerCase();
    const hits = [];
    let shown = 0;
    let all = 0;
    for (const game of games) {
      for (const node of game.nodes.values()) {
        node.isHit = node.isShown && words !== "" && node.words.includes(words);
        node.element.classList.toggle("found", node.isHit);
        node.item.classList.toggle("gone", !node.isShown || (words !== "" && !node.isHit));
        all += 1;
        if (node.isShown) shown += 1;
        if (node.isHit) hits.push({ game, node });
      }
      light(game, lit(game));
      for (const kind of game.section.querySelectorAll(".kind")) {
        const [left, of] = [".item:not(.gone)", ".item"].map((which) => kind.querySelectorAll(which).length);
        kind.classList.toggle("gone", left === 0);
        kind.querySelector(".tally").textContent = left === of ? `(${of})` : `(${left} of ${of})`;
      }
    }
    const part = shown === all ? "" : `${shown} of ${all} shown. `;
    found.textContent = words === "" ? part : `${part}${hits.length} of ${shown} found.`;
    hits.sort((a, b) => rank(a.node, words) - rank(b.node, words));
    const [first] = hits;
    if (first !== undefined) {
      rove(first.game, first.node);
      first.node.element.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    remember();
    return hits;
  }

  /** From one that is found to the next. */
  function visitFound() {
    const hits = find();
    const at = hits.findIndex(({ game, node }) => game.chosen === node);
    const next = hits[(at + 1) % hits.length];
    if (next !== undefined) visit(next.game, next.node);
    search.focus({ preventScroll: true });
  }

  function showAll() {
    search.value = "";
    if (only !== null) only.value = "";
    for (const game of games) choose(game, undefined);
    narrowDown();
    for (const { picture } of games) picture.open();
  }

  // The address says what is shown: `#achievement/slayer` for the chosen node, and how that differs from what a link to
  // it shows.

  function remember() {
    if (!isOpen) return;
    const game = games.find(({ chosen }) => chosen !== undefined) ?? current ?? games[0];
    const { picture, chosen } = game;
    const start = game.byElement.get(byId(only?.value ?? ""));
    const parts = [
      ...(chosen === undefined ? [] : [chosen.address]),
      ...(start === undefined ? [] : [`only=${start.address}`]),
      ...(search.value.trim() === "" ? [] : [`search=${encodeURIComponent(search.value.trim())}`]),
      ...(lists.getAttribute("aria-pressed") === "true" ? ["lists"] : picture.view(chosen && middleOf(game, chosen))),
    ];
    history.replaceState(null, "", parts.length === 0 ? location.href.split("#")[0] : `#${parts.join("&")}`);
  }

  /** People cut addresses, and write them by hand. */
  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function restore() {
    const parts = location.hash.slice(1).split("&");
    const parameter = (name) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
    const nodeAt = (address) =>
      games
        .flatMap((game) => [...game.nodes.values()].map((node) => ({ game, node })))
        .find(({ node }) => address !== "" && [node.address, decodeURIComponent(node.address)].includes(address));
    const start = nodeAt(parameter("only") ?? "");
    search.value = decoded(parameter("search") ?? "");
    if (only !== null) only.value = start?.node.element.id ?? "";
    narrowDown();
    onlyLists(parts.includes("lists"));
    const target = nodeAt(parts[0]);
    if (target !== undefined) visit(target.game, target.node);
    else if (parts[0].includes("/") && !parts[0].includes("="))
      found.textContent = `${decoded(parts[0])} is not on this page.`;
    (target?.game ?? games[0]).picture.restore(parameter("zoom"), parameter("at"));
  }

  function onlyLists(isWanted) {
    lists.setAttribute("aria-pressed", String(isWanted));
    for (const { section } of games) section.querySelector(".picture").hidden = isWanted;
    if (!isWanted) for (const { picture } of games) picture.open();
    remember();
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
    const lightAt = (target) => {
      const node = nodeAt(target);
      light(game, node === undefined ? lit(game) : [node]);
    };
    game.svg.addEventListener("pointerover", (event) => lightAt(event.target));
    game.svg.addEventListener("pointerleave", () => light(game, lit(game)));
    // Not on the picture itself: Chromium would take it for something to tab to.
    game.viewport.addEventListener("focusin", (event) => {
      const node = nodeAt(event.target);
      if (node === undefined) return;
      rove(game, node);
      lightAt(event.target);
      current = game;
    });
    game.viewport.addEventListener("focusout", () => light(game, lit(game)));
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
      visit(game, node);
    });
    game.viewport.addEventListener("pointerenter", () => {
      current = game;
    });
  }

  const act = (name) => {
    for (const game of games.filter((each) => current === undefined || each === current)) game.picture.act(name);
  };
  const KEYS = {
    "+": () => act("larger"),
    "=": () => act("larger"),
    "-": () => act("smaller"),
    0: () => act("fit"),
    "/": () => search.focus(),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return showAll();
    if (event.target.matches("input, select, textarea")) return;
    const press = KEYS[event.key];
    if (press === undefined) return;
    event.preventDefault();
    press();
  });
  search.addEventListener("input", () => {
    for (const game of games) choose(game, undefined);
    find();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") visitFound();
  });
  only?.addEventListener("change", narrowDown);
  lists.addEventListener("click", () => onlyLists(lists.getAttribute("aria-pressed") !== "true"));
  byId("reset").addEventListener("click", showAll);
  // A link in the lists leads to another place there, any other change of the address to a place in the picture.
  let isInLists = false;
  addEventListener("click", (event) => {
    isInLists = event.target.closest?.(".lists a") !== null;
  });
  addEventListener("hashchange", () => {
    const address = location.hash.slice(1);
    for (const game of isInLists ? games : [])
      for (const node of game.nodes.values()) if (node.address === address) choose(game, node, true);
    if (!isInLists) restore();
    isInLists = false;
  });
  byId("tools").hidden = false;
  for (const { picture } of games) picture.open();
  if (location.hash !== "") {
    // Until the page is there, the browser scrolls to the place of that name, which is in the lists.
    const item = byId(location.hash.slice(1).split("&")[0]);
    const id = item?.id;
    item?.removeAttribute("id");
    scrollTo(0, 0);
    restore();
    addEventListener("load", () => setTimeout(() => item?.setAttribute("id", id)));
  }
  isOpen = true;
})();
