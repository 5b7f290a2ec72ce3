/** What coded pictures of a still scene usually weigh, by their place after the keyframe. */
export interface UsualSizes {
  /** How far a size lies above (or below) the usual, in its usual spread. 0 while nothing is known. */
  distance(place: number, bytes: number): number;
  /** Learns from a picture of a still scene. */
  learn(place: number, bytes: number): void;
  /** Bytes of a picture well after the keyframe. */
  steadyBytes(): number;
}

/** The pictures right after a keyframe have sizes of their own; the later ones are alike. */
export const places = 8;
/** Steps by which medians move, in natural logarithms of bytes; larger at first. */
const step = 0.04;
const firstStep = 0.16;
const firstCount = 20;
const minSpread = 0.12;

/** Medians, so that what moved unnoticed now and then shifts nothing. */
export function createUsualSizes(): UsualSizes {
  const usual = Array.from({ length: places }, () => ({ median: 0, spread: 0.5, count: 0 }));
  return {
    distance(place, bytes) {
      const { median, spread, count } = usual[place]!;
      return count === 0 ? 0 : (logOf(bytes) - median) / unitOf(spread);
    },
    learn(place, bytes) {
      const known = usual[place]!;
      const log = logOf(bytes);
      if (known.count++ === 0) known.median = log;
      const pace = known.count < firstCount ? firstStep : step;
      const away = Math.abs(log - known.median);
      known.median += Math.sign(log - known.median) * Math.min(pace, away);
      known.spread += Math.sign(away - known.spread) * Math.min(pace, Math.abs(away - known.spread));
    },
    steadyBytes: () => Math.exp(usual[places - 1]!.median),
  };
}

const unitOf = (spread: number): number => Math.max(spread * 1.5, minSpread);

/** The smallest pictures are mostly headers: their differences are made to count less. */
const logOf = (bytes: number): number => Math.log(bytes + 16);
