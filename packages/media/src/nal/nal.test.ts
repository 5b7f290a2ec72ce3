import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAnnexB } from './annex-b.ts';
import { createBitReader, removeEmulationPrevention } from './bit-reader.ts';
import { parseH264Sps } from './h264-sps.ts';
import { parseH265Sps } from './h265-sps.ts';
import { joinLengthPrefixed, splitLengthPrefixed, toAnnexB } from './length-prefix.ts';
import { createParameterSets } from './parameter-sets.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16));

// Written by x264 and x265 for known sizes.
const sps1080 = hex('674d4028da01e0089f9610000003001000000301e0f1832a');
const sps720 = hex('674d401fda014016e840000003004000000783c60ca8');
const spsBFrames = hex('674d401feca02802dd08000003000800000300f078c18cb0');
const pps = hex('68ef0bc8');
const hevcVps = hex('40010c01ffff016000000300900000030000030078ba0240');
const hevcSps = hex('420101016000000300900000030000030078a003c08010e596eae4c2e68080000003008000000784');
const hevcPps = hex('4401c173c189');

describe('sequence parameter sets', () => {
  it('never throws on garbage', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const h264 = parseH264Sps(Uint8Array.of(0x67, ...bytes));
        const h265 = parseH265Sps(Uint8Array.of(0x42, 0x01, ...bytes));
        for (const info of [h264, h265]) if (info !== null) expect(info.width * info.height).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws on a set with a flipped bit or a missing end', () => {
    const sets = [sps1080, sps720, spsBFrames, hevcSps];
    fc.assert(
      fc.property(fc.constantFrom(...sets), fc.nat(), fc.nat(), (set, bit, length) => {
        const damaged = set.slice(0, 1 + (length % set.length));
        damaged[Math.floor((bit / 8) % damaged.length)]! ^= 1 << (bit % 8);
        parseH264Sps(damaged);
        parseH265Sps(damaged);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads the cropped size, the rate and the codec string of H.264', () => {
    expect(parseH264Sps(sps1080)).toMatchObject({
      width: 1920,
      height: 1080,
      fps: 15,
      codecString: 'avc1.4D4028',
      maxReorder: 0,
    });
    expect(parseH264Sps(sps720)).toMatchObject({ width: 1280, height: 720, fps: 15, codecString: 'avc1.4D401F' });
  });

  it('sees that a set allows pictures to be reordered', () => {
    expect(parseH264Sps(spsBFrames)?.maxReorder).toBeGreaterThan(0);
  });

  it('reads size, rate and codec string of H.265', () => {
    expect(parseH265Sps(hevcSps)).toMatchObject({
      width: 1920,
      height: 1080,
      fps: 15,
      codecString: 'hvc1.1.6.L120.90',
      maxReorder: 0,
    });
  });
});

describe('bit reader', () => {
  it('refuses to read beyond the end', () => {
    const reader = createBitReader(Uint8Array.of(0xff));
    reader.bits(8);
    expect(() => reader.bits(1)).toThrow('end of data');
  });

  it('takes emulation prevention bytes out', () => {
    expect([...removeEmulationPrevention(Uint8Array.of(1, 0, 0, 3, 1, 0, 0, 3))]).toEqual([1, 0, 0, 1, 0, 0]);
  });
});

describe('NAL framing', () => {
  const nal = fc
    .uint8Array({ minLength: 1, maxLength: 50 })
    .map((bytes) => Uint8Array.from([0x41, ...bytes.map((byte) => byte | 1)]));

  it('stops quietly at a length that runs beyond the end', () => {
    expect(splitLengthPrefixed(Uint8Array.of(0, 0, 0, 1, 9, 0xff, 0xff, 0xff, 0xff, 1))).toEqual([Uint8Array.of(9)]);
  });

  it('never throws on garbage', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        splitAnnexB(bytes);
        splitLengthPrefixed(bytes);
      }),
    );
  });

  it('keeps units through both framings', () => {
    fc.assert(
      fc.property(fc.array(nal, { minLength: 1, maxLength: 6 }), (nals) => {
        const joined = joinLengthPrefixed(nals);
        expect(splitLengthPrefixed(joined)).toEqual(nals);
        expect(splitAnnexB(toAnnexB(joined, []))).toEqual(nals);
      }),
    );
  });
});

describe('parameter set collection', () => {
  it('gives no configuration while a set is missing', () => {
    const sets = createParameterSets('h264');
    sets.take(sps720);
    expect(sets.changed()).toBeNull();
  });

  it('ignores a damaged set of parameters until a good one comes', () => {
    const sets = createParameterSets('h264');
    sets.take(hex('6700'));
    sets.take(pps);
    expect(sets.changed()).toBeNull();
    sets.take(sps720);
    expect(sets.changed()).toMatchObject({ width: 1280 });
  });

  it('reports a change once, and not when the same bytes come again', () => {
    const sets = createParameterSets('h264');
    for (const set of [sps720, pps]) sets.take(set);
    expect(sets.changed()).toMatchObject({ width: 1280, reorders: false });
    for (const set of [sps720, pps]) sets.take(set);
    expect(sets.changed()).toBeNull();
    sets.take(sps1080);
    expect(sets.changed()).toMatchObject({ width: 1920, sps: [sps1080] });
  });

  it('collects the three kinds of H.265', () => {
    const sets = createParameterSets('h265');
    for (const set of [hevcVps, hevcSps, hevcPps]) expect(sets.take(set)).toBe(true);
    expect(sets.changed()).toMatchObject({ codec: 'h265', width: 1920, vps: [hevcVps] });
  });

  it('does not take pictures for sets', () => {
    expect(createParameterSets('h264').take(Uint8Array.of(0x65, 1, 2))).toBe(false);
  });
});
