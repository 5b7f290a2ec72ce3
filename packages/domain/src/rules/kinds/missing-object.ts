import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import type { Box } from '@sightline/contracts/events/event';
import { never, type KindRun, type Scene } from '../scene.ts';

/** A thing is in its place when it covers it so far. */
const minOverlap = 0.3;
const minLooks = 3;

function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function overlap(a: Box, b: Box): number {
  const shared = sharedArea(a, b);
  return shared / (a.width * a.height + b.width * b.height - shared);
}

/** Something that was in its place is gone. Time in which somebody stands before it does not count. */
export function missingObject(condition: TrackConditionOf<'missingObject'>, scene: Scene): KindRun {
  const { episodes, known } = scene;
  const { place } = condition;
  const key = 'place';
  let looksPresent = 0;
  let goneSinceUtcMs: number | null = null;
  /** Known time for which the place was seen empty, up to the last look. */
  let emptyMs = 0;
  let lastKnownMs = 0;
  let isEmptyNow = false;
  const dueKnownMs = (): number => lastKnownMs + condition.forS * 1000 - emptyMs;
  const wasThere = (): boolean => looksPresent >= minLooks;
  return {
    looked(atUtcMs, told) {
      const nowKnownMs = known.of(atUtcMs);
      if (isEmptyNow) emptyMs += nowKnownMs - lastKnownMs;
      lastKnownMs = nowKnownMs;
      const covers = told.flatMap(({ subject }) => (sharedArea(subject.last.box, place) > 0 ? [subject] : []));
      const isPresent = covers.some(
        (subject) => condition.classes.includes(subject.class) && overlap(subject.last.box, place) >= minOverlap,
      );
      isEmptyNow = covers.length === 0 && wasThere();
      if (isPresent) {
        looksPresent += 1;
        goneSinceUtcMs = null;
        emptyMs = 0;
        episodes.end(key, atUtcMs);
      } else if (isEmptyNow) goneSinceUtcMs ??= atUtcMs;
    },
    dueUtcMs: () => (isEmptyNow && !episodes.isHeld(key) ? known.utcMs(dueKnownMs()) : never),
    fallDue(atUtcMs) {
      if (!isEmptyNow || episodes.isHeld(key) || known.utcMs(dueKnownMs()) > atUtcMs) return;
      const { forS } = condition;
      const why = { what: 'missingS' as const, value: forS, limit: forS, placeId: null, class: null, score: null };
      episodes.begin({ key, sinceUtcMs: goneSinceUtcMs ?? atUtcMs, why: [why], subjectIds: [] }, atUtcMs);
    },
  };
}
