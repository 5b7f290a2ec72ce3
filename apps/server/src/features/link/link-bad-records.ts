import { isValueRefused } from '../../platform/database/database.ts';
import type { AppliedRecords, ReadRecord } from './link-records.service.ts';

/**
 * Applies the records of a message, all at once. A value that the database can never keep, in one of them, would make the core send the
 * same message for ever and lose everything after it: then each half is applied by itself, down to the record that holds it, and
 * that one is passed over and told.
 */
export async function applyDespiteBad(
  apply: (records: readonly ReadRecord[]) => Promise<AppliedRecords>,
  records: readonly ReadRecord[],
): Promise<AppliedRecords> {
  try {
    return await apply(records);
  } catch (error) {
    if (!isValueRefused(error)) throw error;
    if (records.length < 2) {
      const refusal = `database ${String((error as { code?: unknown }).code)}`;
      // What was refused by itself already is not what the database refused.
      if (records.some((record) => 'refusal' in record)) throw error;
      return apply(records.map(({ sequence, atUtcMs }) => ({ sequence, atUtcMs, refusal })));
    }
    const middle = Math.ceil(records.length / 2);
    const first = await applyDespiteBad(apply, records.slice(0, middle));
    return first.hasGap ? first : together(first, await applyDespiteBad(apply, records.slice(middle)));
  }
}

const together = (first: AppliedRecords, then: AppliedRecords): AppliedRecords => ({
  sequence: Math.max(first.sequence, then.sequence),
  hasGap: then.hasGap,
  applied: first.applied + then.applied,
  foreign: first.foreign + then.foreign,
  held: first.held + then.held,
  refused: [...first.refused, ...then.refused],
});
