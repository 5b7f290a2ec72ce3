import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import type { Crossing } from '../line-watch.ts';
import { instantsOf, reasonOf, type KindRun, type Member, type Scene } from '../scene.ts';

interface First extends Crossing {
  looks: number;
  trackId: string;
}

/** How exact a speed is: best estimate and standard error, km/h. */
export interface MeasuredSpeed {
  kmh: number;
  errorKmh: number;
}

const maxBetweenMs = 60_000;
const minLooksBetween = 4;
/** Of 100 measured "surely above", 95 are above. */
const oneSided = 1.64;
/** Standard errors: of the feet in fractions of the picture, of the camera's clock, and of what no formula knows (lens, slope, curve). */
const feet = 0.008;
const clockMs = 10;
const unknown = 0.03;

/**
 * Speed of who took `tookMs` from one line to another.
 * @param metres between the lines on the ground; `metresError` is its standard error.
 * @param pictureShare the way between the two crossings in fractions of the picture.
 */
export function speedOf(
  { metres, metresError }: { metres: number; metresError: number },
  { tookMs, pictureShare }: { tookMs: number; pictureShare: number },
): MeasuredSpeed {
  const kmh = (metres / tookMs) * 3600;
  const errors = [metresError / metres, (Math.SQRT2 * feet) / pictureShare, (Math.SQRT2 * clockMs) / tookMs, unknown];
  return { kmh, errorKmh: kmh * Math.hypot(...errors) };
}

/** Somebody is faster between two lines than allowed. */
export function speedControl(condition: TrackConditionOf<'speedControl'>, { episodes }: Scene): KindRun {
  const { line, limitKmh } = condition;
  const instants = instantsOf(episodes);
  const begun = new Map<Member, First>();
  const judge = (member: Member, first: First, second: Crossing): void => {
    const tookMs = second.atUtcMs - first.atUtcMs;
    const isSame = first.trackId === member.subject.trackId;
    if (tookMs <= 0 || tookMs > maxBetweenMs || !isSame) return;
    const pictureShare = Math.hypot(second.point.x - first.point.x, second.point.y - first.point.y);
    const speed = speedOf(condition, { tookMs, pictureShare });
    const isSure = condition.when === 'surely';
    const kmh = isSure ? speed.kmh - oneSided * speed.errorKmh : speed.kmh;
    const what = isSure ? ('leastKmh' as const) : ('measuredKmh' as const);
    if (kmh <= limitKmh) return;
    const why = [reasonOf(member, { what, value: Math.round(kmh), limit: limitKmh, placeId: line.id })];
    if (member.looks - first.looks < minLooksBetween) return episodes.nearMiss(second.atUtcMs, 'tooFewLooks', why);
    instants.tell(member.subject.id, { atUtcMs: second.atUtcMs, why, subjectIds: [member.subject.id] });
  };
  return {
    crossed(member, crossing, index) {
      const first = begun.get(member);
      if (index === 0) begun.set(member, { ...crossing, looks: member.looks, trackId: member.subject.trackId });
      else if (first !== undefined) {
        begun.delete(member);
        judge(member, first, crossing);
      }
    },
    gone: (member) => void begun.delete(member),
    dueUtcMs: instants.dueUtcMs,
    fallDue: instants.fallDue,
  };
}
