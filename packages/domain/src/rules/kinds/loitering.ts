import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import type { Reason } from '../alert-effects.ts';
import { leastOf, never, timeReason, type KindRun, type Member, type Scene } from '../scene.ts';
import { loiteringSum } from './loitering-sum.ts';

interface Stay {
  member: Member;
  zone: number;
  /** Known time at which it entered. */
  sinceKnownMs: number;
  sinceUtcMs: number;
  /** Known time at which it left; null while inside. */
  leftKnownMs: number | null;
  isTold: boolean;
}

const keyOf = ({ member, zone }: { member: Member; zone: number }): string => `${zone}:${member.subject.id}`;

/** Somebody stays in a zone longer than allowed, in one visit or in several. */
export const loitering = (condition: TrackConditionOf<'loitering'>, scene: Scene): KindRun =>
  condition.counts === 'sum' ? loiteringSum(condition, scene) : loiteringOnce(condition, scene);

/** In one visit: told at the limit, over when it has left. */
function loiteringOnce(condition: TrackConditionOf<'loitering'>, scene: Scene): KindRun {
  const { episodes, known } = scene;
  const [limitMs, mayLeaveMs] = [condition.limitS * 1000, condition.mayLeaveS * 1000];
  const stays = new Map<string, Stay>();
  const dueOf = ({ leftKnownMs, sinceKnownMs, isTold }: Stay): number => {
    if (leftKnownMs !== null) return known.utcMs(leftKnownMs + mayLeaveMs);
    return isTold ? never : known.utcMs(sinceKnownMs + limitMs);
  };
  const reasonOfStay = ({ member, zone }: Stay): Reason =>
    timeReason(member, 'stayS', { limitS: condition.limitS, placeId: scene.zoneIds[zone] ?? null });
  const fallShort = (stay: Stay, leftKnownMs: number): void =>
    episodes.fellShort({ ms: leftKnownMs - stay.sinceKnownMs, limitMs }, known.utcMs(leftKnownMs), reasonOfStay(stay));
  const tell = (stay: Stay, atUtcMs: number): void => {
    stay.isTold = true;
    const why = reasonOfStay(stay);
    const met = { key: keyOf(stay), sinceUtcMs: stay.sinceUtcMs, why: [why], subjectIds: [stay.member.subject.id] };
    episodes.begin(met, atUtcMs);
  };
  return {
    entered(member, zone, atUtcMs) {
      const key = keyOf({ member, zone });
      const open = stays.get(key);
      const since = { sinceKnownMs: known.of(atUtcMs), sinceUtcMs: atUtcMs };
      if (open !== undefined) open.leftKnownMs = null;
      else stays.set(key, { member, zone, ...since, leftKnownMs: null, isTold: false });
    },
    left(member, zone, { utcMs }) {
      const stay = stays.get(keyOf({ member, zone }));
      if (stay !== undefined) stay.leftKnownMs = known.of(utcMs);
    },
    dueUtcMs: () => leastOf(stays.values(), dueOf),
    fallDue(atUtcMs) {
      for (const [key, stay] of stays) {
        if (dueOf(stay) > atUtcMs) continue;
        if (stay.leftKnownMs === null) tell(stay, atUtcMs);
        else {
          stays.delete(key);
          if (!stay.isTold) fallShort(stay, stay.leftKnownMs);
          episodes.end(key, known.utcMs(stay.leftKnownMs));
        }
      }
    },
  };
}
