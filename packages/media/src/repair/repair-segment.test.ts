import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '../bytes/bytes.ts';
import { createFragmentAssembler } from '../fmp4/fragment-assembler.ts';
import { buildInitSegment } from '../fmp4/init-segment.ts';
import {
  decodeFragmentIndex,
  encodeFragmentRecord,
  type FragmentRecord,
  recordBytes,
} from '../fragment-index/fragment-record.ts';
import { fragmentsForInstant } from '../fragment-index/find-fragment.ts';
import { joinLengthPrefixed } from '../nal/length-prefix.ts';
import type { StreamConfig } from '../units/access-unit.ts';
import { repairSegment } from './repair-segment.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16));
const testConfig: StreamConfig = {
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
  audio: { codec: 'pcmu', sampleRate: 8000, channels: 1, specific: new Uint8Array(0), codecString: 'ulaw' },
};

function segment(
  pictures: number,
  epochMs = 1_700_000_000_123,
): { file: Uint8Array; initBytes: number; records: FragmentRecord[] } {
  const assembler = createFragmentAssembler({ config: testConfig, epochMs, maxDuration: 90_000 });
  const fragments = [];
  for (let i = 0; i < pictures; i++) {
    const body = Uint8Array.from({ length: 200 + (i % 7) * 30 }, (_, at) => ((at * 7 + i) % 254) + 1);
    assembler.audio({
      kind: 'audio',
      data: new Uint8Array(40).fill(0xff),
      pts90k: i * 6000,
      samples: 40,
      arrivalMs: 0,
    });
    fragments.push(
      ...assembler.video({
        kind: 'video',
        data: joinLengthPrefixed([body]),
        key: i % 30 === 0,
        pts90k: i * 6000,
        dts90k: i * 6000,
        arrivalMs: 0,
        gap: false,
      }),
    );
  }
  fragments.push(...assembler.finish(null));
  const init = buildInitSegment(testConfig);
  let offset = init.length;
  const records = fragments.map(({ record }) => {
    const placed = { ...record, offset };
    offset += record.bytes;
    return placed;
  });
  return {
    file: concatBytes([init, ...fragments.flatMap((fragment) => fragment.parts)]),
    initBytes: init.length,
    records,
  };
}

const repair = (file: Uint8Array, vouched: FragmentRecord[] = []) =>
  repairSegment(file.length, (offset, bytes) => file.subarray(offset, offset + bytes), vouched);
const { file, initBytes, records } = segment(60);
const whole = (bytes: number): FragmentRecord[] => records.filter((record) => record.offset + record.bytes <= bytes);
const close = (list: FragmentRecord[]) =>
  list.map((record) => ({ ...record, wallMs: Math.round(record.wallMs * 1000) }));

