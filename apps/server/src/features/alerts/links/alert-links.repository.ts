import type { Updateable } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { Row, Schema } from '../../../platform/database/rows.generated.ts';

export type AlertLinkRow = Omit<Row<'alertLinks'>, 'organizationId'>;

interface LinkPlace {
  organizationId: string;
  id: string;
}

const most = 50;

const links = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('alertLinks')
    .select([
      'id',
      'alertId',
      'cameraId',
      'fromAt',
      'toAt',
      'createdBy',
      'createdByName',
      'createdAt',
      'expiresAt',
      'revokedAt',
      'revokedByName',
      'openCount',
      'lastOpenedAt',
      'lastOpenedFrom',
      'exportId',
      'hidden',
      'askedAt',
      'failure',
    ])
    .where('organizationId', '=', organizationId);

/** Links of an alert, the newest first. */
export const linksOfAlert = (trx: Work, organizationId: string, alertId: string): Promise<AlertLinkRow[]> =>
  links(trx, organizationId).where('alertId', '=', alertId).orderBy('id', 'desc').limit(most).execute();

/** One link; `isHeld`: nobody else changes it until the transaction ends. */
export async function findLink(
  trx: Work,
  { organizationId, id, isHeld = false }: LinkPlace & { isHeld?: boolean },
): Promise<AlertLinkRow | undefined> {
  const query = links(trx, organizationId).where('id', '=', id);
  return (isHeld ? query.forUpdate() : query).executeTakeFirst();
}

/** How many links of an alert still open something. */
export async function countOpenLinks(
  trx: Work,
  organizationId: string,
  of: { alertId: string; now: Date },
): Promise<number> {
  const { count } = await trx
    .selectFrom('alertLinks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('alertId', '=', of.alertId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', of.now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertLink(
  trx: Work,
  organizationId: string,
  link: Pick<
    AlertLinkRow,
    'id' | 'alertId' | 'cameraId' | 'fromAt' | 'toAt' | 'createdBy' | 'createdByName' | 'createdAt' | 'expiresAt'
  >,
): Promise<void> {
  await trx
    .insertInto('alertLinks')
    .values({ organizationId, ...link })
    .execute();
}

export async function updateLink(
  trx: Work,
  { organizationId, id }: LinkPlace,
  values: Omit<Updateable<Schema['alertLinks']>, 'organizationId' | 'id'>,
): Promise<void> {
  await trx
    .updateTable('alertLinks')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}
