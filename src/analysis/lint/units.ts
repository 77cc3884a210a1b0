/** Units of measure in texts for players, with what a count in another unit of the same quantity would be. */

export interface Unit {
  readonly quantity: "time" | "length" | "mass" | "volume" | "speed" | "share";
  /** In the base unit of the quantity: seconds, metres, grams, litres, metres per second, hundredths. */
  readonly size: number;
}

type Sizes = readonly (readonly [words: string, size: number])[];

const TABLE: Readonly<Record<Unit["quantity"], Sizes>> = {
  time: [
    ["ms millisecond milliseconds msec", 0.001],
    ["s sec secs second seconds sekunde sekunden seconde secondes segundo segundos", 1],
    ["m min mins minute minutes minuten minuto minutos", 60],
    ["h hr hrs hour hours stunde stunden heure heures hora horas", 3600],
    ["d day days tag tage tagen jour jours día días", 86_400],
    ["week weeks woche wochen semaine semaines semana semanas", 604_800],
    // A month has 28 to 31 days.
    ["month months monat monate mois", 28 * 86_400],
    ["month months monat monate mois", 29 * 86_400],
    ["month months monat monate mois", 30 * 86_400],
    ["month months monat monate mois", 31 * 86_400],
    ["year years jahr jahre", 365 * 86_400],
  ],
  length: [
    ["mm millimetre millimetres millimeter millimeters", 0.001],
    ["cm centimetre centimetres centimeter centimeters", 0.01],
    ["m metre metres meter meters mètre mètres metro metros", 1],
    ["km kms kilometre kilometres kilometer kilometers kilómetros", 1000],
    ["inch inches", 0.0254],
    ["ft foot feet", 0.3048],
    ["yd yard yards", 0.9144],
    ["mi mile miles", 1609.344],
  ],
  mass: [
    ["mg", 0.001],
    ["g gram grams gramme grammes", 1],
    ["kg kgs kilo kilos kilogram kilograms", 1000],
    ["t ton tons tonne tonnes", 1_000_000],
    ["oz ounce ounces", 28.3495],
    ["lb lbs pound pounds", 453.592],
  ],
  volume: [
    ["ml", 0.001],
    ["cl", 0.01],
    ["l litre litres liter liters", 1],
    ["gallon gallons", 3.78541],
  ],
  speed: [
    ["cm/s", 0.01],
    ["m/s mps", 1],
    ["km/h kph kmh", 1 / 3.6],
    ["mph", 0.44704],
  ],
  share: [
    ["fraction", 100],
    ["% percent per-cent prozent", 1],
    ["permille", 0.1],
    ["basis-point", 0.01],
  ],
};

/** Units by their words; some words, such as "m", are several. */
export const UNITS: ReadonlyMap<string, readonly Unit[]> = unitsByWord();

function unitsByWord(): ReadonlyMap<string, readonly Unit[]> {
  const found = new Map<string, Unit[]>();
  for (const [quantity, sizes] of Object.entries(TABLE) as readonly [Unit["quantity"], Sizes][]) {
    for (const [words, size] of sizes) {
      for (const word of words.split(" ")) found.set(word, [...(found.get(word) ?? []), { quantity, size }]);
    }
  }
  return found;
}

/** What the number would be in each unit of the same quantity, the own one included: 10 hours are 600 minutes. */
export function conversions(value: number, { quantity, size }: Unit): readonly number[] {
  return TABLE[quantity].map(([, other]) => (value * size) / other);
}

/** How far a number may be from the converted one: games round miles, and players read them that way. */
export function toleranceOf({ quantity }: Unit): number {
  return quantity === "time" || quantity === "share" ? 0 : 0.01;
}