describe('repair of a segment', () => {
  it('tells what holds nothing from what cannot be read', () => {
    const zeros = new Uint8Array(100);
    const unreadable = file.slice();
    unreadable[3]! ^= 0x40;
    const noHead = file.slice();
    noHead[1]! ^= 0x40;
    const cases: [string, Uint8Array, boolean][] = [
      ['nothing', new Uint8Array(0), true],
      ['zeros', zeros, true],
      ['a piece of the init section', file.subarray(0, initBytes - 20), true],
      ['the init section', file.subarray(0, initBytes), true],
      ['the init section and zeros', concatBytes([file.subarray(0, initBytes), zeros]), true],
      ['the init section and a piece of a fragment', file.subarray(0, initBytes + 200), false],
      ['something else', new TextEncoder().encode('this is no video file at all'), false],
      ['zeros with something behind', concatBytes([zeros, file]), false],
      ['a type box that is too large', unreadable, false],
      ['a type box that says to be larger than the file', noHead, false],
    ];
    for (const [name, bytes, isRestBlank] of cases)
      expect({ name, ...repair(bytes) }).toMatchObject({ name, keepBytes: 0, records: [], isRestBlank });
  });

  it('keeps every complete fragment of a file cut off at any byte', () => {
    for (
      let bytes = 0;
      bytes <= file.length;
      bytes += bytes > initBytes + 3000 && bytes < file.length - 3000 ? 61 : 1
    ) {
      const result = repair(file.subarray(0, bytes));
      expect(close(result.records)).toEqual(close(whole(bytes)));
      const last = whole(bytes).at(-1);
      expect(result.keepBytes).toBe(last === undefined ? 0 : last.offset + last.bytes);
    }
  });

  it('never keeps a fragment with blocks that were not written', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 3, max: 4096 }), (start, length) => {
        const torn = file.slice();
        torn.fill(0, start, start + length);
        const result = repair(torn);
        const damaged = records.filter(
          (record) => record.offset < start + length && record.offset + record.bytes > start,
        );
        for (const record of result.records) {
          const original = file.subarray(record.offset, record.offset + record.bytes);
          const kept = torn.subarray(record.offset, record.offset + record.bytes);
          if (Buffer.compare(original, kept) === 0) continue;
          // Only a hole inside the sound may pass: it cannot be told from silence, and everything still plays.
          expect(damaged.some((one) => one.offset === record.offset)).toBe(true);
          expect(record.hasAudio).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does not read the pictures that the index vouches for', () => {
    let read = 0;
    repairSegment(
      file.length,
      (offset, bytes) => {
        read += bytes;
        return file.subarray(offset, offset + bytes);
      },
      records.slice(0, -1),
    );
    expect(read).toBeLessThan(file.length / 2);
  });

  it('never throws on flipped bits, and changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(file.length * 8 - 1), { minLength: 1, maxLength: 20 }),
        fc.nat(file.length),
        (bits, length) => {
          const damaged = file.slice(0, length);
          for (const bit of bits) if (bit >> 3 < length) damaged[bit >> 3]! ^= 1 << (bit & 7);
          const first = repair(damaged);
          const second = repair(damaged.subarray(0, first.keepBytes));
          expect(second.keepBytes).toBe(first.keepBytes);
          expect(second.records).toEqual(first.records);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throws on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        repair(bytes);
        repair(concatBytes([file.subarray(0, initBytes), bytes]));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a damage inside of a segment', () => {
  const long = segment(180);
  const other = segment(180, 1_700_000_900_000);
  const bytesOf = (of: typeof long, index: number): Uint8Array =>
    of.file.subarray(of.records[index]!.offset, of.records[index]!.offset + of.records[index]!.bytes);
  const damages: [string, (bytes: Uint8Array) => void][] = [
    ['zeros', (bytes) => bytes.fill(0)],
    ['zeros in the pictures', (bytes) => bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 200)],
    ['noise', (bytes) => bytes.forEach((_, at) => (bytes[at] = (at * 91 + 7) & 0xff))],
    ['a clock that is larger than the file', (bytes) => (bytes[0] = 0x7f)],
    ['a clock without size', (bytes) => bytes.fill(0, 0, 4)],
    ['tables of another type', (bytes) => (bytes[36] = 0x78)],
    ['tables that are too large', (bytes) => (bytes[33] = 1)],
    ['tables that do not fit the pictures', (bytes) => (bytes[34]! ^= 1)],
  ];

  it.each(damages)('by %s costs the pictures up to the next keyframe and nothing else', (_name, damage) => {
    for (const [index, record] of long.records.entries()) {
      const damaged = long.file.slice();
      damage(damaged.subarray(record.offset, record.offset + record.bytes));
      const shown = long.records.findIndex((one, at) => at > index && one.startsWithKey);
      const kept = long.records.filter((_one, at) => at < index || (shown >= 0 && at >= shown));
      const result = repair(damaged);
      expect(close(result.records)).toEqual(close(kept));
      // What is whole but cannot be shown stays in the file.
      const whole = long.records.findLast((_one, at) => at !== index)!;
      expect(result.keepBytes).toBe(whole.offset + whole.bytes);
      expect(repair(damaged.subarray(0, result.keepBytes), result.records).records).toEqual(result.records);
    }
  });

  it('of several kinds at once leaves what lies between', () => {
    const damaged = long.file.slice();
    for (const [at, index] of [1, 4, 5, 9].entries()) {
      const { offset, bytes } = long.records[index]!;
      damages[at]![1](damaged.subarray(offset, offset + bytes));
    }
    expect(repair(damaged).records.map(({ offset }) => long.records.findIndex((one) => one.offset === offset))).toEqual(
      [0, 2, 3, 6, 7, 8, 10, 11],
    );
  });

  it('believes the index only of fragments that it names', () => {
    const damaged = long.file.slice();
    const { offset, bytes } = long.records[4]!;
    damages[1]![1](damaged.subarray(offset, offset + bytes));
    expect(repair(damaged, long.records).records).toHaveLength(12);
    expect(repair(damaged, long.records.toSpliced(4, 2)).records).toHaveLength(10);
  });

  it.each([
    ['an earlier fragment of the same file', bytesOf(long, 0)],
    ['a fragment of another recording', bytesOf(other, 6)],
    ['heads of many fragments', concatBytes(Array.from({ length: 2000 }, () => bytesOf(long, 6).subarray(0, 100)))],
  ])('is not mistaken for footage: %s', (_name, inside) => {
    const { offset, bytes } = long.records[4]!;
    const damaged = concatBytes([
      long.file.subarray(0, offset),
      new Uint8Array(50).fill(7),
      inside,
      long.file.subarray(offset + bytes),
    ]);
    expect(repair(damaged).records.map(({ dts }) => dts)).toEqual(long.records.toSpliced(4, 2).map(({ dts }) => dts));
  });
});

describe('fragment index', () => {
  const index = concatBytes(records.map(encodeFragmentRecord));

  it('leaves out a torn last record and zeros behind the end', () => {
    expect(decodeFragmentIndex(index.subarray(0, index.length - 1))).toEqual(records.slice(0, -1));
    expect(decodeFragmentIndex(concatBytes([index, new Uint8Array(recordBytes * 3)]))).toEqual(records);
  });

  it('never throws on garbage and never answers records that overlap', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const list = decodeFragmentIndex(bytes);
        for (let i = 1; i < list.length; i++)
          expect(list[i]!.offset).toBeGreaterThanOrEqual(list[i - 1]!.offset + list[i - 1]!.bytes);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every field', () => {
    const record = {
      offset: 2 ** 40 + 5,
      bytes: 77,
      samples: 15,
      wallMs: 1.7e12 + 0.25,
      dts: 2 ** 33,
      duration: 90_000,
      startsWithKey: true,
      gap: true,
      hasAudio: true,
      hasMotion: true,
      motionLevel: 200,
    };
    expect(decodeFragmentIndex(encodeFragmentRecord(record))).toEqual([record]);
    expect(encodeFragmentRecord(record)).toHaveLength(40);
  });

  it('finds what to read for an instant', () => {
    expect(fragmentsForInstant(records, records[0]!.wallMs - 1)).toBeNull();
    expect(fragmentsForInstant(records, records[1]!.wallMs + 10)).toEqual({ from: 0, to: 1 });
    expect(fragmentsForInstant(records, records[2]!.wallMs)).toEqual({ from: 2, to: 2 });
    expect(fragmentsForInstant(records, records.at(-1)!.wallMs + 2000)).toBeNull();
  });
});
