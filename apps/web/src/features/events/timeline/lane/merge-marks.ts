import type { EventClass, EventMark } from '@sightline/contracts/events/event';
import { silentMs } from '../../facts/is-in-view.ts';

/** Marks of several answers as one: each event once, in its newest revision, in order of its start. */
export function mergeMarks(answers: readonly (readonly EventMark[])[]): EventMark[] {
  const newest = new Map<string, EventMark>();
  for (const mark of answers.flat()) {
    if ((newest.get(mark.id)?.revision ?? 0) < mark.revision) newest.set(mark.id, mark);
  }
  return [...newest.values()].sort((a, b) => a.startedAtUtcMs - b.startedAtUtcMs || (a.id < b.id ? -1 : 1));
}

/** Marks of the chosen classes; none chosen means all. */
export const ofClasses = (marks: readonly EventMark[], classes: readonly EventClass[]): EventMark[] =>
  classes.length === 0 ? [...marks] : marks.filter((mark) => classes.includes(mark.class));

/** When an event ended, or how far it is known to reach: one that is open reaches to now, but not when nothing was heard of it for long. */
export const endOf = ({ endedAtUtcMs, lastSeenUtcMs }: EventMark, nowMs: number): number =>
  endedAtUtcMs ?? (nowMs - lastSeenUtcMs < silentMs ? Math.max(lastSeenUtcMs, nowMs) : lastSeenUtcMs);

/** The event to point out while `atMs` is on screen: of those that are under way, the one that began last. */
export const currentMark = <T extends Pick<EventMark, 'startedAtUtcMs' | 'endedAtUtcMs' | 'lastSeenUtcMs'>>(
  marks: readonly T[],
  atMs: number,
  leadMs = 0,
): T | undefined => {
  let found: T | undefined;
  for (const mark of marks) {
    const isUnderWay =
      mark.startedAtUtcMs - leadMs <= atMs && atMs <= (mark.endedAtUtcMs ?? mark.lastSeenUtcMs + silentMs);
    if (isUnderWay && (!found || mark.startedAtUtcMs > found.startedAtUtcMs)) found = mark;
  }
  return found;
};
