import type { EdgeHeartbeats, HeartbeatPoint } from '@sightline/contracts/edges/edge-health';

/** A span of a chart; `isBefore`: the core was not heard yet in all that is kept, so that silence says nothing. */
export type ChartPoint = HeartbeatPoint & { isBefore: boolean };

/** Points with whether the core had been heard by then. */
export const heardPoints = ({ points, stepMs, firstHeardUtcMs }: EdgeHeartbeats): ChartPoint[] =>
  points.map((point) => ({
    ...point,
    isBefore: firstHeardUtcMs === null || point.atUtcMs + stepMs <= firstHeardUtcMs,
  }));

/** Line through what is known, in a box of one unit per value and 100 units of height; what is not known leaves a gap. */
export function chartPath(values: readonly (number | null)[], range: { least: number; most: number }): string {
  const { least, most } = range;
  const height = most > least ? most - least : 1;
  let isDrawing = false;
  const steps: string[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isDrawing = false;
      continue;
    }
    const y = (100 - ((value - least) / height) * 100).toFixed(2);
    // A value alone between gaps is still seen: as wide as its span.
    steps.push(isDrawing ? `H${String(index)}V${y}` : `M${String(index)} ${y}`, `H${String(index + 1)}`);
    isDrawing = true;
  }
  return steps.join('');
}

/** Spans in a row in which nothing was heard although it should have been: from where, and how many. */
export function silentRuns(
  points: readonly Pick<ChartPoint, 'beats' | 'isBefore'>[],
): { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = [];
  for (const [index, { beats, isBefore }] of points.entries()) {
    if (beats > 0 || isBefore) continue;
    const last = runs.at(-1);
    if (last && last.start + last.length === index) last.length += 1;
    else runs.push({ start: index, length: 1 });
  }
  return runs;
}

/** Lowest and highest of what is known; null when nothing is. */
export function boundsOf(values: readonly (number | null)[]): { least: number; most: number } | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : { least: Math.min(...known), most: Math.max(...known) };
}
