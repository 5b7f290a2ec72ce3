/** What a sender report says: which RTP timestamp belongs to which moment of the sender's clock. */
export interface SenderReport {
  ssrc: number;
  /** Sender's clock in ms since 1970 (fractional); cameras without a clock send any number. */
  ntpMs: number;
  /** Middle 32 bits of the NTP time, for the receiver report. */
  ntpMiddle: number;
  rtpTimestamp: number;
}

const ntpToUnixS = 2_208_988_800;

/** Finds the sender report in a compound RTCP packet; null when there is none or it is damaged. */
export function parseSenderReport(bytes: Uint8Array): SenderReport | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 8 <= bytes.length) {
    if (bytes[at]! >> 6 !== 2) return null;
    const size = (view.getUint16(at + 2) + 1) * 4;
    if (bytes[at + 1] === 200 && size >= 28 && at + 28 <= bytes.length) {
      const seconds = view.getUint32(at + 8);
      const fraction = view.getUint32(at + 12);
      return {
        ssrc: view.getUint32(at + 4),
        ntpMs: (seconds - ntpToUnixS) * 1000 + (fraction / 2 ** 32) * 1000,
        ntpMiddle: (((seconds & 0xffff) << 16) | (fraction >>> 16)) >>> 0,
        rtpTimestamp: view.getUint32(at + 16),
      };
    }
    at += size;
  }
  return null;
}

export interface ReceiverReport {
  /** Our own synchronisation source number. */
  ssrc: number;
  sourceSsrc: number;
  /** 0 to 255: share of packets lost since the last report. */
  fractionLost: number;
  packetsLost: number;
  highestSequence: number;
  jitter: number;
  lastSenderReport: number;
  /** Delay since that report in units of 1/65536 s. */
  delaySinceLast: number;
}

/** Builds an RTCP receiver report with an empty-named SDES, which is what servers expect as a sign of life. */
export function buildReceiverReport(report: ReceiverReport): Uint8Array {
  const bytes = new Uint8Array(32 + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x81c90007);
  view.setUint32(4, report.ssrc);
  view.setUint32(8, report.sourceSsrc);
  view.setUint32(12, ((report.fractionLost & 0xff) << 24) | (report.packetsLost & 0xffffff));
  view.setUint32(16, report.highestSequence);
  view.setUint32(20, report.jitter);
  view.setUint32(24, report.lastSenderReport);
  view.setUint32(28, report.delaySinceLast);
  view.setUint32(32, 0x81ca0002);
  view.setUint32(36, report.ssrc);
  view.setUint32(40, 0x01000000);
  return bytes;
}
