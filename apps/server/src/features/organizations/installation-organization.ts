import { AppError } from '@sightline/contracts/shared/errors';
import { nobody, type Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import { findOrganization } from './organizations.repository.ts';
import * as repository from './installation-organization.repository.ts';

/** For whoever has the machine itself: names the organization of the installation. Throws `not_found`. */
export async function nameInstallationOrganization(
  { database, changes }: { database: Database; changes: Changes },
  organizationId: string,
): Promise<void> {
  const before = await repository.installationOrganization(database);
  const named = await database.withOrganization(organizationId, (trx) => findOrganization(trx, organizationId));
  if (!named) throw new AppError('not_found');
  if (before === organizationId && named.isDefault) return;
  // Only one carries the mark at any time, and each stands behind the fence of its own. Who ends between the two steps names it again.
  if (before !== null) await database.withOrganization(before, (trx) => repository.markDefault(trx, before, false));
  await changes.run({ organizationId, by: nobody }, async ({ trx, audit }) => {
    if (!(await repository.markDefault(trx, organizationId, true))) throw new AppError('not_found');
    await repository.setInstallationOrganization(trx, organizationId);
    await audit({
      action: 'organization.nameDefault',
      entityKind: 'organization',
      entityId: organizationId,
      data: { before },
    });
  });
}
