import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '../bytes/bytes.ts';
import { joinLengthPrefixed } from '../nal/length-prefix.ts';
import type { AccessUnit, AudioUnit, StreamConfig } from '../units/access-unit.ts';
import { listBoxes } from './box-walker.ts';
import { createFragmentAssembler } from './fragment-assembler.ts';
import { readMoof, readPrft } from './fragment-reader.ts';
import { buildInitSegment } from './init-segment.ts';
import { planProgressiveFile, type ProgressiveFragment } from './progressive-plan.ts';
import { readInitSegment } from './read-init.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16));

const h264Config: StreamConfig = {
  video: {
    codec: 'h264',
    sps: [hex('674d401fda014016e840000003004000000783c60ca8')],
    pps: [hex('68ef0bc8')],
    vps: [],
    width: 1280,
    height: 720,
    codecString: 'avc1.4D401F',
    nominalFps: 15,
    reorders: false,
  },
  audio: { codec: 'aac', sampleRate: 16_000, channels: 1, specific: hex('1408'), codecString: 'mp4a.40.2' },
};
const hevcConfig: StreamConfig = {
  video: {
    codec: 'h265',
    sps: [hex('420101016000000300900000030000030078a003c08010e596eae4c2e68080000003008000000784')],
    pps: [hex('4401c173c189')],
    vps: [hex('40010c01ffff016000000300900000030000030078ba0240')],
    width: 1920,
    height: 1080,
    codecString: 'hvc1.1.6.L120.90',
    nominalFps: 15,
    reorders: false,
  },
  audio: { codec: 'pcmu', sampleRate: 8000, channels: 1, specific: new Uint8Array(0), codecString: 'ulaw' },
};
const epoch = 1_700_000_000_000;

const unit = (index: number, rest: Partial<AccessUnit> = {}): AccessUnit => ({
  kind: 'video',
  data: joinLengthPrefixed([Uint8Array.of(index % 30 === 0 ? 0x65 : 0x41, 0x80, index & 255, 1)]),
  key: index % 30 === 0,
  pts90k: index * 6000,
  dts90k: index * 6000,
  arrivalMs: 0,
  gap: false,
  ...rest,
});
const sound = (index: number): AudioUnit => ({
  kind: 'audio',
  data: Uint8Array.of(index & 255, 2, 3),
  pts90k: index * 5760,
  samples: 1024,
  arrivalMs: 0,
});

function assemble(units: AccessUnit[], audio: AudioUnit[] = [], config = h264Config) {
  const assembler = createFragmentAssembler({ config, epochMs: epoch, maxDuration: 90_000 });
  for (const one of audio) assembler.audio(one);
  return [...units.flatMap((one) => assembler.video(one)), ...assembler.finish(null)];
}

function parse(bytes: Uint8Array) {
  const boxes = listBoxes(bytes, 0, bytes.length);
  const [prft, moof, mdat] = boxes;
  return {
    types: boxes.map((box) => box.type),
    wall: readPrft(bytes, prft!),
    moof: readMoof(bytes, moof!)!,
    payloadAt: mdat!.contentAt,
    moofAt: moof!.start,
    bytes: bytes.length,
  };
}

describe('init section', () => {
  it('is not read from garbage, and garbage never throws', () => {
    const good = buildInitSegment(h264Config);
    fc.assert(
      fc.property(fc.nat(good.length * 8 - 1), fc.nat(good.length), (bit, length) => {
        const damaged = good.slice(0, length);
        if (bit >> 3 < length) damaged[bit >> 3]! ^= 1 << (bit & 7);
        readInitSegment(damaged);
      }),
      { numRuns: 2000 },
    );
    expect(readInitSegment(new Uint8Array(100))).toBeNull();
  });

  it('gives back the configuration that it was made from', () => {
    for (const config of [h264Config, hevcConfig, { ...h264Config, audio: null }])
      expect(readInitSegment(buildInitSegment(config))).toEqual(config);
  });
});

