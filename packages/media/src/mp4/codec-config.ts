import { Mp4FormatError, viewOf } from './mp4-boxes.ts';

/** Parameter sets of a video track as raw NAL units, and the bytes of each NAL length prefix (1, 2 or 4). */
export interface ParameterSets {
  vps: Uint8Array[];
  sps: Uint8Array[];
  pps: Uint8Array[];
  lengthSize: number;
}

function readNals(box: Uint8Array, at: number, count: number): { nals: Uint8Array[]; next: number } {
  const view = viewOf(box);
  const nals: Uint8Array[] = [];
  let next = at;
  for (let index = 0; index < count; index += 1) {
    if (next + 2 > box.length) throw new Mp4FormatError('parameter set length is cut off');
    const size = view.getUint16(next);
    next += 2;
    if (size === 0 || next + size > box.length) throw new Mp4FormatError('parameter set is cut off');
    nals.push(box.subarray(next, next + size));
    next += size;
  }
  return { nals, next };
}

/** Reads an AVCDecoderConfigurationRecord (body of `avcC`). */
export function readAvcConfig(body: Uint8Array): ParameterSets {
  if (body.length < 7) throw new Mp4FormatError('avcC is too short');
  const sps = readNals(body, 6, body[5]! & 0x1f);
  if (sps.next >= body.length) throw new Mp4FormatError('avcC has no picture parameter sets');
  const pps = readNals(body, sps.next + 1, body[sps.next]!);
  return { vps: [], sps: sps.nals, pps: pps.nals, lengthSize: (body[4]! & 3) + 1 };
}

/** Reads an HEVCDecoderConfigurationRecord (body of `hvcC`). */
export function readHevcConfig(body: Uint8Array): ParameterSets {
  if (body.length < 23) throw new Mp4FormatError('hvcC is too short');
  const sets: ParameterSets = { vps: [], sps: [], pps: [], lengthSize: (body[21]! & 3) + 1 };
  const byType = new Map([
    [32, sets.vps],
    [33, sets.sps],
    [34, sets.pps],
  ]);
  let at = 23;
  for (let array = 0; array < body[22]!; array += 1) {
    if (at + 3 > body.length) throw new Mp4FormatError('hvcC array is cut off');
    const { nals, next } = readNals(body, at + 3, viewOf(body).getUint16(at + 1));
    byType.get(body[at]! & 0x3f)?.push(...nals);
    at = next;
  }
  return sets;
}

interface Descriptor {
  tag: number;
  body: number;
  end: number;
}

function readDescriptor(bytes: Uint8Array, at: number, limit: number): Descriptor {
  let size = 0;
  let next = at + 1;
  for (let count = 0; count < 4; count += 1) {
    if (next >= limit) throw new Mp4FormatError('esds descriptor is cut off');
    const byte = bytes[next]!;
    next += 1;
    size = size * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) break;
  }
  if (next + size > limit) throw new Mp4FormatError('esds descriptor is longer than its box');
  return { tag: bytes[at]!, body: next, end: next + size };
}

function findDescriptor(bytes: Uint8Array, from: number, search: { limit: number; tag: number }): Descriptor | null {
  let at = from;
  while (at + 2 <= search.limit) {
    const found = readDescriptor(bytes, at, search.limit);
    if (found.tag === search.tag) return found;
    at = found.end;
  }
  return null;
}

/** The AudioSpecificConfig inside `esds` (box body, version and flags first); null when the sound is not MPEG-4 audio. */
export function readAudioSpecificConfig(body: Uint8Array): Uint8Array | null {
  if (body.length < 6) throw new Mp4FormatError('esds is too short');
  const es = findDescriptor(body, 4, { limit: body.length, tag: 3 });
  if (!es || es.end - es.body < 3) throw new Mp4FormatError('esds has no elementary stream descriptor');
  const flags = body[es.body + 2]!;
  let at = es.body + 3 + (flags & 0x80 ? 2 : 0);
  if (flags & 0x40) at += 1 + (body[at] ?? 0);
  if (flags & 0x20) at += 2;
  const decoder = findDescriptor(body, at, { limit: es.end, tag: 4 });
  if (!decoder || decoder.end - decoder.body < 13) throw new Mp4FormatError('esds has no decoder configuration');
  if (body[decoder.body] !== 0x40) return null;
  const specific = findDescriptor(body, decoder.body + 13, { limit: decoder.end, tag: 5 });
  return specific ? body.subarray(specific.body, specific.end) : null;
}
