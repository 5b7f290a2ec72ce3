import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import { camerasNotSearched } from '../events/events.public.ts';
import { sightOf, type SightingSight } from '../people/people.public.ts';

/** Where the actor may know what somebody wore: at cameras that they may search, that hide nothing from them and whose looks are compared. */
export async function clothingSight(trx: Work, actor: MemberActor): Promise<SightingSight> {
  const sight = await sightOf(trx, actor);
  const notCompared = await camerasNotSearched(trx, actor.organizationId, 'appearance');
  return { ...sight, hiddenCameraIds: [...new Set([...sight.hiddenCameraIds, ...notCompared])] };
}
