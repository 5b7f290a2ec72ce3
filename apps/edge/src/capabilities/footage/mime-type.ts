import type { FileConfig } from '@sightline/media/nal/file-config';

/** MIME type for a source buffer. G.711 is left out, because browsers refuse it: turn it into FLAC first. */
export function mimeTypeOf(
  videoCodecString: string,
  audio: Pick<NonNullable<FileConfig['audio']>, 'codec'> | null,
): string {
  const sound = audio?.codec === 'aac' ? ', mp4a.40.2' : audio?.codec === 'flac' ? ', flac' : '';
  return `video/mp4; codecs="${videoCodecString}${sound}"`;
}
