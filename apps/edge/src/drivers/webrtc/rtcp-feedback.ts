const payloadSpecificFeedback = 206;
/** PLI (RFC 4585) and FIR (RFC 5104). */
const pictureLossFormats = new Set([1, 4]);

/** True when a compound RTCP packet asks for a new picture. Anything else, RTP included, is false. */
export function isPictureLoss(packet: Uint8Array): boolean {
  for (let at = 0; at + 4 <= packet.length;) {
    if (packet[at]! >> 6 !== 2) return false;
    if (packet[at + 1] === payloadSpecificFeedback && pictureLossFormats.has(packet[at]! & 0x1f)) return true;
    at += 4 * (((packet[at + 2]! << 8) | packet[at + 3]!) + 1);
  }
  return false;
}
