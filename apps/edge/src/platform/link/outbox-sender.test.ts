import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../store/open-store.ts';
import { openStore } from '../store/open-store.ts';
import { Outbox } from '../store/outbox.ts';
import { OutboxSender } from './outbox-sender.ts';

let folder: string;
let store: Store;
let outbox: Outbox;
let sender: OutboxSender;
let nowMs = 0;
let sent: number[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-sender-'));
  store = openStore(join(folder, 'core.sqlite'));
  outbox = new Outbox(store);
  [nowMs, sent] = [0, []];
  sender = new OutboxSender(outbox, {
    send: (records) => sent.push(...records.map(({ sequence }) => sequence)),
    nowMs: () => nowMs,
  });
  for (const detail of ['a', 'b', 'c']) outbox.append(1, { kind: 'coreNotice', code: 'disk_slow', detail });
});

afterEach(() => {
  sender.dispose();
  store.close();
  rmSync(folder, { recursive: true });
});

const retryAt = (atMs: number): number[] => {
  [nowMs, sent] = [atMs, []];
  sender.retryOverdue();
  return sent;
};

test('sends again over a living link what was not acknowledged for long, ever more patiently', () => {
  sender.resume(0);
  expect(sent).toEqual([1, 2, 3]);
  expect(retryAt(9_000)).toEqual([]);
  expect(retryAt(10_000)).toEqual([1, 2, 3]);
  expect(retryAt(29_000)).toEqual([]);
  expect(retryAt(30_000)).toEqual([1, 2, 3]);
  sender.acknowledged({ sequence: 2, isBehind: false });
  expect(retryAt(39_000)).toEqual([]);
  expect(retryAt(40_000)).toEqual([3]);
  sender.acknowledged({ sequence: 3, isBehind: false });
  expect(retryAt(1_000_000)).toEqual([]);
  sender.pause();
  expect(retryAt(2_000_000)).toEqual([]);
});

test('an acknowledgement that comes twice or late takes nothing back, unless the server says that it misses something', () => {
  sender.resume(0);
  sender.acknowledged({ sequence: 2, isBehind: false });
  sent = [];
  sender.acknowledged({ sequence: 2, isBehind: false });
  sender.acknowledged({ sequence: 1, isBehind: false });
  expect(sent).toEqual([]);
  sender.acknowledged({ sequence: 2, isBehind: true });
  expect(sent).toEqual([3]);
  // A server of before knows no other way to say it.
  sent = [];
  sender.acknowledged({ sequence: 2 });
  expect(sent).toEqual([3]);
});

test('keeps what it sends before it sends it', () => {
  expect(outbox.sentSequence()).toBe(0);
  sender.resume(0);
  expect(new Outbox(store).sentSequence()).toBe(3);
});

test('sends nothing while times may still be put right, and all of it as it is then', () => {
  let isHeld = true;
  const bodies: unknown[] = [];
  const held = new OutboxSender(outbox, {
    send: (records) => bodies.push(...records.map(({ atUtcMs }) => atUtcMs)),
    nowMs: () => nowMs,
    isHeld: () => isHeld,
  });
  held.resume(0);
  held.pump();
  nowMs = 1_000_000;
  held.retryOverdue();
  expect(bodies).toEqual([]);
  store.prepare("update outbox set clock_span = -7 where json_extract(body, '$.detail') <> 'a'").run();
  outbox.rewriteUnsent(-7, (atUtcMs, body) => ({ atUtcMs: atUtcMs + 500, body }));
  isHeld = false;
  held.pump();
  expect(bodies).toEqual([1, 501, 501]);
  // What left this core stays as it was told.
  store.prepare('update outbox set clock_span = -8').run();
  outbox.rewriteUnsent(-8, (atUtcMs, body) => ({ atUtcMs: atUtcMs + 500, body }));
  expect(outbox.after(0, 9).map(({ atUtcMs }) => atUtcMs)).toEqual([1, 501, 501]);
  held.dispose();
});
