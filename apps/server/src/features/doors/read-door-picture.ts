import { AppError } from '@sightline/contracts/shared/errors';
import { readSight, showsNothingHidden } from '@sightline/domain/events/picture-sight';
import { holds, mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SignedRequest, UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { hiddenFrom } from '../cameras/cameras.public.ts';
import { maySeePictures } from '../events/events.public.ts';
import { pictureKey } from './door-pictures.ts';
import { doorOfPicture } from './door-pictures.repository.ts';
import { picturePath } from './doors.presenter.ts';
import { findDoor } from './doors.repository.ts';

/** What showing pictures needs from the rest of the server. */
export interface DoorPictureDeps {
  database: Database;
  blobs: Blobs;
  signer: UrlSigner;
  clock: Clock;
  memberOf: MemberOf;
}

/** A picture of a door for whom its address was signed, as long as the right lasts. */
export async function readDoorPicture(
  deps: DoorPictureDeps,
  { edgeId, cameraId, image: name }: { edgeId: string; cameraId: string; image: string },
  { query, address }: SignedRequest,
): Promise<Uint8Array> {
  const signedFor = deps.signer.verify(picturePath({ edgeId, cameraId, name }), query, deps.clock());
  const actor = signedFor && (await deps.memberOf({ ...signedFor, address }));
  if (!actor || !holds(actor, 'OrganizationDatabaseDoorsDirectory')) throw new AppError('not_found');
  const { organizationId } = actor;
  const picture = { organizationId, edgeId, cameraId, name };
  const { door, hidden } = await deps.database.withOrganization(organizationId, async (trx) => {
    const doorId = await doorOfPicture(trx, picture);
    return {
      door: doorId === undefined ? undefined : await findDoor(trx, { organizationId, doorId }),
      hidden: await hiddenFrom(trx, actor, [cameraId]),
    };
  });
  if (!door || !mayAt(actor, 'CameraView', door.entityPath) || !maySeePictures(actor, door.entityPath))
    throw new AppError('not_found');
  const bytes = await deps.blobs.read(pictureKey(picture));
  if (!bytes) throw new AppError('not_found');
  const privacy = hidden.get(cameraId);
  if (privacy && !showsNothingHidden(readSight(bytes), privacy)) throw new AppError('privacy_picture_before');
  return bytes;
}
