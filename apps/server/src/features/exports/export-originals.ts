import { randomBytes } from 'node:crypto';

// Whether a file shows what its camera hides must be known as long as the file is there. The ticket that it comes in by says
// it, because only we make tickets; from then on its place says it.

const ofOriginals = 'o.';

/** A token that a core may bring one file with. */
export const newUploadToken = (originals: boolean): string =>
  `${originals ? ofOriginals : ''}${randomBytes(32).toString('base64url')}`;

/** Where a file that came in by a ticket is kept. */
export function exportBlobKey(file: {
  organizationId: string;
  cameraId: string;
  exportId: string;
  createdAt: Date;
  token: string;
}): string {
  const day = file.createdAt.toISOString().slice(0, 10);
  const folder = file.token.startsWith(ofOriginals) ? 'export-originals' : 'exports';
  return `o/${file.organizationId}/${folder}/${day}/${file.cameraId}/${file.exportId}.mp4`;
}

/** Whether a file that is kept there may show what its camera hides. */
export const isOfOriginals = (blobKey: string): boolean => blobKey.split('/')[2] === 'export-originals';
