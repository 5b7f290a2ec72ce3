import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import type { Crossing } from '../line-watch.ts';
import { instantsOf, reasonOf, type KindRun, type Member, type Scene } from '../scene.ts';

interface Walk extends Crossing {
  member: Member;
}

/** Whoever was seen so often before the line is no track that broke on it. */
const minLooksBefore = 3;

const wereSeenTogether = (first: Member, second: Member, crossedAtUtcMs: number): boolean =>
  second.firstUtcMs < crossedAtUtcMs && first.lastUtcMs >= second.firstUtcMs;

/** Several different subjects cross a line in one direction within seconds. */
export function tailgating(condition: TrackConditionOf<'tailgating'>, { episodes }: Scene): KindRun {
  const { line, direction, count } = condition;
  const withinMs = condition.withinS * 1000;
  const instants = instantsOf(episodes);
  let walks: Walk[] = [];
  return {
    crossed(member, crossing) {
      if (direction !== 'any' && direction !== crossing.to) return;
      walks = walks.filter(({ atUtcMs }) => crossing.atUtcMs - atUtcMs <= withinMs);
      const ahead = walks.filter((walk) => walk.to === crossing.to && walk.member.subject !== member.subject);
      const isOther = ahead.every((walk) => wereSeenTogether(walk.member, member, crossing.atUtcMs));
      walks.push({ ...crossing, member });
      if (ahead.length + 1 < count || member.looks < minLooksBefore || !isOther) return;
      const first = Math.min(...ahead.map(({ atUtcMs }) => atUtcMs));
      const reason = reasonOf(member, {
        what: 'followedWithinS',
        value: (crossing.atUtcMs - first) / 1000,
        limit: condition.withinS,
        placeId: line.id,
      });
      const subjectIds = [...ahead.map((walk) => walk.member.subject.id), member.subject.id];
      instants.tell(line.id, { atUtcMs: crossing.atUtcMs, why: [reason], subjectIds });
    },
    dueUtcMs: instants.dueUtcMs,
    fallDue: instants.fallDue,
  };
}
