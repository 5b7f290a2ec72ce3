import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { concatBytes } from '@sightline/media/bytes/bytes';
import { createFragmentAssembler } from '@sightline/media/fmp4/fragment-assembler';
import { buildInitSegment } from '@sightline/media/fmp4/init-segment';
import {
  decodeFragmentIndex,
  encodeFragmentRecord,
  type FragmentRecord,
} from '@sightline/media/fragment-index/fragment-record';
import { joinLengthPrefixed } from '@sightline/media/nal/length-prefix';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { GapsStore } from '../../platform/store/gaps-store.ts';
import { openStore, type Store } from '../../platform/store/open-store.ts';
import { SegmentsStore } from '../../platform/store/segments-store.ts';
import { walkFootage } from '../footage/footage-walk.ts';
import { SegmentCache } from '../footage/segment-cache.ts';
import { storeCatalog } from '../footage/store-catalog.ts';
import { nodeDisk } from '../footage/disk.ts';
import { readCoverage } from './read-coverage.ts';
import { RecordJournal } from './record-journal.ts';
import type { RecordMessage } from '../footage/record-messages.ts';
import { Recorder } from './recorder.ts';
import { plainTarget } from './recording-target.ts';
import { repairSegmentFile } from './repair-volume.ts';
import { indexPath, segmentPath } from '../footage/segment-path.ts';
import { streamConfig } from '../../../testing/record/stream-config.fixture.ts';

const startMs = Date.UTC(2026, 4, 1, 12, 0, 0);
const path = segmentPath('s', startMs);
const aside = `damaged/s/${String(startMs)}.mp4`;

/** A file of 12 s: a keyframe every 2 s, a fragment every second. */
const made = (() => {
  const assembler = createFragmentAssembler({ config: streamConfig, epochMs: startMs, maxDuration: 90_000 });
  const pictures = Array.from({ length: 180 }, (_, i) => i);
  const fragments = pictures.flatMap((i) => {
    const body = Uint8Array.from({ length: 200 + (i % 7) * 30 }, (_value, at) => ((at * 7 + i) % 254) + 1);
    return assembler.video({
      kind: 'video',
      data: joinLengthPrefixed([body]),
      key: i % 30 === 0,
      pts90k: i * 6000,
      dts90k: i * 6000,
      arrivalMs: 0,
      gap: false,
    });
  });
  fragments.push(...assembler.finish(null));
  const init = buildInitSegment(streamConfig);
  let offset = init.length;
  const records = fragments.map(({ record }): FragmentRecord => {
    offset += record.bytes;
    return { ...record, offset: offset - record.bytes };
  });
  return {
    bytes: concatBytes([init, ...fragments.flatMap((fragment) => fragment.parts)]),
    initBytes: init.length,
    records,
  };
})();

let folder: string;
let volume: string;
let store: Store;
let messages: RecordMessage[];
let journal: RecordJournal;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'damaged-'));
  store = openStore(join(folder, 'core.sqlite'));
});

afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  volume = mkdtempSync(join(folder, 'volume-'));
  messages = [];
  journal = new RecordJournal({
    store,
    segments: new SegmentsStore(store),
    gaps: new GapsStore(store),
    onGapClosed: () => undefined,
    write: (job) => job(),
  });
});

afterEach(() => {
  store.exec('delete from segments; delete from gaps');
});

function emit(message: RecordMessage): void {
  messages.push(message);
  journal.receive(message);
}

const repair = () => repairSegmentFile(path, { volume, streamId: 's', disk: nodeDisk, syncPolicy: 'fragment', emit });
const gaps = () =>
  messages.flatMap((message) =>
    message.type === 'gap' ? [[message.startAtUtcMs - startMs, message.endAtUtcMs - startMs, message.cause]] : [],
  );
const types = () => messages.map(({ type }) => type);
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(volume, name)));
const write = (name: string, bytes: Uint8Array): void => {
  mkdirSync(dirname(join(volume, name)), { recursive: true });
  writeFileSync(join(volume, name), bytes);
};

/** Puts the file there, changed, with an index of its first fragments. */
function put(change: (bytes: Uint8Array) => Uint8Array | void, indexed = made.records.length): Uint8Array {
  const copy = made.bytes.slice();
  const bytes = change(copy) ?? copy;
  write(path, bytes);
  write(indexPath(path), concatBytes(made.records.slice(0, indexed).map(encodeFragmentRecord)));
  return bytes;
}

const spoil = (bytes: Uint8Array, index: number): void =>
  void bytes.fill(7, made.records[index]!.offset, made.records[index]!.offset + 40);

it.each([
  ['its head is damaged', (bytes: Uint8Array): void => void bytes.fill(7, 30, 60), 12],
  ['its head and its index are gone', (bytes: Uint8Array): void => void bytes.fill(0, 0, 200), 0],
  ['no fragment is whole', (bytes: Uint8Array): void => made.records.forEach((_, index) => spoil(bytes, index)), 12],
  ['all of it reads as zeros, and the index knows better', (bytes: Uint8Array): void => void bytes.fill(0), 12],
  ['only a piece of its first fragment is there', (bytes: Uint8Array) => bytes.slice(0, made.initBytes + 300), 0],
])('sets aside what it cannot read, and deletes nothing: %s', async (_name, change, indexed) => {
  const bytes = put(change, indexed);
  expect(await repair()).toEqual([]);
  expect(Buffer.compare(read(aside), bytes)).toBe(0);
  expect(decodeFragmentIndex(read(indexPath(aside)))).toHaveLength(indexed);
  expect(existsSync(join(volume, path))).toBe(false);
  expect(types().filter((type) => type !== 'gap')).toEqual(['footage.setAside', 'segment.removed']);
  expect(messages).toContainEqual({ type: 'footage.setAside', streamId: 's', path: aside });
  if (indexed > 0) expect(gaps()).toEqual([[0, 12_000, 'footage_damaged']]);
  // The core ended before anybody had heard of it: the row is still there, and it is said again.
  messages = [];
  await repair();
  expect(types()).toContain('footage.setAside');
});

