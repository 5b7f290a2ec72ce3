import type { ContainerCondition } from '@sightline/contracts/alert-rules/recognition-conditions';
import { holdsPoint } from '../../cameras/areas.ts';
import { isContainerNumber, plainContainerNumber } from '../../events/container-number.ts';
import type { SpotsFact } from '../facts.ts';
import { instantsOf, type KindRun, type Scene } from '../scene.ts';

/** A number that was read once may be another's by chance: its last digit checks one misreading in eleven wrongly. */
const minReads = 2;
/** A container whose number was not read for so long has gone, or comes again. */
const forgetsAfterMs = 60_000;

interface Read {
  reads: number;
  knownMs: number;
  isTold: boolean;
}

/** The number of a container is read: any, or one of a list. Each is told once as long as it stays. */
export function container({ numbers, zones }: ContainerCondition, scene: Scene): KindRun {
  const instants = instantsOf(scene.episodes);
  const listed = new Set(numbers.map(plainContainerNumber));
  const read = new Map<string, Read>();
  const take = ({ text, box, score }: SpotsFact['found'][number], atUtcMs: number): void => {
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const placeId = zones.find(({ points }) => holdsPoint(points, middle))?.id ?? null;
    if (text === undefined || !isContainerNumber(text) || (zones.length > 0 && placeId === null)) return;
    if (listed.size > 0 && !listed.has(text)) return;
    const knownMs = scene.known.of(atUtcMs);
    const before = read.get(text);
    const reads = (before?.reads ?? 0) + 1;
    const isTold = before?.isTold === true;
    read.set(text, { reads, knownMs, isTold: isTold || reads >= minReads });
    if (isTold || reads < minReads) return;
    const said = { what: 'containerNumber' as const, value: text, limit: null, placeId, class: null };
    const why = [{ ...said, score: Math.round(score * 100) / 100 }];
    instants.tell(text, { atUtcMs, why, subjectIds: [] });
  };
  return {
    spotted({ task, found, atUtcMs }) {
      if (task !== 'containerText') return;
      const knownMs = scene.known.of(atUtcMs);
      for (const [text, one] of read) if (knownMs - one.knownMs > forgetsAfterMs) read.delete(text);
      for (const one of found) take(one, atUtcMs);
    },
    dueUtcMs: instants.dueUtcMs,
    fallDue: instants.fallDue,
  };
}
