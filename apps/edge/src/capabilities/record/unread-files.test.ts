import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { concatBytes } from '@sightline/media/bytes/bytes';
import { createFragmentAssembler } from '@sightline/media/fmp4/fragment-assembler';
import { buildInitSegment } from '@sightline/media/fmp4/init-segment';
import { joinLengthPrefixed } from '@sightline/media/nal/length-prefix';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { nodeDisk } from '../footage/disk.ts';
import type { RecordMessage } from '../footage/record-messages.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';
import { until } from '../../../testing/record/recorder.fixture.ts';
import { plainTarget } from './recording-target.ts';
import { segmentPath } from '../footage/segment-path.ts';
import { streamConfig } from '../../../testing/record/stream-config.fixture.ts';

const startMs = Date.UTC(2026, 4, 1, 12, 0, 0);
/** A file a minute, oldest first: more than are looked at before recording begins. */
const paths = Array.from({ length: 60 }, (_, minute) => segmentPath('s', startMs + minute * 60_000));
const newest = paths.at(-1)!;

let volume: string;
let messages: RecordMessage[];
let onMessage: () => void;

beforeAll(() => {
  volume = mkdtempSync(join(tmpdir(), 'unread-'));
  const assembler = createFragmentAssembler({ config: streamConfig, epochMs: startMs, maxDuration: 90_000 });
  const data = joinLengthPrefixed([new Uint8Array(200).fill(7)]);
  const pictures = [0, 1, 2].map((i) => ({
    kind: 'video' as const,
    data,
    key: i === 0,
    pts90k: i * 6000,
    dts90k: i * 6000,
    arrivalMs: 0,
    gap: false,
  }));
  const fragments = [...pictures.flatMap((picture) => assembler.video(picture)), ...assembler.finish(null)];
  const source = join(volume, 'source');
  writeFileSync(source, concatBytes([buildInitSegment(streamConfig), ...fragments.flatMap(({ parts }) => parts)]));
  for (const path of paths) {
    mkdirSync(dirname(join(volume, path)), { recursive: true });
    copyFileSync(source, join(volume, path));
  }
});
afterAll(() => rmSync(volume, { recursive: true }));
beforeEach(() => {
  messages = [];
  onMessage = () => undefined;
});

function open(options: Pick<RecorderOptions, 'openSegments' | 'unreadStreams'>): Recorder {
  const emit = (message: RecordMessage): void => {
    messages.push(message);
    onMessage();
  };
  return new Recorder({ volume, disk: nodeDisk, syncPolicy: 'fragment', emit, ...options });
}
const known = (): string[] => messages.flatMap((message) => (message.type === 'segment.closed' ? [message.path] : []));
const said = (): string[] =>
  messages.flatMap(({ type }) => (type === 'stream.read' || type === 'stream.unread' ? [type] : []));

it('a camera that is wanted while weeks of its files are looked at is recorded at once: the last ones come first, none is left out', async () => {
  const recorder = open({ openSegments: null, unreadStreams: ['s'] });
  onMessage = () => {
    if (known().length === 3)
      recorder.add({ streamId: 's', target: plainTarget('on'), accountedUntilUtcMs: startMs + 60_000 }, Date.now());
  };
  recorder.repairKept([{ streamId: 's', accountedUntilUtcMs: null }]);
  await until(() => said().length > 0, 'the last file');
  expect(known().indexOf(newest)).toBe(3 + 19);
  expect(new Set(known())).toEqual(new Set(paths));
  expect(said()).toEqual(['stream.read']);
  await recorder.stop();
});

it('a store that is much older than the footage is told before the last files are known, lest those between are forgotten', async () => {
  const recorder = open({ openSegments: [] });
  recorder.add({ streamId: 's', target: plainTarget('on'), accountedUntilUtcMs: startMs + 60_000 }, Date.now());
  await until(() => said().length > 1, 'the last file');
  expect(messages.findIndex(({ type }) => type === 'stream.unread')).toBeLessThan(
    messages.findIndex(({ type }) => type === 'segment.closed'),
  );
  expect(said()).toEqual(['stream.unread', 'stream.read']);
  expect(new Set(known())).toEqual(new Set(paths));
  await recorder.stop();
});
