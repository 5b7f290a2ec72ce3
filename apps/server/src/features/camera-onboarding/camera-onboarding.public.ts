import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../platform/database/database.ts';
import { deleteImport } from './camera-imports.repository.ts';
import { pictureFolder } from './import-pictures.ts';
import { deleteEnd, expiredImports } from './import-work.repository.ts';

/** Throws away lists of cameras that are over, with the passwords and pictures in them. */
export async function deleteExpiredImports(
  { database, blobs }: { database: Database; blobs: Blobs },
  now: Date,
): Promise<void> {
  for (const { organizationId, importId } of await expiredImports(database, now)) {
    const place = { organizationId, importId };
    await blobs.removeAll(pictureFolder(place));
    await database.withOrganization(organizationId, async (trx) => {
      await deleteImport(trx, place);
      await deleteEnd(trx, place);
    });
  }
}
