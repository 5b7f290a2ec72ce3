import { AppError } from '@sightline/contracts/shared/errors';
import type { Database } from '../database/database.ts';
import { readOrMakeMasterKey } from './master-key.ts';
import { createSealedBox, type SealedBox } from './sealed-box.ts';

/**
 * The box of this installation. Its key is made only for a database in which nothing is sealed yet: with another one passwords of cameras,
 * second factors and sessions would be lost one by one, long after the right key could still be looked for. Throws `master_key_missing`
 * and `master_key_other`.
 */
export async function openInstallationBox({
  database,
  dataDir,
}: {
  database: Database;
  dataDir: string;
}): Promise<SealedBox> {
  const sealed = await database.global.selectFrom('serverKeys').select(['name', 'sealed']).limit(1).executeTakeFirst();
  const box = createSealedBox(readOrMakeMasterKey(dataDir, { mayMake: sealed === undefined }));
  if (sealed === undefined) return box;
  try {
    box.open(sealed.sealed, `server-key:${sealed.name}`);
  } catch (error) {
    throw new AppError('master_key_other', { dataFolder: dataDir }, { cause: error });
  }
  return box;
}
