import { confusedKey, plateKey } from './plate-key.ts';

/** A vehicle that is known, with its plate as it is compared (`plateKey`). */
export interface KnownPlate {
  vehicleId: string;
  key: string;
}

/** Which vehicle a plate was taken for. `score`: how sure, 0-1: that of the reading, less for each sign that was taken for another. */
export interface PlateMatch {
  vehicleId: string;
  score: number;
}

/**
 * Whose a plate is that was read: of the vehicle that has it, or else of the only one whose plate differs in confusable signs alone. Of two
 * that may be meant it is neither.
 */
export function vehicleAmong(read: { text: string; score: number }, known: readonly KnownPlate[]): PlateMatch | null {
  const key = plateKey(read.text);
  const same = known.find((one) => one.key === key);
  if (same !== undefined) return { vehicleId: same.vehicleId, score: read.score };
  const confused = confusedKey(key);
  const [alike, another] = known.filter((one) => confusedKey(one.key) === confused);
  if (key === '' || alike === undefined || another !== undefined) return null;
  const signs = Array.from(key);
  const kept = Array.from(alike.key).filter((sign, at) => sign === signs[at]).length;
  return { vehicleId: alike.vehicleId, score: (read.score * kept) / signs.length };
}
