/** Zooms, fits, drags, maps and saves the picture of a graph, for the scripts of the pages that have one. */
globalThis.openPicture = (frame) => {
  const [SMALLEST, LARGEST, STEP] = [0.01, 3, 1.25];
  /** Text of this scale can be read. Below it, boxes have one line of text of this size, and only the most important ones. */
  const [READABLE, FAR_TEXT] = [0.8, 10.5];
  /** Below this, a box has so little room that a label is cut at its end only. */
  const NARROW = 0.38;
  /** Below this, that text would be too small, and larger text would not fit into the boxes. */
  const LABELLED = 0.28;
  /** With more boxes than this, the names of all would be a clutter where they have little room. */
  const CROWDED = 60;
  /** With more boxes than this, one gets lost without a map. */
  const MAPPED = 200;

  const svg = frame.querySelector("svg.graph");
  const viewport = frame.querySelector(".viewport");
  const map = frame.querySelector(".map");
  const nodes = [...svg.querySelectorAll(".node")];
  const { width, height } = svg.viewBox.baseVal;
  const sideOf = (side) => Number(nodes[0]?.querySelector("rect").getAttribute(side) ?? 0);
  const box = { width: sideOf("width"), height: sideOf("height") };
  const picture = { svg, viewport, box, scale: 1, size: { width, height }, onView: () => {} };
  const shownNodes = () => nodes.filter(({ classList }) => !classList.contains("gone"));
  let seen;

  const placeOf = (node) => {
    const [x, y] = node
      .getAttribute("transform")
      .match(/-?[\d.]+/g)
      .map(Number);
    return { x, y };
  };

  picture.zoom = (scale) => {
    picture.scale = Math.min(LARGEST, Math.max(SMALLEST, scale));
    svg.setAttribute("width", Math.floor(picture.size.width * picture.scale));
    svg.setAttribute("height", Math.floor(picture.size.height * picture.scale));
    svg.classList.toggle("far", picture.scale < READABLE);
    svg.classList.toggle("tight", picture.scale < NARROW);
    svg.classList.toggle("unlabelled", picture.scale < LABELLED);
    svg.style.setProperty("--far", `${Math.min(0.9 * box.height, FAR_TEXT / picture.scale)}px`);
    drawView();
  };

  /** The scale at which all of it is in view. */
  picture.fitting = () => {
    const room = {
      width: viewport.offsetWidth - 2,
      height: Number.parseFloat(getComputedStyle(viewport).maxHeight) - 2,
    };
    return Math.min(1, room.width / picture.size.width, room.height / picture.size.height);
  };

  /** With what is above it, it fits on a screen; one further down fits with its own heading. */
  function measure() {
    const { top } = viewport.getBoundingClientRect();
    const above = top + scrollY < innerHeight / 2 ? top + scrollY : top - frame.getBoundingClientRect().top;
    viewport.style.setProperty("--above", `${Math.ceil(above) + 12}px`);
  }

  picture.fit = () => {
    measure();
    picture.zoom(picture.fitting());
    viewport.scrollTo(0, 0);
  };

  /** What changes, or all of it, if something can be read then, else the first achievements. */
  picture.open = () => {
    const shown = shownNodes();
    const changed = shown.filter((node) => node.matches(".create, .update, .rename, .replace, .delete"));
    const goals = shown.filter((node) => node.matches(".earn")).map(placeOf);
    const [first] = goals.sort((a, b) => a.y - b.y || a.x - b.x);
    picture.fit();
    if (changed.length > 0) showAll(changed.map(placeOf));
    else if (picture.scale < LABELLED && first !== undefined) {
      picture.zoom(READABLE);
      picture.lookAt({ x: first.x, y: first.y + viewport.clientHeight / 3 / READABLE });
    }
    picture.opening = { scale: picture.scale, place: picture.middle() };
  };

  /** The point in the middle of what is in view. */
  picture.middle = () => ({
    x: (viewport.scrollLeft + viewport.clientWidth / 2) / picture.scale,
    y: (viewport.scrollTop + viewport.clientHeight / 2) / picture.scale,
  });

  picture.lookAt = (place) => viewport.scrollTo(scrollFor(place));

  /** Shows these boxes as large as there is room for, but so that something can be read: else as many as can be. */
  function showAll(places) {
    const room = {
      width: viewport.offsetWidth - 2,
      height: Number.parseFloat(getComputedStyle(viewport).maxHeight) - 2,
    };
    const all = extent(places);
    const scale = Math.min(room.width / (all.width + 40), room.height / (all.height + 40));
    picture.zoom(Math.min(1, Math.max(LABELLED, scale)));
    const [right, bottom] = [room.width / picture.scale - box.width, room.height / picture.scale - box.height];
    const from = (corner) =>
      places.filter(({ x, y }) => x >= corner.x && y >= corner.y && x <= corner.x + right && y <= corner.y + bottom);
    const parts = scale < LABELLED ? places.map(from) : [places];
    const { x, y, width, height } = extent(parts.reduce((most, each) => (each.length > most.length ? each : most)));
    picture.lookAt({ x: x + width / 2, y: y + height / 2 });
  }

  /** What boxes at these places take together. */
  function extent(places) {
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) + box.width - x, height: Math.max(...ys) + box.height - y };
  }

  picture.readable = () => {
    if (picture.scale < READABLE) picture.zoom(Math.max(READABLE, picture.fitting()));
  };

  /** What is at this place of the window stays there. */
  picture.zoomBy = (factor, place) => {
    const room = viewport.getBoundingClientRect();
    const { x, y } = place ?? { x: room.left + room.width / 2, y: room.top + room.height / 2 };
    const before = svg.getBoundingClientRect();
    const old = picture.scale;
    picture.zoom(old * factor);
    const after = svg.getBoundingClientRect();
    const grown = picture.scale / old;
    viewport.scrollBy((x - before.left) * grown - (x - after.left), (y - before.top) * grown - (y - after.top));
  };

  const scrollFor = ({ x, y }) => ({
    left: x * picture.scale - viewport.clientWidth / 2,
    top: y * picture.scale - viewport.clientHeight / 2,
  });

  /** For an address: what is in view, as far as it is not what `open` shows, or with a place what a link to it shows. */
  picture.view = (place) => {
    const { scale } = picture;
    const fitting = picture.fitting();
    const isAt = (wanted, at, most) => Math.abs(Math.min(Math.max(0, wanted), Math.max(0, most)) - at) < 3;
    const { left, top } = scrollFor(place ?? picture.opening.place);
    const isUsual =
      isAt(left, viewport.scrollLeft, viewport.scrollWidth - viewport.clientWidth) &&
      isAt(top, viewport.scrollTop, viewport.scrollHeight - viewport.clientHeight) &&
      Math.abs(scale - (place === undefined ? picture.opening.scale : Math.max(READABLE, fitting))) < 0.002;
    if (isUsual) return [];
    if (Math.abs(scale - fitting) < 0.002) return ["zoom=fit"];
    const { x, y } = picture.middle();
    return [`zoom=${Math.round(scale * 1000) / 1000}`, `at=${Math.round(x)},${Math.round(y)}`];
  };

  picture.restore = (zoom, at) => {
    if (zoom === "fit") picture.fit();
    if (!(Number(zoom) > 0)) return;
    picture.zoom(Number(zoom));
    const [x, y] = (at ?? "").split(",").map(Number);
    if (Number.isFinite(x) && Number.isFinite(y)) picture.lookAt({ x, y });
  };

  picture.resize = (size) => {
    picture.size = size;
    svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    svg.classList.toggle("crowded", shownNodes().length > CROWDED);
    drawMap();
  };

  function element(name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function drawMap() {
    if (map === null || nodes.length <= MAPPED) return;
    map.hidden = false;
    const whole = element("svg", {
      viewBox: `0 0 ${picture.size.width} ${picture.size.height}`,
      "aria-hidden": "true",
    });
    const stages = new Map();
    for (const node of shownNodes()) {
      const { x, y } = placeOf(node);
      const stage = node.classList[1];
      stages.set(stage, `${stages.get(stage) ?? ""}M${x} ${y}h${box.width}v${box.height}h${-box.width}z`);
    }
    for (const [stage, d] of stages) whole.append(element("path", { class: stage, d }));
    seen = element("rect", { class: "seen" });
    whole.append(seen);
    map.replaceChildren(whole);
    drawView();
  }

  function drawView() {
    if (seen === undefined) return;
    const { scale, size } = picture;
    const [x, y] = [viewport.scrollLeft / scale, viewport.scrollTop / scale];
    const place = {
      x,
      y,
      width: Math.min(size.width - x, viewport.clientWidth / scale),
      height: Math.min(size.height - y, viewport.clientHeight / scale),
    };
    for (const [key, value] of Object.entries(place)) seen.setAttribute(key, Math.max(0, value));
  }

  const follow = (event) => {
    const { left, top, width: across, height: down } = map.firstElementChild.getBoundingClientRect();
    const scale = Math.min(across / picture.size.width, down / picture.size.height);
    picture.readable();
    picture.lookAt({
      x: (event.clientX - left - (across - picture.size.width * scale) / 2) / scale,
      y: (event.clientY - top - (down - picture.size.height * scale) / 2) / scale,
    });
  };
  map?.addEventListener("pointerdown", (event) => {
    map.setPointerCapture(event.pointerId);
    follow(event);
  });
  map?.addEventListener("pointermove", (event) => {
    if (map.hasPointerCapture(event.pointerId)) follow(event);
  });

  viewport.addEventListener("scroll", () => {
    drawView();
    picture.onView();
  });
  viewport.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.pointerType !== "mouse" || event.target.closest(".node") !== null) return;
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
  viewport.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      picture.zoomBy(event.deltaY < 0 ? STEP : 1 / STEP, { x: event.clientX, y: event.clientY });
      picture.onView();
    },
    { passive: false },
  );

  /** Text that is cut to a width as the page cuts it, for programs that do not know how. */
  function cut(label, width, font) {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.font = font;
    const fits = (text) => canvas.measureText(text).width <= width;
    const [head = "", tail = ""] = [...label.children].map(({ textContent }) => textContent);
    if (fits(head + tail)) return head + tail;
    const letters = [...new Intl.Segmenter().segment(head)].map(({ segment }) => segment);
    for (let length = letters.length - 1; length > 3; length -= 1) {
      const text = `${letters.slice(0, length).join("")}…${tail}`;
      if (fits(text)) return text;
    }
    const rest = [...new Intl.Segmenter().segment(tail)].map(({ segment }) => segment);
    for (let length = rest.length; length > 0; length -= 1) {
      const text = `${letters.slice(0, 3).join("")}…${rest.slice(0, length).join("")}…`;
      if (fits(text)) return text;
    }
    return "…";
  }

  /** The picture as a file of its own: with the colours of the page, and with text that every program can show. */
  picture.asSvg = () => {
    const state = ["far", "unlabelled", "lit"].filter((name) => svg.classList.contains(name));
    svg.classList.remove(...state);
    const copy = svg.cloneNode(true);
    const shapes = "rect, path";
    const copies = [...copy.querySelectorAll(shapes)];
    for (const [index, shape] of [...svg.querySelectorAll(shapes)].entries()) {
      const style = getComputedStyle(shape);
      for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "display"])
        copies[index].setAttribute(name, style.getPropertyValue(name));
    }
    const foreign = [...copy.querySelectorAll("foreignObject")];
    for (const [index, original] of [...svg.querySelectorAll("foreignObject")].entries()) {
      const lines = [...original.querySelectorAll("p")];
      const texts = lines.map((line, row) => {
        const { color, fontSize, fontWeight, fontFamily, direction } = getComputedStyle(line);
        const size = Number.parseFloat(fontSize);
        const room = { from: 33, to: box.width - 6 };
        const middle = lines.length === 1 ? box.height / 2 : box.height * (row === 0 ? 0.3 : 0.74);
        const text = element("text", {
          x: direction === "rtl" ? room.to : room.from,
          y: middle + size * 0.36,
          fill: color,
          direction,
          "font-size": size,
          "font-weight": fontWeight,
          "font-family": "system-ui, sans-serif",
        });
        // Another program may take another font.
        text.textContent = cut(line, (room.to - room.from) * 0.95, `${fontWeight} ${size}px ${fontFamily}`);
        return text;
      });
      foreign[index].replaceWith(...texts);
    }
    for (const gone of copy.querySelectorAll(".gone")) gone.remove();
    for (const node of copy.querySelectorAll("a")) {
      const group = element("g", { class: node.getAttribute("class"), transform: node.getAttribute("transform") });
      group.append(...node.childNodes);
      node.replaceWith(group);
    }
    copy
      .querySelector("defs")
      .after(element("rect", { ...picture.size, fill: getComputedStyle(document.body).backgroundColor }));
    for (const name of ["style", "class", "id"]) copy.removeAttribute(name);
    for (const [name, value] of Object.entries(picture.size)) copy.setAttribute(name, value);
    svg.classList.add(...state);
    return new XMLSerializer().serializeToString(copy);
  };

  picture.save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([picture.asSvg()], { type: "image/svg+xml" }));
    link.download = `${document.title.replace(/[^\p{L}\p{N}]+/gu, "-")}.svg`;
    link.click();
    URL.revokeObjectURL(link.href);
  };

  const acts = {
    smaller: () => picture.zoomBy(1 / STEP),
    larger: () => picture.zoomBy(STEP),
    fit: picture.fit,
    save: picture.save,
  };
  picture.act = (name) => {
    acts[name]();
    picture.onView();
  };
  for (const button of frame.querySelectorAll("[data-do]"))
    button.addEventListener("click", () => picture.act(button.dataset.do));
  for (const controls of frame.querySelectorAll(".controls")) controls.hidden = false;
  picture.resize(picture.size);
  return picture;
};
