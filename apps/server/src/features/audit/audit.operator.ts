import type { OperatorAnswer, OperatorContext, OperatorTask } from '../../platform/features/operator-task.ts';
import { openInstallationBox } from '../../platform/secrets/installation-box.ts';
import { auditKey, createAuditAnchors, findRemoved, organizationsWithChains, verifyChain } from './audit.public.ts';

/** Checks the chains of all organizations, also of those that only the data folder still knows; the text names the first entry that does not fit in each broken one. */
export async function verifyAudit({
  database,
  dataDir,
}: Pick<OperatorContext, 'database' | 'dataDir'>): Promise<OperatorAnswer> {
  const key = await auditKey({ database, box: await openInstallationBox({ database, dataDir }) });
  const anchors = createAuditAnchors(dataDir);
  const anchored = await anchors.list();
  const removed = new Set(await findRemoved(database, anchored));
  const lines: string[] = [];
  let broken = 0;
  for (const organizationId of new Set([
    ...(await organizationsWithChains(database)),
    ...anchored.filter((id) => !removed.has(id)),
  ])) {
    const { entries, sealed, brokenAt, anchoredSince } = await verifyChain({ database, key, anchors }, organizationId);
    const counts = `${entries} entries, ${sealed} sealed, ${anchoredSince === null ? 'not anchored yet' : `anchored since ${new Date(anchoredSince).toISOString()}`}`;
    if (brokenAt === null) lines.push(`whole   ${organizationId}  ${counts}`);
    else {
      broken += 1;
      lines.push(
        `BROKEN  ${organizationId}  ${counts}; first at ${brokenAt.id} of ${new Date(brokenAt.created_at).toISOString()}: ${brokenAt.cause}`,
      );
    }
  }
  const checked = lines.length;
  for (const id of removed) lines.push(`removed ${id}  the organization and its audit log were deleted`);
  lines.push(
    broken === 0
      ? `verified: the audit logs of ${checked} organizations are complete and unchanged`
      : `the audit logs of ${broken} organizations were tampered with`,
  );
  return { isDone: broken === 0, said: lines.join('\n') };
}

/** Says of each audit log whether it is complete and unchanged. */
export const verifyAuditTask: OperatorTask = { name: 'verify-audit', perform: verifyAudit };
