import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../platform/store/open-store.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { Outbox } from '../../platform/store/outbox.ts';
import { CoreNotices } from './core-notices.ts';

let folder: string;
let store: Store;
let outbox: Outbox;
let notices: CoreNotices;
let nowMs = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'core-notices-'));
  store = openStore(join(folder, 'core.sqlite'));
  outbox = new Outbox(store);
  nowMs = 0;
  notices = new CoreNotices({
    outbox,
    log: pino({ level: 'silent' }),
    nowUtcMs: () => 1_000 + nowMs,
    monotonicMs: () => nowMs,
  });
});

afterEach(() => {
  notices.stop();
  store.close();
  rmSync(folder, { recursive: true });
});

const details = (): string[] =>
  outbox.after(0, 100).flatMap(({ body }) => (body.kind === 'coreNotice' ? [body.detail] : []));
const restarted = (detail: string): void =>
  notices.notify({ code: 'analysis_restarted', subject: 'decode', detail }, 60_000);

test('does not repeat itself within the quiet time', () => {
  for (const atMs of [0, 10, 59_999, 60_000, 60_001]) {
    nowMs = atMs;
    restarted(String(atMs));
  }
  expect(details()).toEqual(['0', '60000']);
});

test('says the same of another, and again once it was over', () => {
  notices.notify({ code: 'model_corrupt', subject: 'a', detail: 'a' }, Infinity);
  notices.notify({ code: 'model_corrupt', subject: 'b', detail: 'b' }, Infinity);
  notices.notify({ code: 'model_corrupt', subject: 'a', detail: 'again' }, Infinity);
  notices.settle('a');
  notices.notify({ code: 'model_corrupt', subject: 'a', detail: 'anew' }, Infinity);
  expect(details()).toEqual(['a', 'b', 'anew']);
});
