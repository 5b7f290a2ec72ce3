import type { Box, Event } from '@sightline/contracts/events/event';
import type { TextLine } from '../models/inference.ts';
import { shareWithin } from './box-geometry.ts';

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
const rule = { leastAspect: 1.8, mostAspect: 7.5, leastScore: 0.8, faintScore: 0.6 };

/** Letters that readers take for one another; texts are compared after folding, never shown so. */
const folds: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', B: '8', S: '5', Z: '2', G: '6' };

/** A text as it is compared. */
export const foldPlate = (text: string): string => [...text].map((sign) => folds[sign] ?? sign).join('');

const cleaned = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A number plate among the lines of text on a vehicle, or null: words on doors and fleet numbers are not plates. */
export function plateAmong(lines: readonly TextLine[], vehicle: Box, picture: { width: number; height: number }): PlateReading | null {
  const lower: Box = { ...vehicle, y: vehicle.y + vehicle.height / 3, height: (vehicle.height * 2) / 3 };
  const fitting = lines.flatMap((line) => {
    const text = cleaned(line.text);
    const aspect = (line.box.width * picture.width) / Math.max(1, line.box.height * picture.height);
    const isShaped = aspect >= rule.leastAspect && aspect <= rule.mostAspect;
    const isPlaced = shareWithin(line.box, lower) > 0.5;
    const isText = text.length >= 4 && text.length <= 9 && /\d/.test(text);
    return isShaped && isPlaced && isText && line.score >= rule.faintScore ? [{ text, score: line.score, box: line.box }] : [];
  });
  return fitting.toSorted((a, b) => b.score * Math.sqrt(b.text.length) - a.score * Math.sqrt(a.text.length))[0] ?? null;
}

/** At most as many readings are kept; a plate that is read as often is known. */
const mostReadings = 40;

export function votePlate(votes: PlateVotes, reading: PlateReading): void {
  votes.readings.push(reading);
  if (votes.readings.length > mostReadings) votes.readings.shift();
}

/** Weight of a reading: a clear one counts for several faint ones. */
const weightOf = (reading: PlateReading): number => reading.score ** 4;

/** The text with most weight, among texts that fold to the same; null while no reading was clear. */
export function plateOf(votes: PlateVotes): Event['plate'] {
  const groups = Map.groupBy(votes.readings, (reading) => foldPlate(reading.text));
  const sum = (readings: readonly PlateReading[]): number => readings.reduce((total, reading) => total + weightOf(reading), 0);
  const best = [...groups.values()].toSorted((a, b) => sum(b) - sum(a))[0];
  if (!best) return null;
  const score = Math.max(...best.map((reading) => reading.score));
  if (score < rule.leastScore) return null;
  const spellings = Map.groupBy(best, (reading) => reading.text);
  const spelling = [...spellings].toSorted(([, a], [, b]) => sum(b) - sum(a))[0];
  return spelling ? { text: spelling[0], score: Math.min(1, score), reads: best.length } : null;
}

/** Whether further reading would change nothing. */
export function isPlateSettled(votes: PlateVotes): boolean {
  const plate = plateOf(votes);
  return plate !== null && plate.reads >= 4 && plate.reads >= 0.7 * votes.readings.length;
}
