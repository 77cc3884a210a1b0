/** Zooms the pictures of a page, and lights what is connected. A link without this script leads to a text. */
globalThis.pictures = [...document.querySelectorAll(".picture")].map((frame) => {
  const SMALLEST = 0.2;
  const LEAST_READABLE = 0.4;
  const COMFORTABLE = 0.8;
  const LARGEST = 2;
  const viewport = frame.querySelector(".viewport");
  const svg = frame.querySelector(".graph");
  const nodes = [...svg.querySelectorAll(".node")];
  const edges = [...svg.querySelectorAll(".edge")].map((element) => {
    return { element, ends: element.dataset.ends.split(" ").map((index) => nodes[index]) };
  });
  const neighbors = [0, 1].map((side) => {
    const ends = new Map(nodes.map((node) => [node, []]));
    for (const edge of edges) ends.get(edge.ends[side]).push(edge.ends[1 - side]);
    return ends;
  });
  const { width } = svg.viewBox.baseVal;
  let scale = 1;
  let lit = [];

  /** The middle of the view stays where it is. Small boxes have larger text, and no remark. */
  function zoom(wanted) {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = viewport;
    const grown = Math.min(LARGEST, Math.max(SMALLEST, wanted)) / scale;
    scale *= grown;
    svg.style.width = `${width * scale}px`;
    svg.style.setProperty("--far", `${10 / scale}px`);
    svg.style.setProperty("--lines", scale < 0.45 ? 1 : 2);
    svg.classList.toggle("far", scale < COMFORTABLE);
    const scrolled = (from, size) => (from + size / 2) * grown - size / 2;
    viewport.scrollTo(scrolled(scrollLeft, clientWidth), scrolled(scrollTop, clientHeight));
  }

  /** The whole width, or the first achievements where nothing could be read then. */
  function showAll() {
    zoom(Math.min(1, viewport.clientWidth / width));
    const goal = svg.querySelector(".earn") ?? nodes[0];
    if (viewport.clientWidth / width < LEAST_READABLE && goal !== undefined) show([goal]);
  }

  /** Shows all of these nodes, or the first where they are too far apart to be read. */
  function show(shown) {
    const places = shown.map((node) => node.transform.baseVal.getItem(0).matrix);
    const box = shown[0].querySelector("rect").getBBox();
    const left = Math.min(...places.map(({ e }) => e));
    const top = Math.min(...places.map(({ f }) => f));
    const right = Math.max(...places.map(({ e }) => e)) + box.width;
    const bottom = Math.max(...places.map(({ f }) => f)) + box.height;
    const most = Number.parseFloat(getComputedStyle(viewport).maxHeight);
    const fitting = Math.min(viewport.clientWidth / (right - left + 40), most / (bottom - top + 40));
    if (fitting < LEAST_READABLE && shown.length > 1) return show([shown[0]]);
    zoom(Math.min(1, fitting));
    const { clientWidth, clientHeight } = viewport;
    viewport.scrollTo(((left + right) * scale - clientWidth) / 2, ((top + bottom) * scale - clientHeight) / 2);
  }

  /** The nodes themselves, and all that edges in one direction lead to. */
  function reachedFrom(starts, side) {
    const reached = new Set(starts);
    for (const node of reached) for (const next of side.get(node)) reached.add(next);
    return reached;
  }

  /** Dims all but these nodes, and what leads to them or away from them; nothing without any. */
  function dim(starts) {
    const near = new Set(neighbors.flatMap((side) => [...reachedFrom(starts, side)]));
    svg.classList.toggle("lit", starts.length > 0);
    for (const node of nodes) node.classList.toggle("near", near.has(node));
    for (const { element, ends } of edges) element.classList.toggle("near", near.has(ends[0]) && near.has(ends[1]));
  }

  function light(starts) {
    lit = starts;
    dim(starts);
  }

  for (const event of ["pointerover", "focusin"])
    svg.addEventListener(event, ({ target }) => {
      const node = target.closest(".node");
      dim(node === null ? lit : [node]);
    });
  for (const event of ["pointerleave", "focusout"]) svg.addEventListener(event, () => dim(lit));
  for (const button of frame.querySelectorAll("[data-zoom]"))
    button.addEventListener("click", () =>
      button.dataset.zoom === "fit" ? showAll() : zoom(scale * button.dataset.zoom),
    );
  frame.querySelector(".zoom").hidden = false;
  showAll();
  return { nodes, showAll, show, light };
});
