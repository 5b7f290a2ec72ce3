import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import { leastOf, never, timeReason, type KindRun, type Member, type Scene } from '../scene.ts';

interface Rest {
  sinceUtcMs: number;
  sinceKnownMs: number;
  point: PicturePoint;
  height: number;
  isTold: boolean;
}

/** So many sizes off, or larger or smaller, somebody has moved. */
const maxDrift = 0.22;

/** Somebody is there and nothing of them moves. It is no fall detector and no medical device. */
export function personalSafety(condition: TrackConditionOf<'personalSafety'>, scene: Scene): KindRun {
  const { episodes, known, members, zoneIds } = scene;
  const rests = new Map<Member, Rest>();
  const zoneOf = ({ zones }: Member): number => zones.findIndex((zone) => zone.enteredAtUtcMs !== null);
  const isAlone = (member: Member): boolean =>
    ![...members.values()].some((other) => other !== member && zoneOf(other) === zoneOf(member));
  const dueOf = ({ sinceKnownMs, isTold }: Rest): number =>
    isTold ? never : known.utcMs(sinceKnownMs + condition.stillS * 1000);
  const stir = (member: Member, atUtcMs: number): void => {
    rests.delete(member);
    episodes.end(member.subject.id, atUtcMs);
  };
  return {
    seen(member, { atUtcMs, box, movedShare }) {
      const { point } = member;
      if (point === null || zoneOf(member) === -1) return stir(member, atUtcMs);
      const rest = rests.get(member);
      const isStill =
        rest !== undefined &&
        movedShare === 0 &&
        Math.hypot(point.x - rest.point.x, point.y - rest.point.y) <= maxDrift * rest.height &&
        Math.abs(box.height - rest.height) <= maxDrift * rest.height &&
        (!condition.alone || isAlone(member));
      if (isStill) return;
      stir(member, atUtcMs);
      const sinceKnownMs = known.of(atUtcMs);
      rests.set(member, { sinceUtcMs: atUtcMs, sinceKnownMs, point, height: box.height, isTold: false });
    },
    left(member, _zone, { utcMs }) {
      if (zoneOf(member) === -1) stir(member, utcMs);
    },
    gone: stir,
    dueUtcMs: () => leastOf(rests.values(), dueOf),
    fallDue(atUtcMs) {
      for (const [member, rest] of rests) {
        if (dueOf(rest) > atUtcMs) continue;
        rest.isTold = true;
        const placeId = zoneIds[zoneOf(member)] ?? null;
        const why = [timeReason(member, 'stillS', { limitS: condition.stillS, placeId })];
        const { id } = member.subject;
        episodes.begin({ key: id, sinceUtcMs: rest.sinceUtcMs, why, subjectIds: [id] }, atUtcMs);
      }
    },
  };
}
