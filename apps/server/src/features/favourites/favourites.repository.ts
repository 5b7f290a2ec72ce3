import type { Favourite, FavouriteKind } from '@sightline/contracts/favourites/favourite';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';

/** Whose stars. */
export interface StarOwner {
  organizationId: string;
  userId: string;
}

/** What is starred. */
export interface Star {
  kind: FavouriteKind;
  entityId: string;
}

/** Starred things that still exist and may be seen, the first starred first. */
export async function listFavourites(
  trx: Work,
  owner: StarOwner,
  sight: { cameras: Scope; locations: Scope },
): Promise<Favourite[]> {
  const { organizationId, userId } = owner;
  const seesCamera = insideScope(sight.cameras, {
    organizationId,
    location: sql`c.location_id`,
    core: sql`c.edge_id`,
    camera: sql`c.id`,
  });
  const seesLocation = insideScope(sight.locations, { organizationId, location: sql`l.id` });
  const { rows } = await sql<Omit<Favourite, 'starredAtUtcMs'> & { starredAt: Date }>`
    select f.kind, f.entity_id, c.name, l.name as place_name, f.starred_at from favourites f
      join cameras c on c.organization_id = f.organization_id and c.id = f.entity_id and c.deleted_at is null
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
      where f.organization_id = ${organizationId} and f.user_id = ${userId} and f.kind = 'camera' and ${seesCamera}
    union all
    select f.kind, f.entity_id, l.name, a.name as place_name, f.starred_at from favourites f
      join locations l on l.organization_id = f.organization_id and l.id = f.entity_id and l.deleted_at is null
      left join locations a on a.organization_id = l.organization_id and a.id = l.parent_id
      where f.organization_id = ${organizationId} and f.user_id = ${userId} and f.kind = 'location' and ${seesLocation}
    order by starred_at, entity_id`.execute(trx);
  return rows.map(({ starredAt, ...row }) => ({ ...row, starredAtUtcMs: starredAt.getTime() }));
}

export async function insertStar(trx: Work, owner: StarOwner, star: Star): Promise<void> {
  await trx
    .insertInto('favourites')
    .values({ organizationId: owner.organizationId, userId: owner.userId, ...star })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteStar(trx: Work, owner: StarOwner, star: Star): Promise<void> {
  await trx
    .deleteFrom('favourites')
    .where('organizationId', '=', owner.organizationId)
    .where('userId', '=', owner.userId)
    .where('kind', '=', star.kind)
    .where('entityId', '=', star.entityId)
    .execute();
}
