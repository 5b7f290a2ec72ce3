import type { Updateable } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { Row, Schema } from '../../../platform/database/rows.generated.ts';

export type ExportLinkRow = Omit<Row<'exportLinks'>, 'organizationId'>;

interface LinkPlace {
  organizationId: string;
  id: string;
}

const most = 50;

const links = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('exportLinks')
    .select([
      'id',
      'exportId',
      'hidden',
      'createdBy',
      'createdByName',
      'createdAt',
      'expiresAt',
      'mailedTo',
      'revokedAt',
      'revokedByName',
      'openCount',
      'lastOpenedAt',
      'lastOpenedFrom',
    ])
    .where('organizationId', '=', organizationId);

/** Links of an export, the newest first. */
export const linksOfExport = (trx: Work, organizationId: string, exportId: string): Promise<ExportLinkRow[]> =>
  links(trx, organizationId).where('exportId', '=', exportId).orderBy('id', 'desc').limit(most).execute();

/** One link; `isHeld`: nobody else changes it until the transaction ends. */
export async function findLink(
  trx: Work,
  { organizationId, id, isHeld = false }: LinkPlace & { isHeld?: boolean },
): Promise<ExportLinkRow | undefined> {
  const query = links(trx, organizationId).where('id', '=', id);
  return (isHeld ? query.forUpdate() : query).executeTakeFirst();
}

/** How many links of an export still open something. The export is held, so that they are counted one after the other. */
export async function countOpenLinks(
  trx: Work,
  organizationId: string,
  of: { exportId: string; now: Date },
): Promise<number> {
  await trx
    .selectFrom('exports')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', of.exportId)
    .forUpdate()
    .execute();
  const { count } = await trx
    .selectFrom('exportLinks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('exportId', '=', of.exportId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', of.now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertLink(
  trx: Work,
  organizationId: string,
  link: Pick<
    ExportLinkRow,
    'id' | 'exportId' | 'hidden' | 'createdBy' | 'createdByName' | 'createdAt' | 'expiresAt' | 'mailedTo'
  >,
): Promise<void> {
  await trx
    .insertInto('exportLinks')
    .values({ organizationId, ...link })
    .execute();
}

export async function updateLink(
  trx: Work,
  { organizationId, id }: LinkPlace,
  values: Omit<Updateable<Schema['exportLinks']>, 'organizationId' | 'id'>,
): Promise<void> {
  await trx
    .updateTable('exportLinks')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}
