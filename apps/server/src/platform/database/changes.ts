import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import { sql } from 'kysely';
import type { Bus } from '../bus/bus.ts';
import { newId } from '../ids/ids.ts';
import {
  insertAuditEntry,
  type AuditEntry,
  type AuditActionOf,
  type AuditEntryOf,
  type ChangePlace,
  type Originator,
} from './audit-entries.ts';
import type { AuditNames } from './audit-vocabulary.ts';
import type { Database, Work } from './database.ts';

export type { AuditActionOf, AuditEntry, AuditEntryOf, ChangePlace, Originator };

export const nobody: Originator = { userId: null, sessionId: null, address: undefined };

/** What a change may do inside its transaction. */
export interface ChangeWork {
  trx: Work;
  /** Writes the audit row into the change's own transaction. `by`: who did it, where that is not whose change it is. */
  audit(entry: AuditEntry, by?: Originator): Promise<void>;
  /** Writes what happened beside the change; it is published after commit. */
  announce(event: RealtimeEvent): Promise<void>;
  /** The same for many at once. */
  announceAll(events: readonly RealtimeEvent[]): Promise<void>;
  afterCommit(effect: () => void): void;
}

export interface Changes {
  /** Runs a change: rows, audit and event in one transaction, news after it. */
  run<T>(place: ChangePlace, work: (change: ChangeWork) => Promise<T>): Promise<T>;
}

/** Topic that carries the ids of committed change rows. */
export const changesTopic = 'changes';

/** `names`: where the names of things stand of which the audit speaks. */
export function createChanges(database: Database, bus: Bus, names: AuditNames): Changes {
  return {
    run: async (place, work) => {
      const effects: (() => void)[] = [];
      const ids: string[] = [];
      const result = await database.withOrganization(place.organizationId, (trx) =>
        work({
          trx,
          audit: (entry, by = place.by) => insertAuditEntry(trx, { ...place, by, names }, entry),
          announce: async (event) => void ids.push(...(await writeChanges(trx, place, [event]))),
          announceAll: async (events) => void ids.push(...(await writeChanges(trx, place, events))),
          afterCommit: (effect) => void effects.push(effect),
        }),
      );
      if (ids.length > 0) bus.publish(changesTopic, { ids });
      for (const effect of effects) effect();
      return result;
    },
  };
}

/** However many they are, they are written in one statement, and have their ids in their order. */
async function writeChanges(trx: Work, place: ChangePlace, events: readonly RealtimeEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => ({ id: newId(), event }));
  await sql`
    insert into changes (id, organization_id, actor_session_id, event)
    select n.id, ${place.organizationId}::uuid, ${place.by.sessionId}::text, n.event
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, event jsonb)`.execute(trx);
  return rows.map(({ id }) => id);
}