describe('fragments', () => {
  it('are cut at every keyframe and at one second, and lose nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ key: fc.boolean(), step: fc.integer({ min: 1, max: 30_000 }) }), {
          minLength: 1,
          maxLength: 80,
        }),
        (steps) => {
          let dts = 0;
          const units = steps.map(({ key, step }, index) => {
            const one = unit(index, { key: key || index === 0, dts90k: dts, pts90k: dts });
            dts += step;
            return one;
          });
          const fragments = assemble(units);
          const parsed = fragments.map((fragment) => parse(concatBytes(fragment.parts)));
          const samples = parsed.flatMap((one) => one.moof.tracks[0]!.samples);
          expect(samples.map((sample) => sample.key)).toEqual(units.map((one) => one.key));
          expect(samples.slice(0, -1).map((sample) => sample.duration)).toEqual(
            steps.slice(0, -1).map((one) => one.step),
          );
          for (const one of parsed)
            expect(one.moof.tracks[0]!.samples.slice(1).some((sample) => sample.key)).toBe(false);
          for (const fragment of fragments) expect(fragment.record.duration).toBeLessThanOrEqual(90_000 + 30_000);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('carry wall clock, decode time and sizes that match their index record', () => {
    const fragments = assemble(Array.from({ length: 31 }, (_, index) => unit(index)));
    expect(fragments.map((fragment) => fragment.record.samples)).toEqual([15, 15, 1]);
    for (const { parts, record } of fragments) {
      const one = parse(concatBytes(parts));
      expect(one.types).toEqual(['prft', 'moof', 'mdat']);
      expect(one.bytes).toBe(record.bytes);
      expect(one.wall!.wallMs).toBeCloseTo(record.wallMs, 3);
      expect(one.moof.tracks[0]).toMatchObject({ time: record.dts, dataOffset: one.payloadAt - one.moofAt });
      expect(record.wallMs).toBeCloseTo(epoch + record.dts / 90, 6);
    }
  });

  it('hold audio beside the pictures that it belongs to, without clicks', () => {
    const fragments = assemble(
      Array.from({ length: 45 }, (_, index) => unit(index)),
      Array.from({ length: 46 }, (_, index) => sound(index)),
    );
    const tracks = fragments.map((fragment) => parse(concatBytes(fragment.parts)).moof.tracks[1]!);
    let expected = 0;
    for (const track of tracks) {
      expect(track.time).toBe(expected);
      expected += track.samples.reduce((sum, sample) => sum + sample.duration, 0);
    }
    expect(expected).toBe(46 * 1024);
  });

  it('do not stretch a picture over a long hole', () => {
    const units = [unit(0), unit(1), unit(2, { dts90k: 12_000 + 500_000, pts90k: 12_000 + 500_000 })];
    const fragments = assemble(units);
    expect(fragments.map((fragment) => [fragment.record.samples, fragment.record.gap])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(fragments[0]!.record.duration).toBe(12_000);
  });

  it('keep pictures that are due before they are decoded', () => {
    const [fragment] = assemble([unit(0), unit(1, { pts90k: 18_000 }), unit(2, { pts90k: 6000 })]);
    expect(
      parse(concatBytes(fragment!.parts)).moof.tracks[0]!.samples.map((sample) => sample.compositionOffset),
    ).toEqual([0, 12_000, -6000]);
  });
});

describe('ordinary MP4 files', () => {
  const fragmentsOf = (config: StreamConfig, count: number): { list: ProgressiveFragment[]; payload: Uint8Array } => {
    const parsed = assemble(
      Array.from({ length: count }, (_, index) => unit(index)),
      Array.from({ length: count }, (_, index) => sound(index)),
      config,
    ).map((fragment) => concatBytes(fragment.parts));
    const list = parsed.map((bytes) => {
      const one = parse(bytes);
      return {
        config,
        moof: one.moof,
        payloadBytes: bytes.length - one.payloadAt,
        payloadOffset: one.payloadAt - one.moofAt,
      };
    });
    return { list, payload: concatBytes(parsed.map((bytes) => bytes.subarray(parse(bytes).payloadAt))) };
  };

  it('are not planned from nothing or from the middle of a group of pictures', () => {
    expect(() => planProgressiveFile([], { startMs: 0, durationMs: null })).toThrow(RangeError);
    expect(() =>
      planProgressiveFile(fragmentsOf(h264Config, 45).list.slice(1), { startMs: 0, durationMs: null }),
    ).toThrow('keyframe');
  });

  it('have the size that was promised and the length that was asked for', () => {
    const { list, payload } = fragmentsOf(h264Config, 60);
    const plan = planProgressiveFile(list, { startMs: 500, durationMs: 2000 });
    expect(plan.totalBytes).toBe(plan.head.length + payload.length);
    expect(plan.durationMs).toBe(2000);
    const file = concatBytes([plan.head, payload]);
    expect(listBoxes(file, 0, file.length).map((box) => box.type)).toEqual(['ftyp', 'moov', 'mdat']);
  });

  it('point at every picture', () => {
    const { list, payload } = fragmentsOf(h264Config, 60);
    const plan = planProgressiveFile(list, { startMs: 0, durationMs: null });
    const file = concatBytes([plan.head, payload]);
    const at = new TextDecoder('latin1').decode(file).indexOf('co64') + 8;
    const view = new DataView(file.buffer);
    expect(view.getUint32(at)).toBe(list.length);
    for (let index = 0; index < list.length; index++) {
      const offset = view.getUint32(at + 8 + index * 8);
      expect(view.getUint32(offset)).toBe(4);
      expect([0x65, 0x41]).toContain(file[offset + 4]);
    }
  });

  it('may change their picture size on the way', () => {
    const plan = planProgressiveFile([...fragmentsOf(h264Config, 30).list, ...fragmentsOf(hevcConfig, 30).list], {
      startMs: 0,
      durationMs: null,
    });
    expect(plan.durationMs).toBe(4000);
  });
});
