import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import { instantsOf, leastOf, reasonOf, type KindRun, type Member, type Scene } from '../scene.ts';

interface Departure {
  member: Member;
  zone: number;
  utcMs: number;
  sinceKnownMs: number;
}

/** Somebody leaves a zone, or is not seen any more within it. */
export function disappearing(condition: TrackConditionOf<'disappearing'>, scene: Scene): KindRun {
  const { episodes, known } = scene;
  const instants = instantsOf(episodes);
  const departures = new Map<string, Departure>();
  const keyOf = (member: Member, zone: number): string => `${zone}:${member.subject.id}`;
  const dueOf = ({ sinceKnownMs }: Departure): number => known.utcMs(sinceKnownMs + condition.goneS * 1000);
  const tell = ({ member, zone, utcMs }: Departure): void => {
    const placeId = scene.zoneIds[zone] ?? null;
    const why = [reasonOf(member, { what: 'disappeared', value: zone, limit: null, placeId })];
    instants.tell(keyOf(member, zone), { atUtcMs: utcMs, why, subjectIds: [member.subject.id] });
  };
  return {
    entered(member, zone) {
      departures.delete(keyOf(member, zone));
    },
    left(member, zone, { utcMs, isLost }) {
      // The picture became another one: nobody knows who left.
      if (member.subject.ended === 'cut') return;
      const departure = { member, zone, utcMs, sinceKnownMs: known.of(utcMs) };
      if (!isLost && condition.by !== 'end') tell(departure);
      if (isLost && condition.by !== 'border') departures.set(keyOf(member, zone), departure);
    },
    dueUtcMs: () => Math.min(instants.dueUtcMs(), leastOf(departures.values(), dueOf)),
    fallDue(atUtcMs) {
      for (const [key, departure] of departures) {
        if (dueOf(departure) > atUtcMs) continue;
        departures.delete(key);
        tell(departure);
      }
      instants.fallDue(atUtcMs);
    },
  };
}
