import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import { leastOf, never, timeReason, type KindRun, type Member, type Scene } from '../scene.ts';

interface Intruder {
  zone: number;
  sinceUtcMs: number;
  sinceKnownMs: number;
  isTold: boolean;
}

/** The zone must have been empty for this long. */
const closesAfterMs = 10_000;

/** Somebody is where nobody may be. */
export function trespassing(condition: TrackConditionOf<'trespassing'>, scene: Scene): KindRun {
  const { episodes, known } = scene;
  const minStayMs = condition.minStayS * 1000;
  const intruders = scene.zoneIds.map(() => new Map<Member, Intruder>());
  const emptySince = scene.zoneIds.map((): number | null => null);
  const all = (): [Member, Intruder][] => intruders.flatMap((inZone) => [...inZone]);
  const dueOf = ({ sinceKnownMs, isTold }: Intruder): number =>
    isTold ? never : known.utcMs(sinceKnownMs + minStayMs);
  const endOf = (emptyKnownMs: number | null): number =>
    emptyKnownMs === null ? never : known.utcMs(emptyKnownMs + closesAfterMs);
  const tell = (member: Member, intruder: Intruder, atUtcMs: number): void => {
    intruder.isTold = true;
    const key = String(intruder.zone);
    const placeId = scene.zoneIds[intruder.zone] ?? null;
    const reason = timeReason(member, 'stayS', { limitS: condition.minStayS, placeId });
    const more = { why: [reason], subjectIds: [member.subject.id] };
    emptySince[intruder.zone] = null;
    if (episodes.isHeld(key)) episodes.add(key, more, atUtcMs);
    else episodes.begin({ key, sinceUtcMs: intruder.sinceUtcMs, ...more }, atUtcMs);
  };
  return {
    entered(member, zone, atUtcMs) {
      if (member.zones[zone]?.startedInside === true && !condition.countsPresent) return;
      const sinceKnownMs = known.of(atUtcMs);
      intruders[zone]?.set(member, { zone, sinceUtcMs: atUtcMs, sinceKnownMs, isTold: false });
    },
    left(member, zone, { utcMs }) {
      const inZone = intruders[zone];
      const intruder = inZone?.get(member);
      if (!inZone || !intruder) return;
      inZone.delete(member);
      const isEmpty = ![...inZone.values()].some(({ isTold }) => isTold);
      if (intruder.isTold && isEmpty) emptySince[zone] = known.of(utcMs);
    },
    dueUtcMs: () =>
      Math.min(
        leastOf(emptySince, endOf),
        leastOf(intruders, (inZone) => leastOf(inZone.values(), dueOf)),
      ),
    fallDue(atUtcMs) {
      for (const [member, intruder] of all()) if (dueOf(intruder) <= atUtcMs) tell(member, intruder, atUtcMs);
      for (const [zone, sinceKnownMs] of emptySince.entries()) {
        if (sinceKnownMs === null || endOf(sinceKnownMs) > atUtcMs) continue;
        emptySince[zone] = null;
        episodes.end(String(zone), known.utcMs(sinceKnownMs));
      }
    },
  };
}
