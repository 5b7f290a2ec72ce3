import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Everything of an entry that its seal vouches for, as the database keeps it. */
export interface ChainedEntry {
  id: string;
  atMs: number;
  userId: string | null;
  sessionId: string | null;
  action: string;
  entityKind: string;
  entityId: string | null;
  entityName: string | null;
  address: string | null;
  viaOrganizationId: string | null;
  viaOrganizationName: string | null;
  apiKeyId: string | null;
  apiKeyName: string | null;
  authProviderId: string | null;
  /** As PostgreSQL writes it, which is the same for the same value. */
  dataText: string;
}

/** The place of an entry in the chain. */
export interface ChainLink {
  organizationId: string;
  number: number;
  isLate: boolean;
}

/** An entry may become visible this much later than it was made: that is how long a transaction may take. */
export const lateAfterMs = 5 * 60_000;

/** True for an entry that claims to be older than what had been sealed long before it was found. */
export const isLate = (atMs: number, newestSealedMs: number | null): boolean =>
  newestSealedMs !== null && atMs < newestSealedMs - lateAfterMs;

/** sha256 of the hash before and the whole entry with its place; fields in a fixed order. */
export function sealOf(previous: Uint8Array, link: ChainLink, entry: ChainedEntry): Buffer {
  const { id, atMs, userId, sessionId, action, entityKind, entityId, entityName, address, dataText } = entry;
  const { viaOrganizationId, viaOrganizationName, apiKeyId, apiKeyName, authProviderId } = entry;
  const who = [
    userId,
    sessionId,
    address,
    viaOrganizationId,
    viaOrganizationName,
    apiKeyId,
    apiKeyName,
    authProviderId,
  ];
  const what = [action, entityKind, entityId, entityName, dataText];
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([link.organizationId, link.number, link.isLate, id, atMs, ...who, ...what]))
    .digest();
}

/** Proof that this server left the chain ending there: who can write to the database alone cannot make it. */
export const headProof = (
  key: Uint8Array,
  organizationId: string,
  head: { number: number; hash: Uint8Array },
): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([organizationId, head.number]))
    .update(head.hash)
    .digest();

export const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
