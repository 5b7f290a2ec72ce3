import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import { instantsOf, reasonOf, type KindRun, type Scene } from '../scene.ts';

/** Somebody crosses the line in the direction. */
export function lineCrossing({ line, direction }: TrackConditionOf<'lineCrossing'>, { episodes }: Scene): KindRun {
  const instants = instantsOf(episodes);
  return {
    crossed(member, { atUtcMs, to }) {
      if (direction !== 'any' && direction !== to) return;
      const reason = reasonOf(member, { what: 'crossed', value: to, limit: null, placeId: line.id });
      instants.tell(line.id, { atUtcMs, why: [reason], subjectIds: [member.subject.id] });
    },
    dueUtcMs: instants.dueUtcMs,
    fallDue: instants.fallDue,
  };
}
