import { auditKey, organizationsWithChains, verifyChain } from '../features/audit/audit.public.ts';
import type { Database } from '../platform/database/database.ts';
import { readOrMakeMasterKey } from '../platform/secrets/master-key.ts';
import { createSealedBox } from '../platform/secrets/sealed-box.ts';

/** Checks the chains of all organizations; the text names the first entry that does not fit in each broken one. */
export async function verifyAudit(database: Database, dataDir: string): Promise<{ isDone: boolean; said: string }> {
  const key = await auditKey({ database, box: createSealedBox(readOrMakeMasterKey(dataDir)) });
  const lines: string[] = [];
  let broken = 0;
  for (const organizationId of await organizationsWithChains(database)) {
    const { entries, sealed, brokenAt } = await verifyChain({ database, key }, organizationId);
    const counts = `${entries} entries, ${sealed} sealed`;
    if (brokenAt === null) lines.push(`whole   ${organizationId}  ${counts}`);
    else {
      broken += 1;
      lines.push(`BROKEN  ${organizationId}  ${counts}; first at ${brokenAt.id} of ${new Date(brokenAt.created_at).toISOString()}: ${brokenAt.cause}`);
    }
  }
  lines.push(broken === 0 ? `the audit of ${lines.length} organizations is whole` : `the audit of ${broken} organizations was tampered with`);
  return { isDone: broken === 0, said: lines.join('\n') };
}
