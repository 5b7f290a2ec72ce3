import type { AuditActionOf, ChangeWork } from '../../platform/database/changes.ts';
import type { DispatchRow } from './dispatch-alarms.repository.ts';

/** The audit and open screens hear of a change, in its transaction. */
export async function tellDispatch(
  work: ChangeWork,
  { id, number, locationId, locationName }: DispatchRow,
  { action, data = {} }: { action: AuditActionOf<'dispatchAlarm'>; data?: Record<string, unknown> },
): Promise<void> {
  await work.audit({
    action,
    entityKind: 'dispatchAlarm',
    entityId: id,
    entityName: locationName,
    data: { number, locationId, ...data },
  });
  await announceDispatch(work, { id, locationId });
}

/** Open screens fetch it anew. */
export const announceDispatch = (
  work: ChangeWork,
  { id, locationId }: Pick<DispatchRow, 'id' | 'locationId'>,
): Promise<void> => work.announce({ kind: 'dispatch-alarms.changed', dispatchAlarmId: id, locationId });
