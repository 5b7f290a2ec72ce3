import { readOrMakeServerKey } from '../../platform/auth/server-keys.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { randomBytes } from 'node:crypto';

export { createAuditAnchors } from './audit-anchors.ts';
export { findRemoved, organizationsWithChains } from './audit-chain.repository.ts';
export { verifyChain } from './audit-verification.service.ts';

/** Key that proves where the chains of this installation end. */
export const auditKey = async (place: { database: Database; box: SealedBox }): Promise<Buffer> =>
  Buffer.from(
    await readOrMakeServerKey(place, 'audit-chain', async () => randomBytes(32).toString('base64url')),
    'base64url',
  );
