import type { DispatchPlan } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import { monthOf, type DispatchDeps } from './create-dispatch.ts';
import { countedSince } from './dispatch-alarms.repository.ts';
import { callerOf, placesUpFrom } from './dispatch-facts.repository.ts';
import { placeOfHelp, phoneOf } from './dispatch-request.ts';

/** What a dispatch would come to, by the very rules by which it is made. The actor must be allowed to dispatch there. */
export async function planDispatch(
  { clock, findDispatch }: Pick<DispatchDeps, 'clock' | 'findDispatch'>,
  { trx, actor }: { trx: Work; actor: MemberActor },
  locationId: string,
): Promise<DispatchPlan> {
  const { organizationId, userId } = actor;
  const installed = await findDispatch(trx, organizationId);
  const quota = installed?.quota ?? null;
  const used = quota === null ? 0 : await countedSince(trx, organizationId, monthOf(clock()));
  const found = placeOfHelp(await placesUpFrom(trx, organizationId, locationId));
  const { phone } = await callerOf(trx, organizationId, userId);
  return {
    isInstalled: installed !== undefined,
    alarmsLeft: quota === null ? null : Math.max(0, quota - used),
    place: found && {
      name: found.place.name,
      address:
        found.address && `${found.address.line1}, ${found.address.city}, ${found.address.state} ${found.address.zip}`,
      coordinates: found.address ? null : found.place.coordinates,
    },
    phone: phoneOf(phone) === '' ? null : phone,
  };
}
