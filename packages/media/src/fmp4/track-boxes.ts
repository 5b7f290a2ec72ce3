import { ascii, box, fullBox, u16, u32, u64, zeros } from './box-writer.ts';

/** Track number of the pictures in every file we write. */
export const videoTrackId = 1;
/** Track number of the sound in every file we write. */
export const audioTrackId = 2;
/** Ticks per second of pictures and of the movie header. */
export const videoTimescale = 90_000;

const plainText = { version: 0, flags: 0 };
const matrix = u32(0x00010000, 0, 0, 0, 0x00010000, 0, 0, 0, 0x40000000);

export interface TrackBox {
  trackId: number;
  timescale: number;
  /** In the track's timescale; 0 in fragmented files. */
  duration: number;
  /** In the movie's timescale (90 kHz). */
  movieDuration: number;
  video: { width: number; height: number } | null;
  /** Sample table boxes: stsd first. */
  sampleTable: Uint8Array[];
  /** `edts` box or nothing. */
  edits: Uint8Array[];
}

/** Movie header in 90 kHz. */
export function movieHeader(duration: number, nextTrackId: number): Uint8Array {
  return fullBox(
    'mvhd',
    { version: 1, flags: 0 },
    u64(0),
    u64(0),
    u32(videoTimescale),
    u64(duration),
    u32(0x00010000),
    u16(0x0100),
    zeros(10),
    matrix,
    zeros(24),
    u32(nextTrackId),
  );
}

/** A whole `trak` box. */
export function trackBox(track: TrackBox): Uint8Array {
  const width = (track.video?.width ?? 0) * 65_536;
  const height = (track.video?.height ?? 0) * 65_536;
  const header = fullBox(
    'tkhd',
    { version: 1, flags: 3 },
    u64(0),
    u64(0),
    u32(track.trackId, 0),
    u64(track.movieDuration),
    zeros(8),
    u16(0, 0, track.video === null ? 0x0100 : 0, 0),
    matrix,
    u32(width, height),
  );
  const mediaHeader = fullBox(
    'mdhd',
    { version: 1, flags: 0 },
    u64(0),
    u64(0),
    u32(track.timescale),
    u64(track.duration),
    u16(0x55c4, 0),
  );
  const handler = fullBox(
    'hdlr',
    plainText,
    zeros(4),
    ascii(track.video === null ? 'soun' : 'vide'),
    zeros(12),
    ascii('Sightline\0'),
  );
  const specific =
    track.video === null ? fullBox('smhd', plainText, zeros(4)) : fullBox('vmhd', { version: 0, flags: 1 }, zeros(8));
  const data = box('dinf', fullBox('dref', plainText, u32(1), fullBox('url ', { version: 0, flags: 1 })));
  const information = box('minf', specific, data, box('stbl', ...track.sampleTable));
  return box('trak', header, ...track.edits, box('mdia', mediaHeader, handler, information));
}

/** Sample description box. */
export function sampleDescriptions(entries: Uint8Array[]): Uint8Array {
  return fullBox('stsd', plainText, u32(entries.length), ...entries);
}
