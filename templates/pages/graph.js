/** The script of the page with graphs: finds resources, and shows the card of one beside the picture. */
(() => {
  const { search, tools, found, details } = Object.fromEntries(
    ["search", "tools", "found", "details"].map((id) => [id, document.getElementById(id)]),
  );
  const [close, content] = details.children;
  const boxes = globalThis.pictures.flatMap((picture) =>
    picture.nodes.map((node) => ({ picture, node, words: node.querySelector("title").textContent.toLowerCase() })),
  );
  let hits = [];

  /** Achievements come first: they are what people look for. */
  function find() {
    const words = search.value.trim().toLowerCase();
    hits = words === "" ? [] : boxes.filter((box) => box.words.includes(words));
    hits.sort((a, b) => b.node.matches(".earn") - a.node.matches(".earn"));
    for (const { node } of boxes) node.classList.remove("found");
    for (const { node } of hits) node.classList.add("found");
    for (const picture of globalThis.pictures) lightHits(picture, words);
    found.textContent = words === "" ? "" : `${hits.length} of ${boxes.length} found`;
  }

  function lightHits(picture, words) {
    const nodes = hits.filter((hit) => hit.picture === picture).map(({ node }) => node);
    picture.light(nodes);
    if (nodes.length > 0) picture.show(nodes);
    else if (words === "") picture.showAll();
  }

  /** Selects the box with this id, or none. */
  function select(id) {
    for (const { node, picture } of boxes) {
      if (node.classList.contains("selected")) picture.light([]);
      node.classList.remove("selected");
    }
    const box = boxes.find(({ node }) => node.id === id);
    details.hidden = box === undefined;
    if (box === undefined) return;
    box.node.classList.add("selected");
    box.picture.light([box.node]);
    content.replaceChildren(...document.getElementById(`${id}/card`).cloneNode(true).childNodes);
    return box;
  }

  function visit() {
    const box = select(location.hash.slice(1));
    if (box === undefined) return;
    box.picture.show([box.node]);
    box.node.closest(".picture").scrollIntoView();
  }

  function goTo(id) {
    history.replaceState(null, "", `#${id}`);
    select(id);
  }

  for (const { node } of boxes)
    node.addEventListener("click", (event) => {
      event.preventDefault();
      goTo(node.id);
    });
  close.addEventListener("click", () => goTo(""));
  search.addEventListener("input", find);
  search.addEventListener("keydown", ({ key }) => {
    if (key !== "Enter" || hits.length === 0) return;
    const index = hits.findIndex(({ node }) => node.classList.contains("selected"));
    goTo(hits[(index + 1) % hits.length].node.id);
    visit();
  });
  addEventListener("hashchange", visit);
  tools.hidden = false;
  // Until then, the browser scrolls to the box by itself.
  addEventListener("load", () => setTimeout(visit));
})();
