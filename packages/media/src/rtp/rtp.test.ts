import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinLengthPrefixed } from '../nal/length-prefix.ts';
import { createAacDepacketizer, createG711Depacketizer } from './audio-depacketizer.ts';
import { h264Payload } from './h264-payload.ts';
import { packetizeH264 } from './h264-packetizer.ts';
import { h265Payload } from './h265-payload.ts';
import { createReceptionStats } from './reception-stats.ts';
import { createReorderBuffer } from './reorder-buffer.ts';
import { parseSenderReport } from './rtcp.ts';
import { parseRtpPacket, type RtpPacket } from './rtp-packet.ts';
import { createTimestampUnwrapper } from './timestamp-unwrapper.ts';
import { createVideoDepacketizer, type DepacketizedPicture, type VideoPayloadFormat } from './video-depacketizer.ts';

const parameterSets = { sps: [Uint8Array.of(0x67, 1, 2, 3)], pps: [Uint8Array.of(0x68, 4)] };

function picture(key: boolean, body: Uint8Array): Uint8Array {
  return Uint8Array.of(key ? 0x65 : 0x41, 0x80 | (body[0] ?? 0), ...body);
}

function receiver(format: VideoPayloadFormat = h264Payload) {
  const pictures: DepacketizedPicture[] = [];
  const sets: Uint8Array[] = [];
  const beside: Uint8Array[] = [];
  const depacketizer = createVideoDepacketizer(format, {
    parameterSet(nal) {
      const isSet = format === h264Payload ? [7, 8].includes(nal[0]! & 31) : [32, 33, 34].includes((nal[0]! >> 1) & 63);
      if (isSet) sets.push(nal.slice());
      return isSet;
    },
    picture: (one) => pictures.push(one),
    beside: (data) => beside.push(data),
  });
  return { depacketizer, pictures, sets, beside };
}

let sequence = 65_500;
const packet = (payload: Uint8Array, rest: Partial<RtpPacket> = {}): RtpPacket => ({
  payloadType: 96,
  marker: false,
  sequence: sequence++ & 0xffff,
  timestamp: 0,
  ssrc: 1,
  payload,
  ...rest,
});

const unit = fc.record({ key: fc.boolean(), body: fc.uint8Array({ minLength: 1, maxLength: 5000 }) });

function packetsOf(units: { key: boolean; body: Uint8Array }[]): { packets: RtpPacket[]; data: Uint8Array[] } {
  const data = units.map(({ key, body }) => joinLengthPrefixed([picture(key, body)]));
  const packets = units.flatMap(({ key }, index) =>
    packetizeH264({ data: data[index]!, key }, parameterSets, { maxPayload: 1200 }).map(({ payload, marker }) =>
      packet(payload, { marker, timestamp: (index * 6000) >>> 0 }),
    ),
  );
  return { packets, data };
}

describe('RTP packets', () => {
  it('never throw on garbage', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        parseRtpPacket(bytes);
        parseRtpPacket(Uint8Array.of(0xbf, ...bytes));
        parseSenderReport(bytes);
        parseSenderReport(Uint8Array.of(0x80, 200, ...bytes));
      }),
      { numRuns: 1000 },
    );
  });

  it('take padding, contributing sources and header extension off', () => {
    const bytes = Uint8Array.of(
      0xb1,
      0x80 | 96,
      0,
      7,
      0,
      0,
      0,
      9,
      0,
      0,
      0,
      1,
      9,
      9,
      9,
      9,
      0xbe,
      0xde,
      0,
      1,
      1,
      2,
      3,
      4,
      0xaa,
      0xbb,
      0,
      2,
    );
    expect(parseRtpPacket(bytes)).toMatchObject({
      marker: true,
      payloadType: 96,
      sequence: 7,
      timestamp: 9,
      payload: Uint8Array.of(0xaa, 0xbb),
    });
  });

  it('timestamps go on through the 32-bit wrap and show a step back', () => {
    const unwrap = createTimestampUnwrapper();
    expect([0xfffffff0, 0x10, 0x20, 0x0, 0xffffff00].map(unwrap)).toEqual([0, 32, 48, 16, -240]);
  });
});

