import { AppError } from '@sightline/contracts/shared/errors';
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { Backoff } from '../../platform/backoff.ts';
import { claimEdge, type ClaimResult } from '../../platform/link/claim-edge.ts';
import type { EdgeIdentity } from '../../platform/link/edge-identity.ts';
import type { Membership } from '../../platform/link/membership.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MetaStore } from '../../platform/store/meta-store.ts';
import type { EdgeConfig } from '../../platform/edge-config.ts';
import { edgeVersion } from '../../platform/edge-config.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { nowUtcMs } from '../../platform/clock.ts';

const claimFileContent = z.object({ code: z.string() });
const pollMs = 500;

/** What an earlier claim left, or null. */
function readMembership(meta: MetaStore): Membership | null {
  const edgeId = meta.get('edgeId');
  const organizationId = meta.get('organizationId');
  const epoch = meta.get('epoch');
  return edgeId && organizationId && epoch ? { edgeId, organizationId, epoch } : null;
}

/** A code on the command line that this core has not used yet: somebody wants it claimed anew. */
function isNewCode(meta: MetaStore, code: string | null): boolean {
  return code !== null && meta.get('claimedWith') !== fingerprint(code);
}

// The code itself is a secret until it is used or expires.
const fingerprint = (code: string): string => createHash('sha256').update(code).digest('hex');

export interface ClaimingDeps {
  config: EdgeConfig;
  identity: EdgeIdentity;
  stores: Pick<EdgeStores, 'meta' | 'outbox' | 'desired' | 'store' | 'openEvents' | 'alerts' | 'protectedSpans'>;
  /** Takes the keys that the server knows, unless this core has some. */
  releaseKeys: { adopt: (keys: readonly string[]) => void };
  /** This core became another one: forgets pictures that were on their way to the server of before. */
  forgetPictures: () => void;
  log: Log;
  signal: AbortSignal;
}

/** Waits for the file in which the server on the same machine leaves a code; removes it once read. */
async function readClaimFile(path: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    signal.throwIfAborted();
    const text = await readFile(path, 'utf8').catch(() => null);
    const parsed = text === null ? null : claimFileContent.safeParse(safeJson(text));
    if (parsed?.success) {
      await rm(path, { force: true });
      return parsed.data.code;
    }
    await wait(pollMs, undefined, { signal });
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Claims this core: by the code of the command line, or as often as it takes by the claim file. */
export async function claim(deps: ClaimingDeps): Promise<Membership> {
  const { config, log, signal } = deps;
  const backoff = new Backoff({ firstMs: 500, limitMs: 10_000 });
  const publicKey = keyToClaim(deps);
  let code = config.claimCode;
  for (;;) {
    if (!code && !config.claimFile) throw new AppError('claim_code_invalid');
    code ??= await readClaimFile(config.claimFile ?? '', signal);
    try {
      return keep(
        deps,
        code,
        await claimEdge({ serverUrl: config.serverUrl, code, publicKey, version: edgeVersion, hostname: hostname() }),
      );
    } catch (error) {
      const reason = error instanceof AppError ? error.code : 'internal';
      log.warn({ reason }, 'claim failed');
      // A wrong code stays wrong; a server that is away comes back.
      if (reason !== 'unavailable' && reason !== 'rate_limited') {
        if (!config.claimFile) throw error;
        code = null;
      }
      await wait(backoff.next(), undefined, { signal });
    }
  }
}

/** Who this core is: as claimed before, unless a new code was given. One that is wrong does not end what worked. */
export async function joinServer(deps: ClaimingDeps): Promise<Membership> {
  const { config, log } = deps;
  const { meta } = deps.stores;
  const before = readMembership(meta);
  if (before === null) return claim(deps);
  if (!isNewCode(meta, config.claimCode)) return before;
  try {
    return await claim({ ...deps, config: { ...config, claimFile: null } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.error({ reason: error.code }, 'this core could not be claimed anew and stays what it was');
    return before;
  }
}

/** A core that was claimed before takes a new key: of two copies of its disk only this one shall be let in from now on. */
function keyToClaim({ stores, identity }: ClaimingDeps): string {
  return readMembership(stores.meta) === null ? identity.publicKey : identity.prepareRotation().publicKey;
}

function keep(deps: ClaimingDeps, code: string, result: ClaimResult): Membership {
  const { meta, outbox, desired, store, openEvents, alerts, protectedSpans } = deps.stores;
  const membership = { edgeId: result.edgeId, organizationId: result.organizationId, epoch: uuidv7() };
  const before = readMembership(meta);
  const isAnother = before !== null && before.edgeId !== result.edgeId;
  store.transaction(() => {
    // Cameras, and what is told of them, belong to the core that this one was; their footage stays until its days are over.
    if (isAnother) {
      desired.forgetAll(nowUtcMs());
      outbox.clear();
      openEvents.clear();
      alerts.clear();
      protectedSpans.clear();
    }
    for (const [key, value] of Object.entries({ ...membership, name: result.name, claimedWith: fingerprint(code) }))
      meta.set(key, value);
    outbox.restart();
  })();
  if (isAnother) deps.forgetPictures();
  deps.releaseKeys.adopt(result.releaseKeys);
  deps.identity.completeRotation();
  deps.log.info({ edgeId: result.edgeId }, 'claimed');
  return membership;
}
