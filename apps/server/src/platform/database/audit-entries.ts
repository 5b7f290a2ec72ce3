import { sql, type RawBuilder } from 'kysely';
import { newId } from '../ids/ids.ts';
import type { AuditAction, AuditActions, AuditNames } from './audit-vocabulary.ts';
import type { Work } from './database.ts';
import { prepared } from './prepared.ts';

/** Who did something: a session of a person, or, with nulls, a core or the server itself. */
export interface Originator {
  userId: string | null;
  sessionId: string | null;
  /** From where the call came; undefined where nobody called. It is said each time, so that it is not forgotten. */
  address: string | undefined;
  /** The organization through which a helper came. */
  viaOrganizationId?: string | undefined;
  apiKeyId?: string | undefined;
}

export interface ChangePlace {
  organizationId: string;
  by: Originator;
}

/** What an action of the audit was done to. */
interface AuditTarget {
  entityId: string | null;
  /** Name of the thing as it is now; found by its id where it is not given. */
  entityName?: string;
  /** Must not carry secrets. */
  data?: Record<string, unknown>;
}

/** Kinds of things that the audit speaks of. */
export type AuditKind = KindsOf<AuditActions[AuditAction]>;
type KindsOf<T> = T extends readonly (infer K)[] ? K : T;

/** Names of the actions that are done to one kind of thing. */
export type AuditActionOf<K extends AuditKind> = {
  [A in AuditAction]: K extends KindsOf<AuditActions[A]> ? A : never;
}[AuditAction];

/** An entry about one kind of thing, whatever is done to it. */
export type AuditEntryOf<K extends AuditKind> = AuditTarget & { entityKind: K; action: AuditActionOf<K> };

/** One line of the audit: an action that a feature declares, with the kind of thing that belongs to it. */
export type AuditEntry = { [K in AuditKind]: AuditEntryOf<K> }[AuditKind];

function nameOf(organizationId: string, entry: AuditEntry, names: AuditNames): RawBuilder<unknown> {
  const { entityKind, entityId, entityName, data } = entry;
  const given = entityName ?? data?.['name'];
  if (typeof given === 'string') return sql`${given}::text`;
  const source = names[entityKind];
  if (entityId === null || source === undefined) return sql`null`;
  const id = source.hasTextIds === true ? sql`${entityId}::text` : sql`${entityId}::uuid`;
  const ofOrganization = source.isGlobal === true ? sql`true` : sql`organization_id = ${organizationId}::uuid`;
  return sql`(select name from ${sql.table(source.table)} where ${ofOrganization} and id = ${id})`;
}

/** How the person had signed in: as the entry says, else as the session says. */
const providerOf = (sessionId: string | null, told: unknown): RawBuilder<unknown> =>
  told !== undefined
    ? sql`${told ?? 'password'}::text`
    : sql`(select coalesce(auth_provider_id, 'password') from auth."session" where id = ${sessionId}::text)`;

/** Writes a line of the audit into the change's own transaction; its seal follows. */
export async function insertAuditEntry(
  trx: Work,
  { organizationId, by, names }: ChangePlace & { names: AuditNames },
  entry: AuditEntry,
): Promise<void> {
  const { action, entityKind, entityId, data = {} } = entry;
  const { userId, sessionId, address = null, viaOrganizationId = null, apiKeyId = null } = by;
  await sql`${prepared}
    insert into audit_entries (organization_id, id, user_id, session_id, action, entity_kind, entity_id, data, address, via_organization_id, api_key_id,
      via_organization_name, api_key_name, auth_provider_id, entity_name)
    values (${organizationId}, ${newId()}, ${userId}, ${sessionId}, ${action}, ${entityKind}, ${entityId}, ${JSON.stringify(data)}, ${address},
      ${viaOrganizationId}, ${apiKeyId},
      (select name from organizations where id = ${viaOrganizationId}::uuid),
      (select name from api_keys where organization_id = ${organizationId}::uuid and id = ${apiKeyId}::uuid), ${providerOf(sessionId, data['authProviderId'])}, ${nameOf(organizationId, entry, names)})`.execute(
    trx,
  );
}
