import { renameSync, writeFileSync } from 'node:fs';
import type { ClaimCode } from '@sightline/contracts/edges/edge';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import * as claims from './edge-claims.repository.ts';
import { insertNotice } from './edge-notices.repository.ts';
import { fingerprintOf } from './edge-recovery.service.ts';
import { requireEdge } from './edges.policy.ts';
import { edgeEndedTopic } from './edges.public.ts';
import { findEdge } from './edges.repository.ts';

const codeLifeMs = 15 * 60_000;
const attemptsPerMinute = 10;

/** What pairing needs from the rest of the server. */
export interface EdgeClaimsDeps {
  /** Keys that cores trust from their first claim on. */
  releaseKeys: readonly string[];
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
export function createEdgeClaimsService(deps: EdgeClaimsDeps) {
  const { database, clock, localClaimFile, serverUrl } = deps;
  const attempts = createAttemptLimiter(attemptsPerMinute, clock);

  const present = ({ code, expiresAt }: { code: string; expiresAt: Date }): ClaimCode => ({
    code,
    expiresAt: expiresAt.getTime(),
    command: `./sightline edge --server ${serverUrl()} --claim ${code}`,
  });

  return {
    createCode: async (actor: MemberActor, edgeId: string): Promise<ClaimCode> =>
      present(await makeCode(deps, actor, { edgeId })),
    createReplacementCode: async (actor: MemberActor, edgeId: string): Promise<ClaimCode> =>
      present(await makeCode(deps, actor, { edgeId, replaces: true })),
    claimLocal: async (actor: MemberActor, edgeId: string): Promise<Record<string, never>> => {
      if (localClaimFile === null || (await claims.hasLocalCore(database))) {
        await database.withOrganization(actor.organizationId, async (trx) =>
          requireEdge(actor, await findEdge(trx, actor.organizationId, edgeId), 'CoreCreate'),
        );
        throw new AppError('local_core_absent');
      }
      const { code } = await makeCode(deps, actor, { edgeId, isLocal: true });
      writeClaimFile(localClaimFile, { code, serverUrl: serverUrl() });
      return {};
    },
    claim: async (input: ClaimInput, address: string): Promise<ClaimedEdge> => {
      attempts.take(address);
      const claimed = await claims.useClaimCode(database, input.code, new Date(clock()));
      if (!claimed) throw new AppError('claim_code_invalid');
      attempts.refund(address);
      return claimEdge(deps, { ...claimed, address }, input);
    },
  };
}

/** A code that pairs a machine with a core, or puts one in the place of the machine before. */
function makeCode(
  { changes, clock }: EdgeClaimsDeps,
  actor: MemberActor,
  wanted: { edgeId: string; isLocal?: boolean; replaces?: boolean },
): Promise<{ code: string; expiresAt: Date }> {
  const { organizationId } = actor;
  const { edgeId, isLocal = false, replaces = false } = wanted;
  return changes.run({ organizationId, by: actor }, async ({ trx, audit }) => {
    const edge = requireEdge(actor, await findEdge(trx, organizationId, edgeId), 'CoreCreate');
    if (replaces && edge.claimedAt === null) throw new AppError('core_not_paired');
    const expiresAt = new Date(clock() + codeLifeMs);
    const code = await claims.insertClaimCode(trx, { organizationId, edgeId }, { expiresAt, isLocal, replaces });
    const action = replaces ? 'core.replacement-code' : 'core.claim-code';
    await audit({ action, entityKind: 'edge', entityId: edgeId });
    return { code, expiresAt };
  });
}

interface ClaimInput {
  code: string;
  publicKey: string;
  version: string;
  hostname: string;
}

interface ClaimedEdge {
  edgeId: string;
  organizationId: string;
  name: string;
  releaseKeys: string[];
}

/** Gives the core to the machine that had the code. */
function claimEdge(
  { changes, bus, clock, releaseKeys }: EdgeClaimsDeps,
  claimed: claims.ClaimedCode & { replaces: boolean; address: string },
  input: ClaimInput,
): Promise<ClaimedEdge> {
  const { organizationId, edgeId, address } = claimed;
  const { version, hostname } = input;
  const at = new Date(clock());
  return changes.run({ organizationId, by: { ...nobody, address } }, async ({ trx, audit, announce, afterCommit }) => {
    const before = claimed.replaces ? await claims.machineBefore(trx, claimed) : undefined;
    const edge = await claims.bindIdentity(trx, claimed, { ...input, at });
    if (!edge) throw new AppError('claim_code_invalid');
    if (before) await noteReplacement({ trx, audit }, claimed, { before, hostname, at });
    await audit({ action: 'core.claim', entityKind: 'edge', entityId: edgeId, data: { hostname, version } });
    await announce({ kind: 'edges.changed', edgeId, locationId: edge.locationId });
    afterCommit(() => bus.publish(edgeEndedTopic, { edgeId }));
    return { edgeId, organizationId, name: edge.name, releaseKeys: [...releaseKeys] };
  });
}

/** Another machine has taken the place of the one before. */
async function noteReplacement(
  { trx, audit }: Pick<ChangeWork, 'trx' | 'audit'>,
  core: claims.ClaimedCode,
  machines: { before: { hostname: string | null; publicKey: string | null }; hostname: string; at: Date },
): Promise<void> {
  const { before, hostname, at } = machines;
  const fingerprint = before.publicKey === null ? null : fingerprintOf(before.publicKey);
  await insertNotice(trx, core, { at, code: 'core_replaced', detail: `${before.hostname ?? '?'} → ${hostname}` });
  await audit({
    action: 'core.replace',
    entityKind: 'edge',
    entityId: core.edgeId,
    data: { from: before.hostname, to: hostname, fingerprint },
  });
}

/** Renamed into place, so that the waiting core never reads half a file. */
function writeClaimFile(path: string, content: { code: string; serverUrl: string }): void {
  const draft = `${path}.new`;
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600, flush: true });
  renameSync(draft, path);
}
