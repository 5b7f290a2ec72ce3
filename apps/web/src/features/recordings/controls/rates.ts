/** Speeds of playback. */
export const rates = [0.25, 0.5, 1, 2, 4, 8, 16] as const;

/** The next faster speed; the fastest stays. */
export const faster = (rate: number): number => rates.find((each) => each > rate) ?? rate;

/** `¼×`, `½×`, `2×` */
export const rateLabel = (rate: number): string => `${rate === 0.25 ? '¼' : rate === 0.5 ? '½' : rate}×`;
