import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import { newId } from '../ids/ids.ts';
import type { Work } from './database.ts';

/** Who did something: a session of a person, or, with nulls, a core or the server itself. */
export interface Originator {
  userId: string | null;
  sessionId: string | null;
}

export const nobody: Originator = { userId: null, sessionId: null };

interface AuditEntry {
  action: string;
  entityKind: string;
  entityId: string | null;
  data?: Record<string, unknown>;
}

/** Writes the audit row of a change into the change's own transaction. `data` must not carry secrets. */
export async function recordAudit(trx: Work, place: { organizationId: string; by: Originator }, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('auditEntries')
    .values({
      organizationId: place.organizationId,
      id: newId(),
      userId: place.by.userId,
      sessionId: place.by.sessionId,
      action: entry.action,
      entityKind: entry.entityKind,
      entityId: entry.entityId,
      data: JSON.stringify(entry.data ?? {}),
    })
    .execute();
}

/** Writes what happened beside the change; the answer is the id to publish after commit. */
export async function recordChange(trx: Work, place: { organizationId: string; by: Originator }, event: RealtimeEvent): Promise<string> {
  const id = newId();
  await trx
    .insertInto('changes')
    .values({ id, organizationId: place.organizationId, actorSessionId: place.by.sessionId, event: JSON.stringify(event) })
    .execute();
  return id;
}