it.each([
  ['nothing', new Uint8Array(0)],
  ['zeros', new Uint8Array(5000)],
  ['a piece of the init section', made.bytes.slice(0, made.initBytes - 30)],
  ['the init section', made.bytes.slice(0, made.initBytes)],
])('deletes a file that never held footage: %s', async (_name, bytes) => {
  put(() => bytes, 0);
  expect(await repair()).toEqual([]);
  expect(messages).toEqual([{ type: 'segment.removed', streamId: 's', path, reason: 'empty' }]);
  expect(readdirSync(volume)).not.toContain('damaged');
});

it('overwrites nothing that was set aside before', async () => {
  write(aside, new Uint8Array(3));
  put((bytes) => void bytes.fill(7, 30, 60));
  await repair();
  expect(read(aside)).toHaveLength(3);
  expect(read(aside.replace(String(startMs), String(startMs + 1)))).toHaveLength(made.bytes.length);
});

it.each([
  ['in the middle', [5], [5000, 6000]],
  ['at a keyframe', [4], [4000, 6000]],
  ['at the beginning', [0], [0, 2000]],
  ['twice', [3, 4], [3000, 6000]],
])('leaves a file as it is that is damaged %s, and says which time is lost', async (_name, indexes, [from, to]) => {
  const bytes = put((copy) => indexes.forEach((index) => spoil(copy, index)));
  const records = await repair();
  expect(records.map(({ wallMs }) => Math.round(wallMs - startMs))).toEqual(
    Array.from({ length: 12 }, (_, second) => second * 1000).filter((ms) => ms < from! || ms >= to!),
  );
  expect(Buffer.compare(read(path), bytes)).toBe(0);
  expect(decodeFragmentIndex(read(indexPath(path)))).toEqual(records);
  expect(gaps()).toEqual([[from, to, 'footage_damaged']]);
  expect(readdirSync(volume)).not.toContain('damaged');
  const before = messages;
  messages = [];
  expect(await repair()).toEqual(records);
  expect(messages).toEqual(before);
  // The timeline shows the hole with its cause, and what plays and what is exported goes on behind it.
  const coverage = readCoverage(
    { segments: new SegmentsStore(store), gaps: new GapsStore(store) },
    { streamId: 's', fromUtcMs: startMs, toUtcMs: startMs + 12_000, nowUtcMs: startMs + 60_000 },
  );
  expect(coverage.gaps).toEqual([
    { fromUtcMs: startMs + from!, toUtcMs: startMs + to!, cause: 'footage_damaged', open: false },
  ]);
  const segments = new SegmentCache(volume);
  const steps = [];
  const range = { streamId: 's', fromUtcMs: startMs, toUtcMs: startMs + 12_000 };
  for await (const step of walkFootage(
    { catalog: storeCatalog(store), segments, nowUtcMs: () => startMs + 60_000 },
    range,
  )) {
    if (step.type === 'run') expect(await step.reader.init()).toHaveLength(made.initBytes);
    steps.push(step.type === 'gap' ? step.cause : step.records.length);
  }
  await segments.close();
  expect(steps).toEqual([...(from === 0 ? [] : [from! / 1000]), 'footage_damaged', 12 - to! / 1000]);
});

it('puts aside an end that the index vouches for, before it cuts it off', async () => {
  const bytes = put((copy) => [10, 11].forEach((index) => spoil(copy, index)));
  const lost = made.records[10]!;
  expect(await repair()).toHaveLength(10);
  expect(read(path)).toHaveLength(lost.offset);
  const piece = `damaged/s/${String(startMs + 10_000)}.mp4`;
  expect(
    Buffer.compare(read(piece), concatBytes([bytes.subarray(0, made.initBytes), bytes.subarray(lost.offset)])),
  ).toBe(0);
  expect(messages).toContainEqual({ type: 'footage.setAside', streamId: 's', path: piece });
  expect(gaps()).toEqual([[10_000, 12_000, 'footage_damaged']]);
  messages = [];
  await repair();
  expect(types()).toEqual(['segment.closed']);
});

it('cuts off an end that was never acknowledged, and one that reads as zeros with its gap', async () => {
  put((bytes) => bytes.slice(0, -100), 11);
  expect(await repair()).toHaveLength(11);
  expect(types()).toEqual(['segment.closed']);
  messages = [];
  put((bytes) => void bytes.fill(0, made.records[11]!.offset));
  expect(await repair()).toHaveLength(11);
  expect(gaps()).toEqual([[11_000, 12_000, 'footage_damaged']]);
  expect(readdirSync(volume)).not.toContain('damaged');
});

it('names the cause also where the account of the time goes on', async () => {
  put((bytes) => spoil(bytes, 4), 0);
  const recorder = new Recorder({ volume, disk: nodeDisk, syncPolicy: 'fragment', openSegments: [path], emit });
  recorder.add({ streamId: 's', target: plainTarget('on'), accountedUntilUtcMs: startMs - 5000 }, Date.now());
  await recorder.stop();
  const told = new GapsStore(store)
    .overlapping('s', 0, startMs + 12_000)
    .map((gap) => [gap.startUtcMs - startMs, gap.endUtcMs - startMs, gap.cause]);
  expect(told).toEqual([
    [-5000, 0, 'edge_down'],
    [4000, 6000, 'footage_damaged'],
  ]);
});
