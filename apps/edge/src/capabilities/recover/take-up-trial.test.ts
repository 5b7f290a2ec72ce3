import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TimeMemory } from '../keep-time/trusted-time.ts';
import { makeLog } from '../../platform/log/log.ts';
import { keepStore, restoreStore, storeOfTrial } from '../../platform/software/kept-store.ts';
import { storeSteps } from '../../platform/store/schema.ts';
import type { NewSegment } from '../../platform/store/segments-store.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import { openEdgeStores, type EdgeStores } from '../../platform/store/edge-stores.ts';
import { capabilities } from '../../app/capabilities.ts';
import { takeUpTrial } from './take-up-trial.ts';
import { noteUnread, unreadStreams } from './unread-streams.ts';

const streamId = '01890000-0000-7000-8000-000000000009';
const startUtcMs = Date.UTC(2026, 5, 1, 12);
const segment = (path: string, startUtcMs: number): NewSegment =>
  testSegment({ streamId, path, startUtcMs, endUtcMs: startUtcMs + 1000 });

let folder: string;
let software: string;
let said = '';
const log = makeLog('test', { write: (line) => void (said += line) });
const notice = (detail: string): EdgeRecordBody => ({ kind: 'coreNotice', code: 'disk_full', detail });

beforeEach(() => {
  said = '';
  folder = mkdtempSync(join(tmpdir(), 'take-up-trial-'));
  software = join(folder, 'software');
  mkdirSync(software);
  write((stores) => {
    for (const [key, value] of Object.entries({
      edgeId: 'e1',
      organizationId: 'o1',
      epoch: 'first',
      lastOperation: '4',
    }))
      stores.meta.set(key, value);
    for (const detail of ['sent', 'waits']) stores.outbox.append(1, notice(detail));
    stores.outbox.noteSent(1);
    stores.outbox.acknowledge(1);
    stores.gaps.put({
      streamId,
      startUtcMs: startUtcMs - 9000,
      endUtcMs: startUtcMs - 8000,
      cause: 'core_updating',
      isOpen: true,
    });
    stores.segments.put(segment('before.mp4', startUtcMs));
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(work: (stores: EdgeStores) => void): void {
  const stores = openEdgeStores(folder);
  work(stores);
  stores.store.close();
}

/** A version is tried that leaves its store in a format that the one of before refuses, and is taken back. */
function tryVersion(work: (stores: EdgeStores) => void): void {
  keepStore(folder, software);
  write((stores) => {
    work(stores);
    stores.store.pragma(`user_version = ${String(storeSteps.length + 1)}`);
  });
  restoreStore(folder, software);
}

const takeUp = (): void =>
  takeUpTrial({
    dataFolder: folder,
    softwareFolder: software,
    agreed: capabilities.declared.trial,
    nowUtcMs: startUtcMs + 60_000,
    log,
  });
const read = <T>(look: (stores: EdgeStores) => T): T => {
  const stores = openEdgeStores(folder);
  try {
    return look(stores);
  } finally {
    stores.store.close();
  }
};
const waiting = (): [number, string][] =>
  read(({ outbox }) =>
    outbox
      .after(0, 100)
      .map(({ sequence, body }) => [sequence, body.kind === 'coreNotice' ? `${body.code} ${body.detail}` : body.kind]),
  );

describe('a trial whose store cannot be taken up', () => {
  const lost = [
    [2, 'disk_full waits'],
    [3, expect.stringContaining('core_trial_records_lost')],
  ];
  it.each<[string, (stores: EdgeStores) => void]>([
    ['keeps its records elsewhere', (stores) => stores.store.exec('alter table outbox rename to sendings')],
    ['keeps other columns', (stores) => stores.store.exec('alter table outbox rename column body to content')],
    ['forgot who it is', (stores) => stores.meta.remove('edgeId')],
    ['has counted backwards', (stores) => stores.meta.set('outboxSequence', '1')],
  ])('%s: what waited before stays, and it is told', (_name, work) => {
    tryVersion(work);
    takeUp();
    expect(waiting()).toEqual(lost);
    expect(storeOfTrial(software)).toBeNull();
    expect(said).toContain('cannot be taken up');
  });

  it('is no store any more', () => {
    keepStore(folder, software);
    writeFileSync(join(folder, 'core.sqlite'), 'not a database at all, but long enough to be read as one'.repeat(100));
    restoreStore(folder, software);
    takeUp();
    expect(waiting()).toEqual(lost);
  });
});

describe('what a trial wrote that was taken back', () => {
  it('is sent in the count of before, and nothing of it twice', () => {
    tryVersion(({ outbox }) => {
      outbox.append(3, notice('sent by the trial'));
      outbox.noteSent(3);
      outbox.acknowledge(3);
      outbox.append(4, notice('of the trial'));
    });
    expect(waiting()).toEqual([[2, 'disk_full waits']]);
    takeUp();
    expect(waiting()).toEqual([[4, 'disk_full of the trial']]);
    expect(read(({ outbox, meta }) => [outbox.lastSequence(), outbox.sentSequence(), meta.get('epoch')])).toEqual([
      4,
      3,
      'first',
    ]);
    expect(storeOfTrial(software)).toBeNull();
  });

  it('goes on in a count that the server and the trial began anew', () => {
    tryVersion(({ outbox, meta }) => {
      meta.set('epoch', 'second');
      outbox.restart();
    });
    takeUp();
    expect(waiting()).toEqual([[1, 'disk_full waits']]);
    expect(read(({ meta }) => meta.get('epoch'))).toBe('second');
  });

  it('holds open events, gaps as they ended, footage, running exports and which grants were taken back', () => {
    tryVersion(({ openEvents, gaps, segments, eventSpans, meta, store }) => {
      openEvents.put({ report: { eventId: 'v1', cameraId: 'c1' } as never, updateSequence: 2 });
      gaps.put({
        streamId,
        startUtcMs: startUtcMs - 9000,
        endUtcMs: startUtcMs - 5000,
        cause: 'core_updating',
        isOpen: false,
      });
      segments.put(segment('trial.mp4', startUtcMs + 2000));
      eventSpans.put('c1', { fromUtcMs: 1, toUtcMs: 2 });
      meta.set('localTrust', 'revoked');
      meta.set('lastOperation', '9');
      store
        .prepare("insert into exports (id, request, state, created_at_utc_ms) values ('x1', '{}', 'running', 1)")
        .run();
    });
    takeUp();
    read(({ openEvents, gaps, segments, eventSpans, meta, store }) => {
      expect(openEvents.get('v1')).toMatchObject({ updateSequence: 2 });
      expect(gaps.overlapping(streamId, 0, startUtcMs)).toMatchObject([{ endUtcMs: startUtcMs - 5000, isOpen: 0 }]);
      expect(segments.oldestClosed(streamId, 9).map(({ path }) => path)).toEqual(['before.mp4', 'trial.mp4']);
      expect(eventSpans.overlapping('c1', 0, 9)).toEqual([{ fromUtcMs: 1, toUtcMs: 2 }]);
      expect(meta.get('localTrust')).toBe('revoked');
      // What is wanted, the server says again.
      expect(meta.get('lastOperation')).toBe('4');
      expect(store.prepare('select id from exports').pluck().all()).toEqual(['x1']);
    });
  });

  it('says how young the footage is that it wrote by a clock that was behind, and what time it is', () => {
    const of = (utcMs: number, misdated: TimeMemory['misdated']): string =>
      JSON.stringify({ utcMs, misdated } satisfies TimeMemory);
    const yearMs = 365 * 86_400_000;
    const byTrial = { fromUtcMs: startUtcMs - yearMs, untilUtcMs: startUtcMs - yearMs + 60_000, byMs: yearMs };
    write(({ meta }) => meta.set('trustedTime', of(startUtcMs, [])));
    tryVersion(({ meta }) => meta.set('trustedTime', of(startUtcMs + 60_000, [byTrial])));
    takeUp();
    expect(JSON.parse(read(({ meta }) => meta.get('trustedTime')) ?? '')).toEqual({
      utcMs: startUtcMs + 60_000,
      misdated: [byTrial],
    });
  });

  it('says of which streams it did not know all files: they are looked at all the same', () => {
    write(({ meta }) => noteUnread(meta, ['one']));
    tryVersion(({ meta }) => noteUnread(meta, ['other']));
    takeUp();
    expect(read(({ meta }) => unreadStreams(meta))).toEqual(['one', 'other']);
  });

  it('is taken up without what a newer format keeps otherwise, and that is told', () => {
    tryVersion(({ outbox, store }) => {
      outbox.append(3, notice('of the trial'));
      store.exec('drop table open_events; drop table segments');
    });
    takeUp();
    expect(waiting()).toEqual([
      [2, 'disk_full waits'],
      [3, 'disk_full of the trial'],
      [4, 'core_trial_records_lost open_events, segments'],
    ]);
    expect(read(({ segments }) => segments.oldestClosed(streamId, 9).map(({ path }) => path))).toEqual(['before.mp4']);
  });

  it('is not looked for where nothing was taken back', () => {
    takeUp();
    expect(waiting()).toEqual([[2, 'disk_full waits']]);
  });

  it('is taken up again when the power went before that was done with', () => {
    tryVersion(({ outbox }) => void outbox.append(3, notice('of the trial')));
    const [aside, again] = [join(software, 'store-of-trial'), join(folder, 'again')];
    cpSync(aside, again, { recursive: true });
    takeUp();
    cpSync(again, aside, { recursive: true });
    takeUp();
    expect(waiting().map(([sequence]) => sequence)).toEqual([2, 3]);
    expect(existsSync(aside)).toBe(false);
  });
});
