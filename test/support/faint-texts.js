/**
 * Run inside a page by contrast.ts: gives the texts that can hardly be read, each with its
 * contrast.
 */
(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const paint = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((each) => {
      const share = each / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /** Whether a shape lies under the middle of a text that is painted after it. */
  const isUnder = (shape, element) => {
    const { left, right, top, bottom } = shape.getBoundingClientRect();
    const text = element.getBoundingClientRect();
    const x = (text.left + text.right) / 2;
    const y = (text.top + text.bottom) / 2;
    const isEarlier =
      (shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return isEarlier && left <= x && x <= right && top <= y && y <= bottom;
  };
  /** The colours under an element, from the page upwards. */
  const grounds = (element) => {
    const under = [];
    for (let each = element; each !== null; each = each.parentElement) {
      under.unshift(getComputedStyle(each).backgroundColor);
    }
    const shapes = element.closest("svg")?.querySelectorAll("rect") ?? [];
    const fills = [...shapes]
      .filter((shape) => isUnder(shape, element))
      .map((shape) => getComputedStyle(shape).fill);
    return ["white", ...under, ...fills];
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? "";
    if (
      element === null ||
      text === "" ||
      !element.checkVisibility() ||
      element.closest("script, style, title")
    )
      continue;
    const { fill, color, fontSize, fontWeight } = getComputedStyle(element);
    const behind = grounds(element);
    const [a, b] = [
      paint([...behind, element instanceof SVGElement ? fill : color]),
      paint(behind),
    ].map(luminance);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) faint.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  return faint;
})();
