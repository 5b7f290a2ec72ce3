import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import { instantsOf, leastOf, never, reasonOf, type KindRun, type Member, type Scene } from '../scene.ts';

interface Arrival {
  member: Member;
  zone: number;
  atUtcMs: number;
  sinceKnownMs: number;
}

/** Who is there in the first minute was there before. */
const settlesMs = 60_000;

/** Somebody comes into view or into a zone. */
export function appearing(condition: TrackConditionOf<'appearing'>, scene: Scene): KindRun {
  const { episodes, known } = scene;
  const minStayMs = condition.minStayS * 1000;
  const instants = instantsOf(episodes);
  const arrivals = new Map<string, Arrival>();
  const lastLeft = new Map<string, number>();
  const keyOf = (member: Member, zone: number): string => `${zone}:${member.subject.id}`;
  const dueOf = ({ sinceKnownMs }: Arrival): number => known.utcMs(sinceKnownMs + minStayMs);
  const wasThere = (member: Member, zone: number, atUtcMs: number): boolean => {
    const startedInside = member.zones[zone]?.startedInside === true;
    if (startedInside && (!condition.countsPresent || member.subject.isResting)) return true;
    if (startedInside && atUtcMs - scene.startUtcMs() < settlesMs) return true;
    return atUtcMs - (lastLeft.get(keyOf(member, zone)) ?? -never) < condition.reappearS * 1000;
  };
  return {
    entered(member, zone, atUtcMs) {
      if (!wasThere(member, zone, atUtcMs))
        arrivals.set(keyOf(member, zone), { member, zone, atUtcMs, sinceKnownMs: known.of(atUtcMs) });
    },
    left(member, zone, { utcMs }) {
      arrivals.delete(keyOf(member, zone));
      lastLeft.set(keyOf(member, zone), utcMs);
    },
    gone(member) {
      for (const zone of member.zones.keys()) lastLeft.delete(keyOf(member, zone));
    },
    dueUtcMs: () => Math.min(instants.dueUtcMs(), leastOf(arrivals.values(), dueOf)),
    fallDue(atUtcMs) {
      for (const [key, arrival] of arrivals) {
        if (dueOf(arrival) > atUtcMs) continue;
        arrivals.delete(key);
        const placeId = scene.zoneIds[arrival.zone] ?? null;
        const why = [reasonOf(arrival.member, { what: 'appeared', value: arrival.zone, limit: null, placeId })];
        instants.tell(key, { atUtcMs: arrival.atUtcMs, why, subjectIds: [arrival.member.subject.id] });
      }
      instants.fallDue(atUtcMs);
    },
  };
}
