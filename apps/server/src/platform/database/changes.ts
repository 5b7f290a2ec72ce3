import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Bus } from '../bus/bus.ts';
import { newId } from '../ids/ids.ts';
import type { Database, Work } from './database.ts';

/** Who did something: a session of a person, or, with nulls, a core or the server itself. */
export interface Originator {
  userId: string | null;
  sessionId: string | null;
}

export const nobody: Originator = { userId: null, sessionId: null };

export interface AuditEntry {
  action: string;
  entityKind: string;
  entityId: string | null;
  /** Must not carry secrets. */
  data?: Record<string, unknown>;
}

/** What a change may do inside its transaction. */
export interface ChangeWork {
  trx: Work;
  /** Writes the audit row into the change's own transaction. */
  audit(entry: AuditEntry): Promise<void>;
  /** Writes what happened beside the change; it is published after commit. */
  announce(event: RealtimeEvent): Promise<void>;
  afterCommit(effect: () => void): void;
}

export interface ChangePlace {
  organizationId: string;
  by: Originator;
}

export interface Changes {
  /** Runs a change: rows, audit and event in one transaction, news after it. */
  run<T>(place: ChangePlace, work: (change: ChangeWork) => Promise<T>): Promise<T>;
}

/** Topic that carries the ids of committed change rows. */
export const changesTopic = 'changes';

export function createChanges(database: Database, bus: Bus): Changes {
  return {
    run: async (place, work) => {
      const effects: (() => void)[] = [];
      const ids: string[] = [];
      const result = await database.withOrganization(place.organizationId, (trx) =>
        work({
          trx,
          audit: (entry) => writeAudit(trx, place, entry),
          announce: async (event) => void ids.push(await writeChange(trx, place, event)),
          afterCommit: (effect) => void effects.push(effect),
        }),
      );
      if (ids.length > 0) bus.publish(changesTopic, { ids });
      for (const effect of effects) effect();
      return result;
    },
  };
}

async function writeAudit(trx: Work, place: ChangePlace, entry: AuditEntry): Promise<void> {
  const { userId, sessionId } = place.by;
  const { action, entityKind, entityId, data = {} } = entry;
  await trx
    .insertInto('auditEntries')
    .values({ organizationId: place.organizationId, id: newId(), userId, sessionId, action, entityKind, entityId, data: JSON.stringify(data) })
    .execute();
}

async function writeChange(trx: Work, place: ChangePlace, event: RealtimeEvent): Promise<string> {
  const id = newId();
  await trx
    .insertInto('changes')
    .values({ id, organizationId: place.organizationId, actorSessionId: place.by.sessionId, event: JSON.stringify(event) })
    .execute();
  return id;
}
