import type { ChangeWork } from '../../../platform/database/changes.ts';
import { collapse, floodingAmong, noteFlood, type FloodingAlert } from './alert-floods.repository.ts';

const keyOf = ({ ruleId, placeId }: FloodingAlert): string => `${placeId ?? ''} ${ruleId ?? ''}`;

/** Collapses those of new alerts of which there are too many, in the transaction that keeps them; the audit hears that it begins. */
export async function collapseFlooding(
  work: ChangeWork,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  const flooding = await floodingAmong(work.trx, organizationId, ids);
  // In one order, so that no two wait for each other.
  const waves = [...Map.groupBy(flooding, keyOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [, alerts] of waves) {
    const [first] = alerts;
    const last = alerts.at(-1);
    if (!first || !last) continue;
    const { ruleId, placeId } = first;
    const wave = { ruleId, placeId, firstAt: first.openedAt, lastAt: last.openedAt };
    const { id: floodId, isBegun } = await noteFlood(work.trx, organizationId, wave);
    await collapse(work.trx, organizationId, { floodId, ids: alerts.map(({ id }) => id) });
    if (isBegun)
      await work.audit({
        action: 'alert.flood',
        entityKind: 'alert',
        entityId: first.id,
        data: ruleId === null ? { placeId } : { ruleId },
      });
  }
}
