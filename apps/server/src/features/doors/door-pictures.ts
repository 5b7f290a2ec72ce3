import { createHash } from 'node:crypto';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import {
  allPicturesLeftBehind,
  forgetPictures,
  organizationsWithCores,
  picturesLeftBehind,
  type DoorPicture,
} from './door-pictures.repository.ts';
import type { DoorPlace } from './doors.repository.ts';

/** A transaction that wrote a file may still be under way. */
const underWayMs = 3_600_000;

/** Where files with pictures are, which is also the end of their addresses. */
export const pictureFolder = ({ edgeId, cameraId, name }: Omit<DoorPicture, 'organizationId'>): string =>
  `training/${edgeId}/${cameraId}/${name}`;

/** The key of a picture. */
export const pictureKey = (picture: DoorPicture): string => `o/${picture.organizationId}/${pictureFolder(picture)}`;

/** A name that the same picture of the same door always has, and no other one. */
export const pictureName = (doorId: string, jpeg: Uint8Array): string =>
  `${doorId}-${createHash('sha256').update(jpeg).digest('hex').slice(0, 16)}.jpg`;

/** What erasing needs of the server. */
export interface ErasingDeps {
  database: Database;
  blobs: Blobs;
  log: Log;
}

/** Erases files and then what is known of them; one that cannot be erased is tried again with the next round. */
async function erase({ database, blobs }: ErasingDeps, pictures: readonly DoorPicture[]): Promise<void> {
  const [first] = pictures;
  if (first === undefined) return;
  for (const picture of pictures) {
    const key = pictureKey(picture);
    if ((await blobs.stat(key)) !== null) await blobs.remove(key);
  }
  const { organizationId } = first;
  const names = pictures.map(({ name }) => name);
  await database.withOrganization(organizationId, (trx) => forgetPictures(trx, organizationId, names));
}

/** Pictures that a door does not name any more are erased once the change is sure. */
export async function eraseLeftBehind(deps: ErasingDeps, work: ChangeWork, place: DoorPlace): Promise<void> {
  const pictures = await picturesLeftBehind(work.trx, place);
  if (pictures.length === 0) return;
  work.afterCommit(
    () =>
      void erase(deps, pictures).catch((error: unknown) =>
        deps.log.warn({ err: error, doorId: place.doorId }, 'pictures of a door could not be erased yet'),
      ),
  );
}

/** Erases what was left behind: by a server that stopped in between, and by doors that went with their cameras. */
export async function eraseAllLeftBehind(deps: ErasingDeps, now: Date): Promise<void> {
  const before = new Date(now.getTime() - underWayMs);
  for (const organizationId of await organizationsWithCores(deps.database)) {
    const pictures = await deps.database.withOrganization(organizationId, (trx) =>
      allPicturesLeftBehind(trx, organizationId, before),
    );
    await erase(deps, pictures);
  }
}
