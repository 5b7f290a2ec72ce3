/** How the brightness of the whole picture changed: the camera opened or closed its iris. */
export interface BrightnessChange {
  /** Factor from black upwards. */
  gain: number;
  /** Level of black. */
  black: number;
  /** Share of a point's brightness by which the correction may be wrong. */
  uncertainty: number;
  /** So strong that small things cannot be told from it. */
  isStrong: boolean;
  /** So strong that nothing can: the light was switched, the lens covered. */
  isTotal: boolean;
}

/** Black of video in limited range. */
const black = 16;
/** Darker points say little about a factor. */
const minLevel = 40;
/** Clipped white has lost what the factor did. */
const maxLevel = 225;
/** Buckets of the histogram of factors: 0 to 3 in steps of a hundredth. */
const perUnit = 100;
const buckets = 3 * perUnit;
/** Every third point is enough for a median. */
const stride = 3;
const minVotes = 200;
const strongChange = 0.06;
const totalChange = 0.45;

/**
 * The median factor between two grids: moving things are a minority of the points, so they do not shift it. Without
 * enough points that say something the factor is 1.
 */
export function brightnessChange(before: Float32Array, now: Float32Array): BrightnessChange {
  const histogram = new Uint16Array(buckets);
  let votes = 0;
  for (let index = 0; index < before.length; index += stride) {
    const old = before[index]!;
    const fresh = now[index]!;
    if (old < minLevel || old > maxLevel || fresh > maxLevel) continue;
    const bucket = Math.round(((fresh - black) / (old - black)) * perUnit);
    if (bucket < 0 || bucket >= buckets) continue;
    histogram[bucket]!++;
    votes++;
  }
  const gain = votes < minVotes ? 1 : medianOf(histogram, votes);
  const change = Math.abs(gain - 1);
  return {
    gain,
    black,
    uncertainty: Math.min(0.2, change * 0.35),
    isStrong: change > strongChange,
    isTotal: change > totalChange,
  };
}

/** Inside its bucket the median is taken as far in as the votes say, so that a slow drift is followed without steps. */
function medianOf(histogram: Uint16Array, votes: number): number {
  const half = votes / 2;
  let sum = 0;
  for (let bucket = 0; bucket < histogram.length; bucket++) {
    const here = histogram[bucket]!;
    if (sum + here < half) {
      sum += here;
      continue;
    }
    return (bucket - 0.5 + (half - sum) / here) / perUnit;
  }
  return 1;
}
