import type { Box, Event } from '@sightline/contracts/events/event';
import { confusedKey, plateKey } from '@sightline/domain/vehicles/plate-key';
import type { TextLine } from '../../models/inference.ts';
import { shareWithin } from '../../../platform/pictures/box-overlap.ts';

/** One reading of a plate. */
export interface PlateReading {
  text: string;
  score: number;
  box: Box;
}

/** Readings of one track by what is alike after folding. */
export interface PlateVotes {
  readings: PlateReading[];
}

/** What a plate looks like, by measurement on real ones: width by height, signs, and how sure the reader must be. */
const rule = { minAspect: 1.8, maxAspect: 7.5, minScore: 0.8, faintScore: 0.6, clearScore: 0.9 };

/** A text as it is compared: letters that readers take for one another are one. It is never shown so. */
const folded = (text: string): string => confusedKey(plateKey(text));

const cleaned = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A number plate among the lines of text on a vehicle, or null: words on doors and fleet numbers are not plates. */
export function plateAmong(
  lines: readonly TextLine[],
  vehicle: Box,
  picture: { width: number; height: number },
): PlateReading | null {
  const lower: Box = { ...vehicle, y: vehicle.y + vehicle.height / 3, height: (vehicle.height * 2) / 3 };
  const fitting = lines.flatMap((line) => {
    const text = cleaned(line.text);
    const aspect = (line.box.width * picture.width) / Math.max(1, line.box.height * picture.height);
    const isShaped = aspect >= rule.minAspect && aspect <= rule.maxAspect;
    const isPlaced = shareWithin(line.box, lower) > 0.5;
    const isText = text.length >= 4 && text.length <= 9 && /\d/.test(text);
    return isShaped && isPlaced && isText && line.score >= rule.faintScore
      ? [{ text, score: line.score, box: line.box }]
      : [];
  });
  return fitting.toSorted((a, b) => b.score * Math.sqrt(b.text.length) - a.score * Math.sqrt(a.text.length))[0] ?? null;
}

/** At most as many readings are kept; a plate that is read as often is known. */
const maxReadings = 40;

export function votePlate(votes: PlateVotes, reading: PlateReading): void {
  votes.readings.push(reading);
  if (votes.readings.length > maxReadings) votes.readings.shift();
}

/** Weight of a reading: a clear one counts for several faint ones. */
const weightOf = (reading: PlateReading): number => reading.score ** 8;

const sumOf = (readings: readonly PlateReading[]): number =>
  readings.reduce((total, reading) => total + weightOf(reading), 0);

/** The readings that agree most: of the length with most weight, and alike but for one sign in four. */
function agreeing(readings: readonly PlateReading[]): PlateReading[] {
  const groups = readings.map((one) =>
    readings.filter(
      (other) => other.text.length === one.text.length && differences(one.text, other.text) * 4 <= one.text.length,
    ),
  );
  return groups.toSorted((a, b) => sumOf(b) - sumOf(a))[0] ?? [];
}

function differences(a: string, b: string): number {
  const [first, second] = [folded(a), folded(b)];
  let count = 0;
  for (let at = 0; at < first.length; at += 1) if (first[at] !== second[at]) count += 1;
  return count;
}

/** Sign by sign, the one with most weight: readers err now here, now there. */
function votedText(readings: readonly PlateReading[]): string {
  const length = readings[0]?.text.length ?? 0;
  return Array.from({ length }, (_, at) => {
    const signs = Map.groupBy(readings, (reading) => reading.text.charAt(at));
    return [...signs].toSorted(([, a], [, b]) => sumOf(b) - sumOf(a))[0]?.[0] ?? '';
  }).join('');
}

/** The text that the readings agree on; null while none was clear. `reads` counts those that say the same after folding. */
export function plateOf(votes: PlateVotes): Event['plate'] {
  const group = agreeing(votes.readings);
  const text = votedText(group);
  const same = group.filter((reading) => folded(reading.text) === folded(text));
  const score = Math.max(0, ...same.map((reading) => reading.score));
  return score < rule.minScore ? null : { text, score: Math.min(1, score), reads: same.length };
}

/** Whether further reading would change nothing: several clear readings agree. */
export function isPlateSettled(votes: PlateVotes): boolean {
  const plate = plateOf(votes);
  if (plate === null) return false;
  const clear = votes.readings.filter((reading) => reading.score >= rule.clearScore && reading.text === plate.text);
  return clear.length >= 4 && clear.length >= 0.6 * votes.readings.length;
}
