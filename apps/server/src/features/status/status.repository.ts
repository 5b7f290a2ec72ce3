import type { StatusState } from '@sightline/contracts/status/status';
import type { StatusMemory } from '@sightline/domain/status/shown-status';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';
import { jobQueue } from '../../platform/jobs/job-queue.ts';

/** A thing whose status is kept. */
export interface StatusEntity {
  kind: Row<'statuses'>['kind'];
  entityId: string;
}

/** What is remembered of a thing, and when it is looked at again. */
export interface KeptStatus extends StatusEntity {
  memory: StatusMemory;
  dueUtcMs: number | null;
}

/** Something that became another state, or began or ceased to flap. */
export interface ChangeValues extends Pick<Row<'statusChanges'>, 'entityId' | 'part' | 'cause' | 'isFlapping'> {
  atUtcMs: number;
  from: StatusState;
  to: StatusState;
}

type MemoryRow = Pick<
  Row<'statuses'>,
  | 'entityId'
  | 'state'
  | 'part'
  | 'cause'
  | 'since'
  | 'seenState'
  | 'seenSince'
  | 'isBad'
  | 'turns'
  | 'flappingSince'
  | 'dueAt'
>;

/** What is remembered of these things; nobody else looks at them until the transaction ends. */
export async function holdStatuses(
  trx: Work,
  organizationId: string,
  entityIds: readonly string[],
): Promise<Map<string, { memory: StatusMemory; dueUtcMs: number | null }>> {
  const { rows } = await sql<MemoryRow>`
    select entity_id, state, part, cause, since, seen_state, seen_since, is_bad, turns, flapping_since, due_at from statuses
    where organization_id = ${organizationId} and entity_id = any (${[...entityIds]}::uuid[]) order by entity_id for update`.execute(
    trx,
  );
  return new Map(
    rows.map(({ entityId, state, part, cause, since, seenState, seenSince, isBad, turns, flappingSince, dueAt }) => [
      entityId,
      {
        memory: {
          shown: { state, part, cause, sinceUtcMs: since.getTime() },
          seenState,
          seenSinceUtcMs: seenSince.getTime(),
          isBad,
          changesUtcMs: turns.map((turn) => turn.getTime()),
          flappingSinceUtcMs: flappingSince?.getTime() ?? null,
        },
        dueUtcMs: dueAt?.getTime() ?? null,
      },
    ]),
  );
}

/** A core counts as linked until then, whatever becomes of its link; null: from now on its link alone counts. */
export async function holdLink(
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
  heldUntil: Date | null,
): Promise<void> {
  await trx
    .updateTable('statuses')
    .set({ heldUntil })
    .where('organizationId', '=', organizationId)
    .where('entityId', '=', edgeId)
    .execute();
}

const dateText = (utcMs: number): string => new Date(utcMs).toISOString();
const dateOrNull = (utcMs: number | null): string | null => (utcMs === null ? null : dateText(utcMs));

const columnsOf = ({ kind, entityId, memory, dueUtcMs }: KeptStatus): Record<string, unknown> => ({
  entity_id: entityId,
  kind,
  state: memory.shown.state,
  part: memory.shown.part,
  cause: memory.shown.cause,
  since: dateText(memory.shown.sinceUtcMs),
  seen_state: memory.seenState,
  seen_since: dateText(memory.seenSinceUtcMs),
  is_bad: memory.isBad,
  turns: memory.changesUtcMs.map(dateText),
  flapping_since: dateOrNull(memory.flappingSinceUtcMs),
  due_at: dateOrNull(dueUtcMs),
});

/** Keeps what is shown, however much it is, in one statement. */
export async function keepStatuses(trx: Work, organizationId: string, kept: readonly KeptStatus[]): Promise<void> {
  if (kept.length === 0) return;
  await sql`
    insert into statuses (organization_id, entity_id, kind, state, part, cause, since, seen_state, seen_since, is_bad, turns, flapping_since, due_at)
    select ${organizationId}::uuid, n.* from jsonb_to_recordset(${JSON.stringify(kept.map(columnsOf))}::jsonb) as n (entity_id uuid, kind text, state text,
      part text, cause text, since timestamptz, seen_state text, seen_since timestamptz, is_bad boolean, turns timestamptz[], flapping_since timestamptz,
      due_at timestamptz)
    on conflict (organization_id, entity_id) do update set state = excluded.state, part = excluded.part, cause = excluded.cause, since = excluded.since,
      seen_state = excluded.seen_state, seen_since = excluded.seen_since, is_bad = excluded.is_bad, turns = excluded.turns,
      flapping_since = excluded.flapping_since, due_at = excluded.due_at`.execute(trx);
}

/** Keeps what changed, in one statement. */
export async function insertStatusChanges(
  trx: Work,
  organizationId: string,
  changes: readonly ChangeValues[],
): Promise<void> {
  if (changes.length === 0) return;
  const values = changes.map((change) => ({ ...change, id: newId(), at: dateText(change.atUtcMs) }));
  await sql`
    insert into status_changes (organization_id, id, entity_id, at, from_state, to_state, part, cause, is_flapping)
    select ${organizationId}::uuid, n.id, n."entityId", n.at, n."from", n."to", n.part, n.cause, n."isFlapping"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n (id uuid, "entityId" uuid, at timestamptz, "from" text, "to" text, part text, cause text,
      "isFlapping" boolean)`.execute(trx);
}

/** Looks at things: what was changed, by the triggers of their tables too, and what has been as it is for long enough. */
export const statusJobs = jobQueue({
  name: 'status',
  data: z.object({ organizationId: z.uuid(), kind: z.enum(['camera', 'edge', 'location']), entityId: z.uuid() }),
  retries: { limit: 1_000_000, fromSeconds: 1, toSeconds: 60 },
  keepsDead: true,
});

/** Plans looks at things. */
export async function addStatusJobs(
  trx: Work,
  organizationId: string,
  looks: readonly (StatusEntity & { dueUtcMs: number })[],
): Promise<void> {
  if (looks.length === 0) return;
  const rows = looks.map(({ kind, entityId, dueUtcMs }) => ({
    organizationId,
    kind,
    entityId,
    dueAt: dateText(dueUtcMs),
  }));
  await sql`select add_status_jobs(${JSON.stringify(rows)}::jsonb)`.execute(trx);
}
