/**
 * What was measured, as values: something beside what it is compared with, mostly laurel beside its
 * floor, and what it may take at most.
 *
 * @typedef {object} Figure
 * @property {string} name
 * @property {import("./measure.js").Timing} floor
 * @property {import("./measure.js").Timing} measured
 * @property {number} ratio median over the pairs of all rounds, or of the medians where there are
 * no pairs
 * @property {number} [most] ratio
 * @property {number} [least] the requests that have to be made, and no more
 * @property {number} [mostMemory] bytes
 * @property {number} [size] resources, for the growth
 *
 * @typedef {object} Section
 * @property {string} name
 * @property {string} title
 * @property {string} floor what the floor does, as a phrase
 * @property {readonly string[]} [heads] what is compared with what, if it is not laurel with a
 * floor
 * @property {readonly Figure[]} figures
 * @property {readonly string[]} failures sentences about targets that were missed
 */
import { medianOf } from "./measure.js";

/**
 * @param {string} name
 * @param {import("./measure.js").Timing} floor
 * @param {import("./measure.js").Timing} measured
 * @param {Pick<Figure, "most" | "least" | "mostMemory">} [targets]
 * @returns {Figure}
 */
export function figure(name, floor, measured, targets = {}) {
  const isPaired = floor.times.length === measured.times.length;
  const ratio = isPaired
    ? medianOf(measured.times.map((time, round) => time / floor.times[round]))
    : measured.median / floor.median;
  return { name, floor, measured, ratio, ...targets };
}

/**
 * A time counts as missed when both the median and the fastest run are above the target: on a busy
 * machine, one of them may be by chance. Requests are exact.
 *
 * @param {Omit<Section, "failures">} section
 * @returns {Section}
 */
export function section({ figures, ...rest }) {
  const failures = figures.flatMap(({ name, floor, measured, ratio, most, least, mostMemory }) => {
    if (measured.isStopped === true) {
      return [
        `${rest.name}: ${name} does not end within ${measured.fastest / 1000} s, after which it is stopped`,
      ];
    }
    const found = [];
    const surely = Math.min(ratio, measured.fastest / floor.fastest);
    if (surely > (most ?? Number.POSITIVE_INFINITY)) {
      found.push(
        `${rest.name}: ${name} takes ${surely.toFixed(2)} times as long as its floor; at most ${most} is wanted`,
      );
    }
    if (least !== undefined && measured.requests !== least) {
      found.push(
        `${rest.name}: ${name} makes ${measured.requests} requests; the least possible are ${least}`,
      );
    }
    if (measured.memory !== undefined && mostMemory !== undefined && measured.memory > mostMemory) {
      found.push(
        `${rest.name}: ${name} takes ${megabytes(measured.memory)}; at most ${megabytes(mostMemory)} is wanted`,
      );
    }
    return found;
  });
  return { ...rest, figures, failures };
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}
