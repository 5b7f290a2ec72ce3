import type { Page } from '@sightline/contracts/shared/paging';
import { plateKey } from '@sightline/domain/vehicles/plate-key';
import { sql, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import { foundBy } from './vehicle-search.repository.ts';

/** A vehicle by its plate, as it is shown. */
interface NamedVehicle {
  id: string;
  name: string;
}

const name = sql<string>`upper(v.plate)`.as('name');

/** Those of these that there are, by their plates. */
export const platesOf = (trx: Work, organizationId: string, ids: readonly string[]): Promise<NamedVehicle[]> =>
  trx
    .selectFrom('vehicles as v')
    .select(['v.id', name])
    .where('v.organizationId', '=', organizationId)
    .where(sql<SqlBool>`v.id = any (${[...ids]}::uuid[])`)
    .orderBy('v.key')
    .execute();

/** A page of all of them, by their plates. */
export async function listPlates(
  trx: Work,
  organizationId: string,
  request: PageRequest & { query?: string | undefined },
): Promise<Page<NamedVehicle>> {
  const matches = foundBy(organizationId, request.query);
  const rows = await trx
    .selectFrom('vehicles as v')
    .select(['v.id', 'v.plate', name])
    .where('v.organizationId', '=', organizationId)
    .where(matches)
    .where(afterCursor(request, sql.ref('v.key'), sql.ref('v.id')))
    .orderBy('v.key')
    .orderBy('v.id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from vehicles v where v.organization_id = ${organizationId} and ${matches}`,
  );
  const page = toPage(rows, request, ({ plate, id }) => ({ key: plateKey(plate), id }));
  return { ...page, items: page.items.map(({ id, name: shown }) => ({ id, name: shown })), total };
}
