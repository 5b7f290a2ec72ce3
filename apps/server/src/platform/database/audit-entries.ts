import { sql, type RawBuilder } from 'kysely';
import { newId } from '../ids/ids.ts';
import type { Work } from './database.ts';

/** Who did something: a session of a person, or, with nulls, a core or the server itself. */
export interface Originator {
  userId: string | null;
  sessionId: string | null;
  /** From where the call came. */
  address?: string | undefined;
  /** The organization through which a helper came. */
  viaOrganizationId?: string | undefined;
  apiKeyId?: string | undefined;
}

export interface ChangePlace {
  organizationId: string;
  by: Originator;
}

/** One line of the audit. */
export interface AuditEntry {
  /** `<noun>.<verb>` */
  action: string;
  entityKind: string;
  entityId: string | null;
  /** Name of the thing as it is now; found by its id where it is not given. */
  entityName?: string;
  /** Must not carry secrets. */
  data?: Record<string, unknown>;
}

/** Where the name of a kind of thing stands. */
const nameTables: Record<string, string> = {
  camera: 'cameras',
  edge: 'edges',
  location: 'locations',
  permissionGroup: 'permission_groups',
  apiKey: 'api_keys',
  authProvider: 'auth_providers',
};

function nameOf(organizationId: string, { entityKind, entityId, entityName, data }: AuditEntry): RawBuilder<unknown> {
  const given = entityName ?? data?.['name'];
  if (typeof given === 'string') return sql`${given}::text`;
  const table = nameTables[entityKind];
  if (entityId === null) return sql`null`;
  if (entityKind === 'organization') return sql`(select name from organizations where id = ${entityId}::uuid)`;
  if (entityKind === 'user') return sql`(select name from auth."user" where id = ${entityId}::text)`;
  return table === undefined
    ? sql`null`
    : sql`(select name from ${sql.table(table)} where organization_id = ${organizationId}::uuid and id = ${entityId}::uuid)`;
}

/** How the person had signed in: as the entry says, else as the session says. */
const providerOf = (sessionId: string | null, told: unknown): RawBuilder<unknown> =>
  told !== undefined
    ? sql`${told ?? 'password'}::text`
    : sql`(select coalesce(auth_provider_id, 'password') from auth."session" where id = ${sessionId}::text)`;

/** Writes a line of the audit into the change's own transaction; its seal follows. */
export async function insertAuditEntry(
  trx: Work,
  { organizationId, by }: ChangePlace,
  entry: AuditEntry,
): Promise<void> {
  const { action, entityKind, entityId, data = {} } = entry;
  const { userId, sessionId, address = null, viaOrganizationId = null, apiKeyId = null } = by;
  await sql`
    insert into audit_entries (organization_id, id, user_id, session_id, action, entity_kind, entity_id, data, address, via_organization_id, api_key_id,
      via_organization_name, api_key_name, auth_provider_id, entity_name)
    values (${organizationId}, ${newId()}, ${userId}, ${sessionId}, ${action}, ${entityKind}, ${entityId}, ${JSON.stringify(data)}, ${address},
      ${viaOrganizationId}, ${apiKeyId},
      (select name from organizations where id = ${viaOrganizationId}::uuid),
      (select name from api_keys where organization_id = ${organizationId}::uuid and id = ${apiKeyId}::uuid), ${providerOf(sessionId, data['authProviderId'])}, ${nameOf(organizationId, entry)})`.execute(
    trx,
  );
}
