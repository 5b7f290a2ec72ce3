import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { addNotice } from '../edges/edges.public.ts';

interface EdgeKey {
  organizationId: string;
  edgeId: string;
}

/** More than a core can be off without being nonsense. */
const maxOffsetMs = 1e15;
/** A clock that is off by less files nothing where nobody looks for it. */
const wrongClockMs = 60_000;
const hourMs = 3_600_000;

const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** `+72:00:05`: hours, minutes and seconds that a clock is ahead; with a minus it is behind. */
function spokenOffset(offsetMs: number): string {
  const ms = Math.abs(offsetMs);
  return `${offsetMs < 0 ? '-' : '+'}${twoDigits(ms / hourMs)}:${twoDigits((ms % hourMs) / 60_000)}:${twoDigits((ms % 60_000) / 1_000)}`;
}

/** Says of a core that its clock is wrong when that is news: it was right before, or wrong by something else. */
export async function notifyClock(
  trx: Work,
  place: EdgeKey,
  clock: { at: Date; beforeMs: number | null; offsetMs: number },
): Promise<void> {
  const { at, beforeMs, offsetMs } = clock;
  if (Math.abs(offsetMs) <= wrongClockMs) return;
  const isNear = beforeMs !== null && Math.abs(offsetMs - beforeMs) <= wrongClockMs;
  if (isNear && Math.abs(beforeMs) > wrongClockMs) return;
  // One that drifts there may go back and forth for a while.
  if (isNear && (await wasToldOfLate(trx, place, at))) return;
  await addNotice(trx, place, {
    at,
    code: 'core_clock_wrong',
    detail: spokenOffset(Math.sign(offsetMs) * Math.min(Math.abs(offsetMs), maxOffsetMs)),
  });
}

async function wasToldOfLate(trx: Work, { organizationId, edgeId }: EdgeKey, at: Date): Promise<boolean> {
  const found = await trx
    .selectFrom('coreNotices')
    .select('sequence')
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('code', '=', 'core_clock_wrong')
    .where('receivedAt', '>', new Date(at.getTime() - 24 * hourMs))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** What a statement of its own changes is read as it was before. */
export const clockBefore = ({ organizationId, edgeId }: EdgeKey) =>
  sql<
    number | null
  >`(select b.clock_offset_ms from edges b where b.organization_id = ${organizationId} and b.id = ${edgeId})`.as(
    'clockBeforeMs',
  );
