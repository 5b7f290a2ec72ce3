import { renameSync, writeFileSync } from 'node:fs';
import type { ClaimCode } from '@sightline/contracts/edges/edge';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts';
import * as claims from './edge-claims.repository.ts';
import { requireEdge } from './edges.policy.ts';
import { edgeEndedTopic } from './edges.public.ts';
import { findEdge } from './edges.repository.ts';

const codeLifeMs = 30 * 60_000;
const attemptsPerMinute = 10;

/** What pairing needs from the rest of the server. */
export interface EdgeClaimsParts {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
  /** Where the core that was started beside this server waits for its code; null without one. */
  localClaimFile: string | null;
  /** Address of this server as cores reach it. */
  serverUrl: () => string;
}

/** Pairing of cores. */
export type EdgeClaimsService = ReturnType<typeof createEdgeClaimsService>;

/** Pairing: a one-time code, typed at the core, is exchanged for the right to connect with the core's own key. */
export function createEdgeClaimsService(parts: EdgeClaimsParts) {
  const { database, changes, bus, clock, localClaimFile, serverUrl } = parts;
  const attempts = createAttemptLimiter(attemptsPerMinute, clock);

  const makeCode = (actor: MemberActor, edgeId: string, isLocal: boolean): Promise<{ code: string; expiresAt: Date }> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, async ({ trx, audit }) => {
      requireEdge(actor, await findEdge(trx, actor.organizationId, edgeId), 'CoreCreate');
      const expiresAt = new Date(clock() + codeLifeMs);
      const code = await claims.insertClaimCode(trx, { organizationId: actor.organizationId, edgeId }, { expiresAt, isLocal });
      await audit({ action: 'core.claim-code', entityKind: 'edge', entityId: edgeId });
      return { code, expiresAt };
    });

  return {
    createCode: async (actor: MemberActor, edgeId: string): Promise<ClaimCode> => {
      const { code, expiresAt } = await makeCode(actor, edgeId, false);
      return { code, expiresAt: expiresAt.getTime(), command: `./sightline edge --server ${serverUrl()} --claim ${code}` };
    },
    claimLocal: async (actor: MemberActor, edgeId: string): Promise<Record<string, never>> => {
      if (localClaimFile === null || (await claims.hasLocalCore(database))) {
        await database.withOrganization(actor.organizationId, async (trx) =>
          requireEdge(actor, await findEdge(trx, actor.organizationId, edgeId), 'CoreCreate'),
        );
        throw new AppError('local_core_absent');
      }
      const { code } = await makeCode(actor, edgeId, true);
      writeClaimFile(localClaimFile, { code, serverUrl: serverUrl() });
      return {};
    },
    localCoreWaits: async (): Promise<boolean> => localClaimFile !== null && !(await claims.hasLocalCore(database)),
    claim: async (input: { code: string; publicKey: string; version: string; hostname: string }, address: string) => {
      attempts.take(address);
      const at = new Date(clock());
      const claimed = await claims.useClaimCode(database, input.code, at);
      if (!claimed) throw new AppError('claim_code_invalid');
      attempts.refund(address);
      return changes.run({ organizationId: claimed.organizationId, by: nobody }, async ({ trx, audit, announce, afterCommit }) => {
        const edge = await claims.bindIdentity(trx, claimed, { ...input, at });
        if (!edge) throw new AppError('claim_code_invalid');
        await audit({ action: 'core.claim', entityKind: 'edge', entityId: claimed.edgeId, data: { hostname: input.hostname, version: input.version } });
        await announce({ kind: 'edges.changed', edgeId: claimed.edgeId, locationId: edge.locationId });
        afterCommit(() => bus.publish(edgeEndedTopic, { edgeId: claimed.edgeId }));
        return { edgeId: claimed.edgeId, organizationId: claimed.organizationId, name: edge.name };
      });
    },
  };
}

/** Renamed into place, so that the waiting core never reads half a file. */
function writeClaimFile(path: string, content: { code: string; serverUrl: string }): void {
  const draft = `${path}.new`;
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600, flush: true });
  renameSync(draft, path);
}
