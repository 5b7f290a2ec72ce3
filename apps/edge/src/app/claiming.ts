import { AppError } from '@sightline/contracts/shared/errors';
import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { Backoff } from '../platform/backoff.ts';
import { claimEdge } from '../platform/link/claim-edge.ts';
import type { EdgeIdentity } from '../platform/link/edge-identity.ts';
import type { Log } from '../platform/log/log.ts';
import type { MetaStore } from '../platform/store/meta-store.ts';
import type { Outbox } from '../platform/store/outbox.ts';
import type { EdgeConfig } from './config.ts';
import { edgeVersion } from './config.ts';

export interface Membership {
  edgeId: string;
  organizationId: string;
  epoch: string;
  serverUrl: string;
}

const claimFileContent = z.object({ code: z.string(), serverUrl: z.url().optional() });
const pollMs = 500;

/** What an earlier claim left, or null. */
export function readMembership(meta: MetaStore): Membership | null {
  const edgeId = meta.get('edgeId');
  const organizationId = meta.get('organizationId');
  const epoch = meta.get('epoch');
  const serverUrl = meta.get('serverUrl');
  return edgeId && organizationId && epoch && serverUrl ? { edgeId, organizationId, epoch, serverUrl } : null;
}

export interface ClaimingParts {
  config: EdgeConfig;
  identity: EdgeIdentity;
  meta: MetaStore;
  outbox: Outbox;
  log: Log;
  signal: AbortSignal;
}

/** Waits for the file in which the server on the same machine leaves a code; removes it once read. */
async function readClaimFile(path: string, signal: AbortSignal): Promise<{ code: string; serverUrl: string | null }> {
  for (;;) {
    signal.throwIfAborted();
    const text = await readFile(path, 'utf8').catch(() => null);
    const parsed = text === null ? null : claimFileContent.safeParse(safeJson(text));
    if (parsed?.success) {
      await rm(path, { force: true });
      return { code: parsed.data.code, serverUrl: parsed.data.serverUrl ?? null };
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
export async function claim(parts: ClaimingParts): Promise<Membership> {
  const { config, log, signal } = parts;
  const backoff = new Backoff({ firstMs: 500, limitMs: 10_000 });
  let offer: { code: string; serverUrl: string | null } | null = config.claimCode ? { code: config.claimCode, serverUrl: null } : null;
  for (;;) {
    if (!offer && !config.claimFile) throw new AppError('claim_code_invalid');
    offer ??= await readClaimFile(config.claimFile ?? '', signal);
    const serverUrl = offer.serverUrl ?? config.serverUrl;
    try {
      return keep(parts, serverUrl, await claimEdge({ serverUrl, code: offer.code, publicKey: parts.identity.publicKey, version: edgeVersion, hostname: hostname() }));
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'internal';
      log.warn({ reason: code }, 'claim failed');
      // A wrong code stays wrong; a server that is away comes back.
      if (code !== 'unavailable' && code !== 'rate_limited') {
        if (!config.claimFile) throw error;
        offer = null;
      }
      await wait(backoff.next(), undefined, { signal });
    }
  }
}

function keep(parts: ClaimingParts, serverUrl: string, result: { edgeId: string; organizationId: string; name: string }): Membership {
  const membership = { edgeId: result.edgeId, organizationId: result.organizationId, epoch: uuidv7(), serverUrl };
  for (const [key, value] of Object.entries(membership)) parts.meta.set(key, value);
  parts.meta.set('name', result.name);
  parts.outbox.restart();
  parts.log.info({ edgeId: result.edgeId }, 'claimed');
  return membership;
}
