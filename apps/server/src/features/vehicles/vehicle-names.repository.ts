import type { Page } from '@sightline/contracts/shared/paging';
import { plateKey } from '@sightline/domain/vehicles/plate-key';
import { sql, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, totalOf, type PageRequest } from '../../platform/database/page.ts';
import { findVehicles, type Found } from './vehicle-search.repository.ts';

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

function totalFound(
  trx: Work,
  organizationId: string,
  found: Found | null,
): Promise<Page<never>['total']> | Page<never>['total'] {
  if (found === null)
    return countUpTo(trx, sql`select 1 from vehicles v where v.organization_id = ${organizationId}::uuid`);
  // Pages go on whatever this says; what nobody counted is a page at least.
  const { value, relation } = totalOf(found.count ?? 1);
  return { value, relation: found.ids === null ? 'atLeast' : relation };
}

/** A page of all of them, by their plates. */
export async function listPlates(
  trx: Work,
  organizationId: string,
  request: PageRequest & { query?: string | undefined },
): Promise<Page<NamedVehicle>> {
  const { query = '' } = request;
  const found = query === '' ? null : await findVehicles(trx, { organizationId, text: query });
  const matches = found?.isOne ?? sql<SqlBool>`true`;
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
  const total = await totalFound(trx, organizationId, found);
  const page = toPage(rows, request, ({ plate, id }) => ({ key: plateKey(plate), id }));
  return { ...page, items: page.items.map(({ id, name: shown }) => ({ id, name: shown })), total };
}
