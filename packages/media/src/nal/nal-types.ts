import type { VideoCodec } from '../units/access-unit.ts';

/**
 * What a NAL unit means to a recorder. `padding` = delimiters and filler, which say nothing: not stored. `other` = everything that is no
 * picture, such as what only the camera's maker understands: stored as it came.
 */
export type NalRole = 'picture' | 'key' | 'sps' | 'pps' | 'vps' | 'sei' | 'padding' | 'other';

const h264Roles: Record<number, NalRole> = {
  1: 'picture',
  2: 'picture',
  3: 'picture',
  4: 'picture',
  5: 'key',
  6: 'sei',
  7: 'sps',
  8: 'pps',
  9: 'padding',
  12: 'padding',
};
const h265Roles: Record<number, NalRole> = {
  32: 'vps',
  33: 'sps',
  34: 'pps',
  35: 'padding',
  38: 'padding',
  39: 'sei',
  40: 'sei',
};

/** Role of an H.264 NAL unit by its first byte. */
export function h264Role(firstByte: number): NalRole {
  return h264Roles[firstByte & 0x1f] ?? 'other';
}

/** Role of an H.265 NAL unit by its first byte. Types 16 to 21 are random access pictures. */
export function h265Role(firstByte: number): NalRole {
  const type = (firstByte >> 1) & 0x3f;
  if (type >= 16 && type <= 21) return 'key';
  if (type <= 9) return 'picture';
  return h265Roles[type] ?? 'other';
}

/** Role of a NAL unit of either codec. Empty units are `padding`. */
export function nalRole(codec: VideoCodec, nal: Uint8Array): NalRole {
  if (nal.length === 0) return 'padding';
  return codec === 'h264' ? h264Role(nal[0]!) : h265Role(nal[0]!);
}
