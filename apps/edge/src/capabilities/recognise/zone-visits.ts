import type { DefinedZone } from '@sightline/contracts/cameras/camera-analysis';
import type { EventSeverity } from '@sightline/contracts/events/event';
import type { Point } from './box-geometry.ts';

export interface ZoneVisit {
  zoneId: string;
  enteredAtUtcMs: number;
  leftAtUtcMs: number | null;
}

/** Where one track stands with one zone: since when it seems to be on the other side of the border. */
export interface ZoneState {
  visits: ZoneVisit[];
  /** By zone id. */
  doubts: Map<string, number>;
}

/** Inside counts after this long, outside after this long: who walks along a border does not enter every second. */
const hysteresis = { enterMs: 350, leaveMs: 1200 };
const maxVisits = 50;

export const startZones = (): ZoneState => ({ visits: [], doubts: new Map() });

/** Whether a point is inside of a polygon, by the crossings of a ray. */
export function isInside(point: Point, corners: readonly Point[]): boolean {
  let inside = false;
  for (let index = 0, previous = corners.length - 1; index < corners.length; previous = index, index += 1) {
    const a = corners[index];
    const b = corners[previous];
    if (!a || !b) continue;
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x)
      inside = !inside;
  }
  return inside;
}

/** Takes note of where a thing stands now. A change holds once it has lasted; its time is that of its first sight. */
export function visitZones(state: ZoneState, zones: readonly DefinedZone[], at: { foot: Point; utcMs: number }): void {
  // The lowest row of the picture belongs to the zones that reach it.
  const foot = { x: Math.min(at.foot.x, 0.9995), y: Math.min(at.foot.y, 0.9995) };
  // A zone that is no more holds nobody.
  for (const visit of state.visits)
    if (!zones.some((zone) => zone.id === visit.zoneId)) visit.leftAtUtcMs ??= Math.max(visit.enteredAtUtcMs, at.utcMs);
  for (const zone of zones) {
    const open = state.visits.find((visit) => visit.zoneId === zone.id && visit.leftAtUtcMs === null);
    const isIn = isInside(foot, zone.points);
    if (isIn === (open !== undefined)) {
      state.doubts.delete(zone.id);
      continue;
    }
    const since = state.doubts.get(zone.id) ?? at.utcMs;
    state.doubts.set(zone.id, since);
    if (at.utcMs - since < (isIn ? hysteresis.enterMs : hysteresis.leaveMs)) continue;
    state.doubts.delete(zone.id);
    if (open) open.leftAtUtcMs = since;
    else if (state.visits.length < maxVisits)
      state.visits.push({ zoneId: zone.id, enteredAtUtcMs: since, leftAtUtcMs: null });
  }
}

/** The thing is gone, and with it out of every zone. */
export function leaveZones(state: ZoneState, utcMs: number): void {
  for (const visit of state.visits) visit.leftAtUtcMs ??= Math.max(visit.enteredAtUtcMs, utcMs);
}

const ranks: Record<EventSeverity, number> = { info: 0, warning: 1, critical: 2 };

/** The highest severity of the zones that were entered. */
export function severityOf(state: ZoneState, zones: readonly DefinedZone[]): EventSeverity {
  let highest: EventSeverity = 'info';
  for (const visit of state.visits) {
    const severity = zones.find((zone) => zone.id === visit.zoneId)?.severity ?? 'info';
    if (ranks[severity] > ranks[highest]) highest = severity;
  }
  return highest;
}
