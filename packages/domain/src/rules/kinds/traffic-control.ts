import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { Reason } from '../alert-effects.ts';
import { instantsOf, leastOf, never, reasonOf, timeReason, type KindRun, type Member, type Scene } from '../scene.ts';

type TrafficControl = TrackConditionOf<'trafficControl'>;

interface Seen {
  atUtcMs: number;
  point: PicturePoint;
}

/** Its net way over this time tells where something goes. */
const windowMs = 3000;
const minWindowMs = 1500;
const minLooks = 4;

const zoneOf = ({ zones }: Member): number => zones.findIndex((zone) => zone.enteredAtUtcMs !== null);

/** Degrees 0-180 between a way and a heading (clockwise from the top of the picture). */
function degreesOff(way: { x: number; y: number }, heading: number): number {
  const degrees = (Math.atan2(way.x, -way.y) * 180) / Math.PI;
  const apart = Math.abs(degrees - heading) % 360;
  return Math.min(apart, 360 - apart);
}

type Judged<W> = Extract<TrafficControl['judges'], { what: W }>;

function wrongWay(judges: Judged<'wrongWay'>, scene: Scene): KindRun {
  const instants = instantsOf(scene.episodes);
  const ways = new Map<Member, Seen[]>();
  const judge = (member: Member, zone: number, seen: readonly Seen[]): void => {
    const [from, to] = [seen[0]!, seen.at(-1)!];
    if (seen.length < minLooks || to.atUtcMs - from.atUtcMs < minWindowMs) return;
    const way = { x: to.point.x - from.point.x, y: to.point.y - from.point.y };
    const { box } = member.subject.last;
    const degrees = degreesOff(way, judges.heading);
    if (Math.hypot(way.x, way.y) < Math.max(box.width, box.height) || degrees <= 180 - judges.toleranceDegrees) return;
    const placeId = scene.zoneIds[zone] ?? null;
    const limit = 180 - judges.toleranceDegrees;
    const why = [reasonOf(member, { what: 'degreesOff', value: Math.round(degrees), limit, placeId })];
    instants.tell(`${zone}:${member.subject.id}`, { atUtcMs: to.atUtcMs, why, subjectIds: [member.subject.id] });
  };
  return {
    seen(member, { atUtcMs }) {
      const zone = zoneOf(member);
      if (zone === -1 || member.point === null) return void ways.delete(member);
      const seen = [...(ways.get(member) ?? []), { atUtcMs, point: member.point }].filter(
        (one) => atUtcMs - one.atUtcMs <= windowMs,
      );
      ways.set(member, seen);
      judge(member, zone, seen);
    },
    gone: (member) => void ways.delete(member),
    dueUtcMs: instants.dueUtcMs,
    fallDue: instants.fallDue,
  };
}

interface Stop {
  zone: number;
  sinceUtcMs: number;
  sinceKnownMs: number;
  point: PicturePoint;
  isTold: boolean;
}

/** So many sizes off it has not moved. */
const maxDrift = 0.22;

const isAt = (stop: Stop, point: PicturePoint, size: number): boolean =>
  Math.hypot(point.x - stop.point.x, point.y - stop.point.y) <= maxDrift * size;

function stopped(judges: Judged<'stopped'>, scene: Scene): KindRun {
  const { episodes, known, zoneIds } = scene;
  const stops = new Map<Member, Stop>();
  /** Who was seen to move: what stood there before is parked. */
  const movers = new Set<Member>();
  const keyOf = (member: Member): string => `stopped:${member.subject.id}`;
  const dueOf = ({ sinceKnownMs, isTold }: Stop): number =>
    isTold ? never : known.utcMs(sinceKnownMs + judges.limitS * 1000);
  const reasonOfStop = (member: Member, { zone }: Stop): Reason =>
    timeReason(member, 'stoppedS', { limitS: judges.limitS, placeId: zoneIds[zone] ?? null });
  const isMeant = (member: Member, { zone }: Stop): boolean => movers.has(member) && zone !== -1;
  const goOn = (member: Member, atUtcMs: number): void => {
    const stop = stops.get(member);
    const lasted = { ms: known.of(atUtcMs) - (stop?.sinceKnownMs ?? never), limitMs: judges.limitS * 1000 };
    if (stop?.isTold === false && isMeant(member, stop))
      episodes.fellShort(lasted, atUtcMs, reasonOfStop(member, stop));
    stops.delete(member);
    episodes.end(keyOf(member), atUtcMs);
  };
  return {
    seen(member, { atUtcMs, box }) {
      const { point } = member;
      const zone = zoneOf(member);
      const stop = stops.get(member);
      if (point === null) return;
      const isStill = stop !== undefined && isAt(stop, point, (box.width + box.height) / 2);
      if (isStill && zone === stop.zone) return;
      if (stop !== undefined) {
        if (!isStill) movers.add(member);
        goOn(member, atUtcMs);
      }
      const sinceKnownMs = known.of(atUtcMs);
      stops.set(member, { zone, sinceUtcMs: atUtcMs, sinceKnownMs, point, isTold: false });
    },
    gone(member, lastUtcMs) {
      movers.delete(member);
      goOn(member, lastUtcMs);
    },
    dueUtcMs: () => leastOf(stops.values(), dueOf),
    fallDue(atUtcMs) {
      for (const [member, stop] of stops) {
        if (dueOf(stop) > atUtcMs) continue;
        stop.isTold = true;
        if (!isMeant(member, stop)) continue;
        const why = [reasonOfStop(member, stop)];
        const met = { key: keyOf(member), sinceUtcMs: stop.sinceUtcMs, why, subjectIds: [member.subject.id] };
        episodes.begin(met, atUtcMs);
      }
    },
  };
}

/** Somebody goes against the allowed direction, or stops where nobody may. */
export const trafficControl = ({ judges }: TrafficControl, scene: Scene): KindRun =>
  judges.what === 'wrongWay' ? wrongWay(judges, scene) : stopped(judges, scene);
