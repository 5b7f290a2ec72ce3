import type { UniformJudge } from '@sightline/contracts/uniforms/uniform-judge';

/** Looks that somebody marked. `background`: looks of others that nobody marked, which only say what else there is. */
export interface MarkedLooks {
  same: readonly Int8Array[];
  other: readonly Int8Array[];
  background: readonly Int8Array[];
}

const training = { steps: 400, rate: 4, smoothing: 0.002 };
/** A look of the background that is so like the uniform may be the uniform: it says nothing. */
const unsureFrom = 0.8;
const backgroundWeight = 0.6;
/** How much further out than the outermost example a look may lie. */
const slack = 0.1;
const lowestFloor = 0.55;

const unitOf = (vector: ArrayLike<number>): Float64Array => {
  const unit = Float64Array.from(vector);
  const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? unit : unit.map((value) => value / length);
};

const product = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};

function centreOf(units: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(units[0]?.length ?? 0);
  for (const unit of units) for (const [at, value] of unit.entries()) sum[at] = (sum[at] ?? 0) + value;
  return unitOf(sum);
}

interface Weighted {
  unit: Float64Array;
  isSame: boolean;
  weight: number;
}

/** Each side counts the same, however many there are of it. */
function weighted(same: readonly Float64Array[], other: readonly Float64Array[], rest: readonly Float64Array[]) {
  const share = (units: readonly Float64Array[], isSame: boolean, whole: number): Weighted[] =>
    units.map((unit) => ({ unit, isSame, weight: whole / units.length }));
  const left = other.length === 0 || rest.length === 0 ? 1 : 1 - backgroundWeight;
  return [
    ...share(same, true, 1),
    ...share(other, false, rest.length === 0 ? 1 : left),
    ...share(rest, false, 1 - (other.length === 0 ? 0 : left)),
  ];
}

/** Learns from marked looks, which are appearance vectors of one model (int8, unit length times 127); the same looks make the same judge. At least one is the same. */
export function trainJudge(looks: MarkedLooks): UniformJudge {
  const [same, other] = [looks.same.map(unitOf), looks.other.map(unitOf)];
  const centre = centreOf(same);
  const outermost = Math.min(...same.map((unit) => product(unit, centre)));
  const rest = looks.background.map(unitOf).filter((unit) => product(unit, centre) < unsureFrom);
  const examples = weighted(same, other, rest);
  const weights = new Float64Array(centre.length);
  let bias = 0;
  for (let step = 0; step < training.steps; step += 1) {
    const slope = weights.map((value) => value * training.smoothing);
    let slopeOfBias = 0;
    for (const { unit, isSame, weight } of examples) {
      const wrong = (sigmoid(product(weights, unit) + bias) - (isSame ? 1 : 0)) * weight;
      for (let at = 0; at < unit.length; at += 1) slope[at] = (slope[at] ?? 0) + wrong * (unit[at] ?? 0);
      slopeOfBias += wrong;
    }
    for (let at = 0; at < weights.length; at += 1) weights[at] = (weights[at] ?? 0) - training.rate * (slope[at] ?? 0);
    bias -= training.rate * slopeOfBias;
  }
  return {
    centre: rounded(centre),
    floor: Math.max(lowestFloor, outermost - slack),
    weights: rounded(weights),
    bias: round(bias),
  };
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
const round = (value: number): number => Math.round(value * 1e5) / 1e5;
const rounded = (values: Float64Array): number[] => Array.from(values, round);

/** How sure the judge is that it is the uniform, 0-1; null where it says that it is not. Looks of another length are never it. */
export function judgeLook(judge: UniformJudge, look: Int8Array): number | null {
  if (look.length !== judge.weights.length) return null;
  const unit = unitOf(look);
  if (product(unit, judge.centre) < judge.floor) return null;
  const score = sigmoid(product(unit, judge.weights) + judge.bias);
  return score >= 0.5 ? score : null;
}
