import type { Blobs } from '../../../platform/blobs/blobs.ts';

/** Where the picture of a face is kept: by the face alone, so that it stays where it is when people turn out to be one. */
export const facePictureKey = (organizationId: string, faceId: string): string =>
  `o/${organizationId}/people/${faceId}.jpg`;

/** Erases pictures of faces; answers how many there were. */
export async function removeFacePictures(
  blobs: Blobs,
  organizationId: string,
  faceIds: readonly string[],
): Promise<number> {
  let removed = 0;
  for (const faceId of faceIds) {
    const key = facePictureKey(organizationId, faceId);
    if ((await blobs.stat(key)) === null) continue;
    await blobs.remove(key);
    removed += 1;
  }
  return removed;
}
