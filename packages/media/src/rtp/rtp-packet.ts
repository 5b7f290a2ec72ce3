/** Views of one RTP packet. Reused by the parser: read it before the next packet is parsed. */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  payload: Uint8Array;
}

/** Parses an RTP packet (RFC 3550); null when it is not one. Padding and header extension are taken off. */
export function parseRtpPacket(bytes: Uint8Array): RtpPacket | null {
  if (bytes.length < 12 || bytes[0]! >> 6 !== 2) return null;
  let start = 12 + (bytes[0]! & 0x0f) * 4;
  let end = bytes.length;
  if (bytes[0]! & 0x10) {
    if (start + 4 > end) return null;
    start += 4 + ((bytes[start + 2]! << 8) | bytes[start + 3]!) * 4;
  }
  if (bytes[0]! & 0x20) end -= bytes[end - 1]!;
  if (start > end) return null;
  return {
    payloadType: bytes[1]! & 0x7f,
    marker: (bytes[1]! & 0x80) !== 0,
    sequence: (bytes[2]! << 8) | bytes[3]!,
    timestamp: readU32(bytes, 4),
    ssrc: readU32(bytes, 8),
    payload: bytes.subarray(start, end),
  };
}

function readU32(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
}
