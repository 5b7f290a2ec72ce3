import { edgeRecordBody } from '@sightline/contracts/link/link-records';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Store } from '../../platform/store/open-store.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { Outbox } from '../../platform/store/outbox.ts';
import { PicturesLost } from './pictures-lost.ts';
import type { LostPicture } from './pictures-lost.ts';

let folder: string;
let store: Store;
let outbox: Outbox;
let journal: PicturesLost;

const open = (overMs: number): PicturesLost =>
  new PicturesLost({
    store,
    outbox,
    log: pino({ level: 'silent' }),
    nowUtcMs: () => 1_700_000_000_000,
    gatherMs: 5,
    overMs,
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-lost-'));
  store = openStore(join(folder, 'core.sqlite'));
  outbox = new Outbox(store);
  journal = open(60_000);
});

afterEach(() => {
  journal.stop();
  store.close();
  rmSync(folder, { recursive: true });
});

const lost = (): LostPicture => ({
  eventId: uuidv7(),
  cameraId: uuidv7(),
  startedAtUtcMs: 1_600_000_000_000,
  kind: 'object',
});
const bodies = () => outbox.after(0, 1000).map(({ body }) => edgeRecordBody.parse(body));
const notices = (): string[] =>
  bodies().flatMap((body) => (body.kind === 'coreNotice' ? [`${body.code}: ${body.detail}`] : []));
const told = (): LostPicture[] => bodies().flatMap((body) => (body.kind === 'picturesLost' ? body.pictures : []));

test('says nothing while nothing is lost', () => {
  journal.flush();
  journal.stop();
  expect(bodies()).toEqual([]);
});

test('names every lost picture, in records of a bounded size, and says once that they are lost', () => {
  const all = Array.from({ length: 450 }, lost);
  for (const one of all) journal.add(one);
  journal.flush();
  expect(told()).toEqual(all);
  expect(bodies().filter(({ kind }) => kind === 'picturesLost')).toHaveLength(3);
  expect(notices()).toEqual(['pictures_lost: pictures of events are lost from now on']);
});

test('tells how many there were once it is over, also of those before a restart', async () => {
  journal.add(lost());
  journal.add(lost());
  journal.stop();
  journal = open(20);
  journal.add(lost());
  await vi.waitFor(() => expect(notices().at(-1)).toBe('pictures_lost: pictures of events lost until now: 3'));
  journal.add(lost());
  await vi.waitFor(() => expect(notices().at(-1)).toBe('pictures_lost: pictures of events lost until now: 1'));
  expect(notices()).toHaveLength(4);
});

test('what was lost last is told before the core ends', () => {
  journal.add(lost());
  journal.stop();
  expect(told()).toHaveLength(1);
});