describe('H.264 payloads', () => {
  it('never throw on random or bit-flipped packets', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            payload: fc.uint8Array({ maxLength: 60 }),
            marker: fc.boolean(),
            timestamp: fc.nat(3),
            sequence: fc.nat(0xffff),
          }),
          {
            maxLength: 40,
          },
        ),
        (list) => {
          for (const format of [h264Payload, h265Payload]) {
            const { depacketizer } = receiver(format);
            for (const one of list) depacketizer.push({ payloadType: 96, ssrc: 1, ...one });
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('come out as they went in', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 5 }), (units) => {
        const { depacketizer, pictures, sets } = receiver();
        const { packets, data } = packetsOf(units);
        for (const one of packets) depacketizer.push(one);
        expect(pictures.map((one) => one.data)).toEqual(data);
        expect(pictures.map((one) => one.key)).toEqual(units.map((one) => one.key));
        expect(sets.length).toBe(units.filter((one) => one.key).length * 2);
      }),
      { numRuns: 100 },
    );
  });

  it('give only whole pictures when packets are lost, and mark the next one', () => {
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 3, maxLength: 6 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        (units, losses) => {
          const { depacketizer, pictures } = receiver();
          const { packets, data } = packetsOf(units);
          const lost = new Set(losses.map((loss) => loss % packets.length));
          packets.forEach((one, index) => {
            if (!lost.has(index)) depacketizer.push(one);
          });
          let at = -1;
          for (const one of pictures) {
            const found = data.findIndex(
              (bytes, index) =>
                index > at && bytes.length === one.data.length && bytes.every((byte, i) => byte === one.data[i]),
            );
            expect(found).toBeGreaterThan(at);
            if (at >= 0 && found > at + 1) expect(one.gap).toBe(true);
            at = found;
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('end a picture when the timestamp changes, without a marker', () => {
    const { depacketizer, pictures } = receiver();
    depacketizer.push(packet(picture(true, Uint8Array.of(1)), { timestamp: 1 }));
    depacketizer.push(packet(picture(false, Uint8Array.of(2)), { timestamp: 2 }));
    expect(pictures).toHaveLength(1);
  });

  it('drop a picture whose fragments have no start or no end', () => {
    const { depacketizer, pictures } = receiver();
    depacketizer.push(packet(Uint8Array.of(28, 0x05, 1, 2), { marker: true, timestamp: 1 }));
    depacketizer.push(packet(Uint8Array.of(28, 0x85, 1, 2), { marker: true, timestamp: 2 }));
    expect(pictures).toHaveLength(0);
    expect(depacketizer.picturesDropped()).toBe(2);
  });

  it('refuse a picture that grows without end', () => {
    const { depacketizer, pictures } = receiver();
    depacketizer.push(packet(Uint8Array.of(28, 0x85, ...new Uint8Array(1000)), { timestamp: 1 }));
    const more = Uint8Array.of(28, 0x05, ...new Uint8Array(60_000));
    for (let i = 0; i < 200; i++) depacketizer.push(packet(more, { timestamp: 1 }));
    depacketizer.push(packet(Uint8Array.of(28, 0x45, 1), { timestamp: 1, marker: true }));
    expect(pictures).toHaveLength(0);
  });
});

describe('what a camera sends beside its pictures', () => {
  const slice = [0x41, 0x80, 1];
  const sei = [0x06, 5, 2, 0xca, 0xfe, 0x80];

  it('is handed on when an access unit holds nothing else: a signature of the camera', () => {
    const { depacketizer, pictures, beside } = receiver();
    depacketizer.push(packet(Uint8Array.from(slice), { timestamp: 1, marker: true }));
    depacketizer.push(packet(Uint8Array.from(sei), { timestamp: 1, marker: true }));
    // In pieces, and without a marker.
    depacketizer.push(packet(Uint8Array.of(28, 0x86, 5, 3, 1), { timestamp: 2 }));
    depacketizer.push(packet(Uint8Array.of(28, 0x46, 2, 3, 0x80), { timestamp: 2 }));
    depacketizer.push(packet(Uint8Array.from(slice), { timestamp: 3, marker: true }));
    expect(beside).toEqual([
      joinLengthPrefixed([Uint8Array.from(sei)]),
      joinLengthPrefixed([Uint8Array.of(0x06, 5, 3, 1, 2, 3, 0x80)]),
    ]);
    expect(pictures.map(({ data }) => data)).toEqual([
      joinLengthPrefixed([Uint8Array.from(slice)]),
      joinLengthPrefixed([Uint8Array.from(slice)]),
    ]);
  });

  it('stays with its picture whatever kind it is, but for delimiters and filler', () => {
    const { depacketizer, pictures } = receiver();
    const makers = Uint8Array.of(0x17, 1, 2, 3);
    const end = Uint8Array.of(0x0a, 1);
    for (const nal of [[0x09, 0xf0], sei, slice, makers, [0x0c, 0xff, 0x80], [28, 0x8c, 0xff], [28, 0x4c, 0x80], end])
      depacketizer.push(packet(Uint8Array.from(nal), { timestamp: 1 }));
    depacketizer.push(packet(Uint8Array.from(slice), { timestamp: 2, marker: true }));
    expect(pictures[0]!.data).toEqual(joinLengthPrefixed([Uint8Array.from(sei), Uint8Array.from(slice), makers, end]));
  });
});

describe('H.265 payloads', () => {
  it('come together from aggregates and fragments', () => {
    const { depacketizer, pictures, sets } = receiver(h265Payload);
    depacketizer.push(packet(Uint8Array.of(48 << 1, 1, 0, 3, 32 << 1, 1, 7, 0, 3, 33 << 1, 1, 8), { timestamp: 1 }));
    depacketizer.push(packet(Uint8Array.of(49 << 1, 1, 0x80 | 19, 0x80, 1), { timestamp: 1 }));
    depacketizer.push(packet(Uint8Array.of(49 << 1, 1, 0x40 | 19, 2), { timestamp: 1, marker: true }));
    expect(sets).toHaveLength(2);
    expect(pictures).toMatchObject([{ key: true, data: Uint8Array.of(0, 0, 0, 5, 19 << 1, 1, 0x80, 1, 2) }]);
  });
});

describe('audio payloads', () => {
  const layout = { sizeBits: 13, indexBits: 3, indexDeltaBits: 3 };

  it('never throw on garbage', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 10 }),
        fc.record({ sizeBits: fc.nat(32), indexBits: fc.nat(32), indexDeltaBits: fc.nat(32) }),
        (payloads, odd) => {
          const [good, strange] = [createAacDepacketizer(layout), createAacDepacketizer(odd)];
          for (const payload of payloads) {
            good(packet(payload));
            strange(packet(payload));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('cut several AAC frames of one packet', () => {
    const depacketize = createAacDepacketizer(layout);
    expect(depacketize(packet(Uint8Array.of(0, 32, 0, 16, 0, 24, 1, 2, 3, 4, 5), { timestamp: 100 }))).toEqual([
      { data: Uint8Array.of(1, 2), timestamp: 100, samples: 1024 },
      { data: Uint8Array.of(3, 4, 5), timestamp: 1124, samples: 1024 },
    ]);
  });

  it('join an AAC frame that came in pieces', () => {
    const depacketize = createAacDepacketizer(layout);
    expect(depacketize(packet(Uint8Array.of(0, 16, 0, 32, 1, 2)))).toEqual([]);
    expect(depacketize(packet(Uint8Array.of(0, 16, 0, 32, 3, 4), { marker: true }))).toMatchObject([
      { data: Uint8Array.of(1, 2, 3, 4) },
    ]);
  });

  it('count the samples of G.711 by channel', () => {
    const depacketize = createG711Depacketizer({
      codec: 'pcmu',
      sampleRate: 8000,
      channels: 2,
      specific: new Uint8Array(0),
      codecString: 'ulaw',
    });
    expect(depacketize(packet(new Uint8Array(320)))).toMatchObject([{ samples: 160 }]);
  });
});

describe('reordering of UDP packets', () => {
  it('delivers in order what came out of order, and goes on after a loss', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.array(fc.nat(3), { minLength: 20, maxLength: 60 }), (start, shuffles) => {
        const sent = shuffles.map((_, index) => (start + index) & 0xffff);
        const order = sent
          .map((value, index) => ({ value, key: index + shuffles[index]! * 1.5 }))
          .toSorted((a, b) => a.key - b.key)
          .map((one) => one.value);
        // The first packet decides where counting begins.
        const first = order.indexOf(sent[0]!);
        order.splice(first, 1);
        order.unshift(sent[0]!);
        const out: number[] = [];
        const push = createReorderBuffer<{ sequence: number }>(16, (one) => out.push(one.sequence));
        for (const one of order) push({ sequence: one });
        expect(out).toEqual(sent);
      }),
    );
  });

  it('does not wait for ever for a lost packet', () => {
    const out: number[] = [];
    const push = createReorderBuffer<{ sequence: number }>(4, (one) => out.push(one.sequence));
    for (const one of [1, 2, 4, 5, 6, 7, 8, 9]) push({ sequence: one });
    expect(out).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
  });
});

describe('receiver reports', () => {
  it('are not made before the first packet', () => {
    expect(createReceptionStats(1, 90_000).report(0)).toBeNull();
  });

  it('tell losses and the last sender report', () => {
    const stats = createReceptionStats(7, 90_000);
    for (const one of [10, 11, 13]) stats.packet({ sequence: one, timestamp: one * 100, ssrc: 9 }, one);
    stats.senderReport({ ssrc: 9, ntpMs: 0, ntpMiddle: 0x1234, rtpTimestamp: 0 }, 100);
    const view = new DataView(stats.report(1100)!.buffer);
    expect(view.getUint32(8)).toBe(9);
    expect(view.getUint32(12)).toBe((64 << 24) | 1);
    expect(view.getUint32(16)).toBe(13);
    expect(view.getUint32(24)).toBe(0x1234);
    expect(view.getUint32(28)).toBe(65_536);
  });
});
