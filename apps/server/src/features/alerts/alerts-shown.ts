import type { Alert, AlertDetail } from '@sightline/contracts/alerts/alert';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import { toldAmong } from './alert-hiding.repository.ts';
import { alertsAt, type AlertRow } from './alerts.repository.ts';
import { detailOf, presentAll, type AlertsDeps } from './alerts.service.ts';

/** At cameras of the actor's, and about nobody whom these hide from the actor. */
async function seenBy(trx: Work, actor: MemberActor, ids: readonly string[]): Promise<AlertRow[]> {
  const told = await toldAmong(trx, actor, ids);
  const rows = await alertsAt(trx, actor.organizationId, ids);
  return rows.filter(({ id, entityPath }) => told.has(id) && mayAt(actor, 'AlertMonitoring', entityPath));
}

/** Those of the alerts that the actor may see, newest first. */
export const alertsShown = async (
  deps: AlertsDeps,
  trx: Work,
  { actor, ids }: { actor: MemberActor; ids: readonly string[] },
): Promise<Alert[]> => presentAll(deps, trx, { actor, rows: await seenBy(trx, actor, ids) });

/** The same with their comments. */
export async function alertsShownInFull(
  deps: AlertsDeps,
  trx: Work,
  { actor, ids }: { actor: MemberActor; ids: readonly string[] },
): Promise<AlertDetail[]> {
  const details: AlertDetail[] = [];
  for (const { id } of await seenBy(trx, actor, ids)) details.push(await detailOf(deps, trx, { actor, id }));
  return details;
}
