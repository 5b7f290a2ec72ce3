import type { ImportPlace } from './camera-imports.repository.ts';

/** Where the pictures of a list lie, until it is thrown away. */
export const pictureFolder = ({ organizationId, importId }: ImportPlace): string =>
  `o/${organizationId}/camera-imports/${importId}`;

export const pictureKey = (place: ImportPlace, line: number): string => `${pictureFolder(place)}/${String(line)}.jpg`;

/** Bytes of a JPEG data URL, or null for anything else. */
export function jpegOf(dataUrl: string | null): Uint8Array | null {
  const base64 = /^data:image\/jpeg;base64,(.+)$/.exec(dataUrl ?? '')?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64');
}
