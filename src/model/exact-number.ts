/**
 * Numbers that a double cannot carry as they are written: ids of 20 digits, `1e400`, `-0`, `1.0`. They keep their text,
 * so that what nobody changes is sent as it was read. All other numbers are plain ones.
 */

/** A JSON number by its text, which is never the one that a double would print. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    Object.freeze(this);
  }

  toString(): string {
    return this.text;
  }

  /** `JSON.stringify` has no way to print such a number: it becomes a text. `jsonText` prints it. */
  toJSON(): string {
    return this.text;
  }
}

/** The number that JSON text of one says. */
export function numberOf(text: string): number | ExactNumber {
  const double = Number(text);
  return String(double) === text ? double : new ExactNumber(text);
}

/** Whether two numbers have the same value, digit by digit. */
export function isSameNumber(a: number | ExactNumber, b: number | ExactNumber): boolean {
  return compareNumbers(a, b) === 0;
}

/** Below zero, zero or above it, as for sorting. Exact for numbers of any size. */
export function compareNumbers(a: number | ExactNumber, b: number | ExactNumber): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [x, y] = [decimalOf(a), decimalOf(b)];
  if (x.sign !== y.sign) return x.sign - y.sign;
  const byPlace = x.place === y.place ? 0 : x.place < y.place ? -1 : 1;
  const byDigits = x.digits === y.digits ? 0 : x.digits < y.digits ? -1 : 1;
  return x.sign * (byPlace || byDigits);
}

/** The number in the one form that all numbers of its value have. */
export function canonicalNumber(number: ExactNumber): number | ExactNumber {
  const double = Number(number.text);
  if (Number.isFinite(double) && isSameNumber(number, double)) return double + 0;
  const { sign, digits, place } = decimalOf(number);
  return new ExactNumber(`${sign < 0 ? "-" : ""}${digits}e${place - BigInt(digits.length)}`);
}

/** The whole number that the value is; undefined when it has a fraction, or more digits than any whole number needs. */
export function wholeNumber(number: number | ExactNumber): bigint | undefined {
  const { sign, digits, place } = decimalOf(number);
  const zeros = place - BigInt(digits.length);
  return zeros < 0n || place > 100n ? undefined : BigInt(sign) * BigInt(digits + "0".repeat(Number(zeros)));
}

/** `0.digits` times ten to the power of `place`; the digits neither begin nor end with a zero. */
interface Decimal {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  readonly place: bigint;
}

function decimalOf(number: number | ExactNumber): Decimal {
  const [, minus, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(String(number)) ?? [];
  const all = whole + fraction;
  const digits = all.replace(/^0+/, "");
  if (digits === "") return { sign: 0, digits: "0", place: 1n };
  const place = BigInt(exponent.replace("+", "")) + BigInt(whole.length - (all.length - digits.length));
  return { sign: minus === "-" ? -1 : 1, digits: withoutEndingZeros(digits), place };
}

/** Without a pattern: one for zeros at the end takes quadratic time on digits with many zeros between them. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}
