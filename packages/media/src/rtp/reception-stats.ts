import { buildReceiverReport, type SenderReport } from './rtcp.ts';

/** Counts what a receiver report needs (RFC 3550 A.3, A.8). */
export interface ReceptionStats {
  packet(packet: { sequence: number; timestamp: number; ssrc: number }, arrivalMs: number): void;
  senderReport(report: SenderReport, arrivalMs: number): void;
  /** The report to send now; null before the first packet. */
  report(nowMs: number): Uint8Array | null;
}

interface ReportCounters {
  received: number;
  expectedBefore: number;
  receivedBefore: number;
}

/** The share of packets that did not come since the last report, in 256ths; the next one counts from here on. */
function takeFractionLost(seen: ReportCounters, expected: number): number {
  const expectedNow = expected - seen.expectedBefore;
  const lostNow = expectedNow - (seen.received - seen.receivedBefore);
  seen.expectedBefore = expected;
  seen.receivedBefore = seen.received;
  return expectedNow > 0 && lostNow > 0 ? Math.min(255, Math.floor((lostNow * 256) / expectedNow)) : 0;
}

/** Makes the counters of one track with the given RTP clock. */
export function createReceptionStats(ownSsrc: number, clockRate: number): ReceptionStats {
  const seen = {
    ssrc: 0,
    highest: -1,
    cycles: 0,
    first: 0,
    received: 0,
    expectedBefore: 0,
    receivedBefore: 0,
    jitter: 0,
    transit: Number.NaN,
  };
  let last: { middle: number; atMs: number } | null = null;
  const noteJitter = (timestamp: number, arrivalMs: number): void => {
    const transit = (arrivalMs * clockRate) / 1000 - timestamp;
    const change = Math.abs(transit - seen.transit);
    if (change < clockRate * 60) seen.jitter += (change - seen.jitter) / 16;
    seen.transit = transit;
  };
  return {
    packet({ sequence, timestamp, ssrc }, arrivalMs) {
      if (seen.highest < 0) seen.first = sequence;
      else if (sequence < seen.highest && seen.highest - sequence > 0x8000) seen.cycles++;
      if (seen.highest < 0 || ((sequence - seen.highest) & 0xffff) < 0x8000) seen.highest = sequence;
      seen.ssrc = ssrc;
      seen.received++;
      noteJitter(timestamp, arrivalMs);
    },
    senderReport(report, arrivalMs) {
      last = { middle: report.ntpMiddle, atMs: arrivalMs };
    },
    report(nowMs) {
      if (seen.highest < 0) return null;
      const extended = seen.cycles * 0x10000 + seen.highest;
      const expected = extended - seen.first + 1;
      return buildReceiverReport({
        ssrc: ownSsrc,
        sourceSsrc: seen.ssrc,
        fractionLost: takeFractionLost(seen, expected),
        packetsLost: Math.max(0, Math.min(0x7fffff, expected - seen.received)),
        highestSequence: extended >>> 0,
        jitter: Math.floor(seen.jitter) >>> 0,
        lastSenderReport: last?.middle ?? 0,
        delaySinceLast: last === null ? 0 : Math.max(0, Math.round((nowMs - last.atMs) * 65.536)) >>> 0,
      });
    },
  };
}
