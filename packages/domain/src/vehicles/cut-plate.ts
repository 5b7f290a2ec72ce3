/** A plate with confusable signs folded, and how often it was read. */
export interface ReadPlate {
  confused: string;
  count: number;
}

const shortest = 5;
const timesMore = 5;

/**
 * Whether a plate is another one that lost its first or last sign: readers do so at the edge of the picture, seldom, so
 * the whole plate was read at least five times as often. Shorter plates have too little in them to tell.
 */
export const isCutOff = (plate: ReadPlate, whole: ReadPlate): boolean =>
  plate.confused.length >= shortest &&
  whole.confused.length === plate.confused.length + 1 &&
  (whole.confused.startsWith(plate.confused) || whole.confused.endsWith(plate.confused)) &&
  whole.count >= timesMore * plate.count;
