import { apiKeysPageSize } from '@sightline/contracts/api-keys/api-keys.api';
import type { ApiKey, apiKeyInput } from '@sightline/contracts/api-keys/api-key';
import { AppError } from '@sightline/contracts/shared/errors';
import type { z } from 'zod';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { sessionsEndedTopic } from '../../platform/auth/sessions-ended.ts';
import { hashOfSecret, isSecret, looksLikeApiKey, newApiKey, readApiKey, writeApiKey } from './api-key-text.ts';
import * as repository from './api-keys.repository.ts';

const keysAtMost = 200;
/** What stands in the place of a session's id where a key calls. */
const callerPrefix = 'key:';

interface ApiKeysDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
  /** What somebody may do in an organization now; null for those who are no members (any more). */
  rightsOf(organizationId: string, userId: string): Promise<MemberActor['grants'] | null>;
}

const present = (row: repository.ApiKeyRow, nowMs: number): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: `slk_${row.prefix}`,
  scopes: row.scopes,
  createdBy: row.creatorName ? { id: row.createdBy, name: row.creatorName } : null,
  timestamp: row.createdAt.getTime(),
  expiresAt: row.expiresAt?.getTime() ?? null,
  lastUsedAt: row.lastUsedAt?.getTime() ?? null,
  isExpired: row.expiresAt !== null && row.expiresAt.getTime() <= nowMs,
});

/** Programs that call with a key: asked for at every call. */
function createKeyCallers({ database, clock, rightsOf }: ApiKeysDeps) {
  const actorOf = async (
    place: { organizationId: string; id: string },
    secret: string | null,
  ): Promise<MemberActor | null> => {
    const { organizationId, id } = place;
    const key = await database.withOrganization(organizationId, async (trx) => {
      const found = await repository.findSecret(trx, organizationId, id);
      const isAlive = found !== null && (found.expiresAt === null || found.expiresAt.getTime() > clock());
      if (!isAlive || (secret !== null && !isSecret(secret, found.secretHash))) return null;
      await repository.touchApiKey(trx, { organizationId, id, lastUsedAt: found.lastUsedAt }, new Date(clock()));
      return found;
    });
    const rights = key && (await rightsOf(organizationId, key.createdBy));
    if (!rights) return null;
    const grants = rights.filter(({ permission }) => key.scopes.includes(permission));
    return {
      userId: key.createdBy,
      sessionId: `${callerPrefix}${id}`,
      organizationId,
      grants,
      isStaff: false,
      address: undefined,
      apiKeyId: id,
    };
  };

  return {
    looksLikeKey: looksLikeApiKey,
    /** Who calls with a key; null for one that is wrong, expired, ended, or whose maker left. */
    callerOf: async (token: string): Promise<MemberActor | null> => {
      const deps = readApiKey(token);
      const place = deps && (await repository.findPlace(database, deps.prefix));
      return place ? actorOf(place, deps.secret) : null;
    },
    /** The same for what outlives a call, by what the actor had for a session; null for sessions of people. */
    memberOf: async ({
      sessionId,
      organizationId,
    }: {
      sessionId: string;
      organizationId: string;
    }): Promise<MemberActor | null> =>
      sessionId.startsWith(callerPrefix)
        ? actorOf({ organizationId, id: sessionId.slice(callerPrefix.length) }, null)
        : null,
  };
}

/** Keys for programs. */
export type ApiKeysService = ReturnType<typeof createApiKeysService>;

/** Keys of an organization: each may do what its maker may, as far as its scopes go, at the moment of the call. */
export function createApiKeysService(deps: ApiKeysDeps) {
  const { database, changes, bus, clock } = deps;
  return {
    ...createKeyCallers(deps),
    list: ({ organizationId }: MemberActor, page: number): Promise<{ items: ApiKey[]; totalItemsCount: number }> =>
      database.withOrganization(organizationId, async (trx) => {
        const rows = await repository.listApiKeys(trx, organizationId, {
          offset: (page - 1) * apiKeysPageSize,
          limit: apiKeysPageSize,
        });
        return {
          items: rows.map((row) => present(row, clock())),
          totalItemsCount: await repository.countApiKeys(trx, organizationId),
        };
      }),
    create: (actor: MemberActor, input: z.output<typeof apiKeyInput>): Promise<{ apiKey: ApiKey; key: string }> => {
      const { organizationId, userId } = actor;
      // A key that makes keys could outlive its own end.
      if (actor.apiKeyId !== undefined) throw new AppError('api_key_scope');
      // A key is as good as its maker's membership, and helpers have none.
      if (actor.viaOrganizationId !== undefined) throw new AppError('forbidden');
      if (input.expiresAt !== null && input.expiresAt <= clock()) throw new AppError('expiry_past');
      const { prefix, secret } = newApiKey();
      return changes.run({ organizationId, by: actor }, async ({ trx, audit }) => {
        if ((await repository.countApiKeys(trx, organizationId)) >= keysAtMost) throw new AppError('too_many');
        const row = await repository.insertApiKey(trx, {
          organizationId,
          id: newId(),
          name: input.name,
          prefix,
          secretHash: hashOfSecret(secret),
          scopes: [...new Set(input.scopes)],
          createdBy: userId,
          createdAt: new Date(clock()),
          expiresAt: input.expiresAt === null ? null : new Date(input.expiresAt),
        });
        const data = { name: row.name, prefix: row.prefix, scopes: row.scopes, expiresAt: input.expiresAt };
        await audit({ action: 'apiKey.create', entityKind: 'apiKey', entityId: row.id, data });
        return { apiKey: present(row, clock()), key: writeApiKey({ prefix, secret }) };
      });
    },
    remove: (actor: MemberActor, id: string): Promise<void> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async ({ trx, audit, afterCommit }) => {
        const removed = await repository.deleteApiKey(trx, actor.organizationId, id);
        if (!removed) throw new AppError('not_found');
        await audit({ action: 'apiKey.remove', entityKind: 'apiKey', entityId: id, data: removed });
        // Live views that it opened end with it.
        afterCommit(() => bus.publish(sessionsEndedTopic, { sessionId: `${callerPrefix}${id}` }));
      }),
  };
}
