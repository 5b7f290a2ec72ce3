import type { ColourName } from '@sightline/contracts/events/event';

type Lab = readonly [number, number, number];

/** Typical colours of clothes and cars in CIE L*a*b*, several per name: the nearest decides. */
const anchors: readonly (readonly [ColourName, Lab])[] = [
  ['red', [46, 62, 42]],
  ['red', [30, 45, 28]],
  ['red', [42, 42, 20]],
  ['red', [55, 48, 24]],
  ['red', [54, 66, 14]],
  ['red', [61, 46, 11]],
  ['orange', [66, 42, 62]],
  ['orange', [58, 44, 44]],
  ['yellow', [86, -4, 72]],
  ['yellow', [74, 6, 60]],
  ['yellow', [93, -18, 50]],
  ['green', [50, -45, 40]],
  ['green', [32, -22, 18]],
  ['green', [60, -26, 12]],
  ['green', [45, -14, 30]],
  ['blue', [34, 25, -62]],
  ['blue', [48, 0, -36]],
  ['blue', [22, 10, -28]],
  ['blue', [36, -2, -18]],
  ['blue', [72, -8, -20]],
  ['blue', [62, -22, -18]],
  ['purple', [36, 42, -42]],
  ['purple', [46, 22, -24]],
  ['purple', [28, 24, -16]],
  ['pink', [75, 36, 1]],
  ['pink', [62, 58, -14]],
  ['pink', [82, 20, 6]],
  ['brown', [36, 16, 24]],
  ['brown', [24, 10, 14]],
  ['brown', [48, 16, 30]],
  ['beige', [80, 3, 18]],
  ['beige', [68, 6, 20]],
  ['beige', [58, 4, 16]],
];

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const cubeRoot = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);

/** sRGB 0-255 as CIE L*a*b* under D65. */
export function labOf(red: number, green: number, blue: number): Lab {
  const r = linear(red / 255);
  const g = linear(green / 255);
  const b = linear(blue / 255);
  const x = cubeRoot((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = cubeRoot(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = cubeRoot((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Below this distance from grey a colour has no name of its own; the darker, the less a hue can be trusted. */
const minChroma = (lightness: number): number => (lightness < 18 ? 16 : lightness < 30 ? 13 : 10);

/** Grey things and windows mirror the sky: a little blue is still grey. */
const minSkyChroma = 16;

function nameOf(red: number, green: number, blue: number): ColourName {
  const [lightness, a, b] = labOf(red, green, blue);
  if (lightness < 9) return 'black';
  const least = b < 0 && Math.abs(a) < 9 ? minSkyChroma : minChroma(lightness);
  if (Math.hypot(a, b) < least) return lightness < 27 ? 'black' : lightness > 77 ? 'white' : 'grey';
  let best: ColourName = 'grey';
  let nearest = Infinity;
  for (const [name, lab] of anchors) {
    // Light and shadow change lightness more than hue.
    const distance = ((lightness - lab[0]) * 0.6) ** 2 + (a - lab[1]) ** 2 + (b - lab[2]) ** 2;
    if (distance < nearest) [best, nearest] = [name, distance];
  }
  return best;
}

const steps = 16;
let table: ColourName[] | null = null;

/** All colours in steps of 16, reckoned once. */
function tableOfNames(): ColourName[] {
  const middle = 256 / steps / 2;
  return Array.from({ length: steps ** 3 }, (_, index) =>
    nameOf(((index >> 8) & 15) * steps + middle, ((index >> 4) & 15) * steps + middle, (index & 15) * steps + middle),
  );
}

/** The name of a colour, sRGB 0-255 each. */
export function colourNameOf(red: number, green: number, blue: number): ColourName {
  table ??= tableOfNames();
  return table[((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)] ?? 'grey';
}
