/**
 * Dates of HTTP headers. In: a text in one of the three formats of RFC 9110, section 5.6.7. Out:
 * milliseconds since 1970.
 */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const TIME = "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})";

const FORMATS: readonly RegExp[] = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(`^[a-z]{3}, (?<day>\\d{2}) (?<month>[a-z]{3}) (?<year>\\d{4}) ${TIME} GMT$`, "i"),
  // Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(`^[a-z]{6,9}, (?<day>\\d{2})-(?<month>[a-z]{3})-(?<year>\\d{2}) ${TIME} GMT$`, "i"),
  // Sun Nov  6 08:49:37 1994
  new RegExp(`^[a-z]{3} (?<month>[a-z]{3}) (?<day>[\\d ]\\d) ${TIME} (?<year>\\d{4})$`, "i"),
];

/** Undefined for anything else. `now` decides the century of a year with two digits. */
export function httpDate(text: string, now = Date.UTC(2030)): number | undefined {
  for (const format of FORMATS) {
    const parts = format.exec(text)?.groups;
    if (parts !== undefined) return momentOf(parts, now);
  }
  return undefined;
}

function momentOf(parts: Readonly<Record<string, string>>, now: number): number | undefined {
  const number = (name: string): number => Number(parts[name]);
  const year = parts.year?.length === 2 ? wholeYear(number("year"), now) : number("year");
  const month = MONTHS.indexOf(parts.month?.toLowerCase() ?? "");
  const day = new Date(0);
  day.setUTCFullYear(year, month, number("day"));
  const isDay = month >= 0 && day.getUTCMonth() === month && day.getUTCDate() === number("day");
  // A leap second has the number 60.
  const isTime = number("hour") < 24 && number("minute") < 60 && number("second") <= 60;
  return isDay && isTime
    ? day.setUTCHours(number("hour"), number("minute"), number("second"))
    : undefined;
}

/** A year that seems to be more than 50 years ahead is the last past one with these digits. */
function wholeYear(digits: number, now: number): number {
  const present = new Date(now).getUTCFullYear();
  const year = present - (present % 100) + digits;
  return year > present + 50 ? year - 100 : year;
}
