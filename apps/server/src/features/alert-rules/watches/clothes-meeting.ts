import type { UniformCondition } from '@sightline/contracts/alert-rules/uniform-condition';
import type { Instant } from '@sightline/domain/rules/watches/instant-watch';
import { reasonOf } from '@sightline/domain/rules/watches/watched-rule';
import type { JudgedClothes } from '../../uniforms/uniforms.public.ts';

/** The people whom a rule about uniforms means, each once however often their event is revised. `names`: of the uniforms that there are. */
export const clothesMeeting = (
  condition: UniformCondition,
  clothes: readonly JudgedClothes[],
  names: ReadonlyMap<string, string>,
): Instant[] =>
  clothes.flatMap((one) => {
    const why = condition.mode === 'wears' ? whyWorn(condition, one, names) : whyNone(condition, one);
    const { eventId, lastSeenUtcMs } = one.report;
    return why === null ? [] : [{ id: eventId, atUtcMs: lastSeenUtcMs, why, eventIds: [eventId] }];
  });

function whyWorn(
  { uniformIds }: UniformCondition,
  { wornIds }: JudgedClothes,
  names: ReadonlyMap<string, string>,
): Instant['why'] | null {
  const worn = uniformIds.filter((id) => wornIds.includes(id));
  return worn.length === 0 ? null : worn.map((id) => reasonOf('uniform', names.get(id) ?? ''));
}

/** That somebody wears none of them is known once they have gone, and where all of them were compared. */
function whyNone(
  { uniformIds }: UniformCondition,
  { report, judgedIds, wornIds }: JudgedClothes,
): Instant['why'] | null {
  const isKnown = report.phase === 'closed' && uniformIds.every((id) => judgedIds.includes(id));
  return isKnown && !uniformIds.some((id) => wornIds.includes(id)) ? [reasonOf('noUniform', 0)] : null;
}
