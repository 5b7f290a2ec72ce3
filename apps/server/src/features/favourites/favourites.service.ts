import type { Favourite } from '@sightline/contracts/favourites/favourite';
import { AppError } from '@sightline/contracts/shared/errors';
import { requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { cameraFor } from '../cameras/cameras.public.ts';
import { findPlace } from '../locations/locations.public.ts';
import { deleteStar, insertStar, listFavourites, type Star, type StarOwner } from './favourites.repository.ts';

/** What is at hand for everything is at hand for nothing. */
const maxStars = 200;

/** What people have starred. */
export type FavouritesService = ReturnType<typeof createFavouritesService>;

const ownerOf = ({ organizationId, userId }: MemberActor): StarOwner => ({ organizationId, userId });

const listOf = (trx: Work, actor: MemberActor): Promise<Favourite[]> =>
  listFavourites(trx, ownerOf(actor), {
    cameras: scopeFor(actor, 'CameraView'),
    locations: scopeFor(actor, 'LocationView'),
  });

/** Stars belong to one person in one organization. Only what may be seen can be starred, and is listed. */
export function createFavouritesService({ database }: { database: Database }) {
  return {
    list: (actor: MemberActor): Promise<{ items: Favourite[] }> =>
      database.withOrganization(actor.organizationId, async (trx) => ({ items: await listOf(trx, actor) })),
    star: (actor: MemberActor, star: Star): Promise<Record<string, never>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        await requireSeen(trx, actor, star);
        // What is gone or out of sight cannot be taken off the list by anybody, so it takes no room there.
        const others = (await listOf(trx, actor)).filter(
          ({ kind, entityId }) => kind !== star.kind || entityId !== star.entityId,
        );
        if (others.length >= maxStars) throw new AppError('too_many', { limit: maxStars });
        await insertStar(trx, ownerOf(actor), star);
        return {};
      }),
    unstar: (actor: MemberActor, star: Star): Promise<Record<string, never>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        await deleteStar(trx, ownerOf(actor), star);
        return {};
      }),
  };
}

async function requireSeen(trx: Work, actor: MemberActor, { kind, entityId }: Star): Promise<void> {
  if (kind === 'camera') await cameraFor(trx, actor, { cameraId: entityId, permission: 'CameraView' });
  else
    requireEntity(actor, await findPlace(trx, actor.organizationId, entityId), {
      permission: 'LocationView',
      view: 'LocationView',
    });
}
