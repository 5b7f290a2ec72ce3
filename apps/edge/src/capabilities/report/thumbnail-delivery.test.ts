import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { EdgeIdentity } from '../../platform/link/edge-identity.ts';
import { LinkClient } from '../../platform/link/link-client.ts';
import { LinkPeer } from '../../../testing/platform/link/test-link-peer.ts';
import type { Store } from '../../platform/store/open-store.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { Outbox } from '../../platform/store/outbox.ts';
import { eventReportOf } from '../../../testing/report/test-event-report.ts';
import { ThumbnailSpool } from './thumbnail-spool.ts';

let folder: string;
let store: Store;
let outbox: Outbox;
let spool: ThumbnailSpool;
let peer: LinkPeer;
let link: LinkClient;
let lost: string[] = [];
const log = pino({ level: 'silent' });

beforeEach(async () => {
  lost = [];
  folder = mkdtempSync(join(tmpdir(), 'thumbnail-delivery-'));
  store = openStore(join(folder, 'core.sqlite'));
  outbox = new Outbox(store);
  spool = new ThumbnailSpool({
    folder: join(folder, 'spool'),
    log,
    lastSequence: () => outbox.lastSequence(),
    acknowledgedSequence: () => outbox.acknowledgedSequence(),
    onLost: (one) => void lost.push(one.eventId),
  });
  peer = new LinkPeer();
  await once(peer.server, 'listening');
  link = new LinkClient({
    serverUrl: `http://127.0.0.1:${String(peer.port)}`,
    edgeId: uuidv7(),
    epoch: uuidv7(),
    newEpoch: uuidv7,
    instanceId: uuidv7(),
    version: '0.0.1',
    capabilities: () => [],
    identity: new EdgeIdentity(join(folder, 'core.key')),
    outbox,
    thumbnails: spool,
    clock: systemClock,
    log,
    health: () =>
      Promise.resolve({
        cpuShare: 0,
        memoryBytes: 1,
        memoryTotalBytes: 2,
        diskFreeBytes: 3,
        diskTotalBytes: 4,
        uptimeMs: 5,
      }),
    localEndpointFacts: () => null,
    lastOperation: () => 0,
    syncedKinds: () => ['camera'],
    contentHash: () => '',
    onOperation: () => 'hash',
    onRequest: () => Promise.resolve({}),
  });
});

afterEach(async () => {
  link.stop();
  peer.server.close();
  await spool.stop();
  store.close();
  rmSync(folder, { recursive: true });
});

const put = (eventId = uuidv7()): Promise<void> =>
  spool.put({
    eventId,
    cameraId: uuidv7(),
    startedAtUtcMs: 1_700_000_000_000,
    kind: 'object',
    jpeg: new Uint8Array([1, 2, 3]),
  });

test('no picture goes before the record of its event was acknowledged', async () => {
  peer.autoAck = false;
  peer.thumbnailOutcome = () => 'kept';
  outbox.append(1, { kind: 'event', event: eventReportOf() });
  await put();
  link.start();
  await vi.waitFor(() => expect(peer.of('records')).toHaveLength(1));
  expect(peer.of('thumbnail')).toEqual([]);
  peer.send({ type: 'ack', epoch: peer.of('records')[0]!.epoch, sequence: 1 });
  await vi.waitFor(() => expect(peer.of('thumbnail')).toHaveLength(1));
  await vi.waitFor(() => expect(spool.size.count).toBe(0));
});

test('at most four are on the way, each answer lets the next one go', async () => {
  for (let n = 0; n < 9; n++) await put();
  link.start();
  await vi.waitFor(() => expect(peer.of('thumbnail')).toHaveLength(4));
  const [first] = peer.of('thumbnail');
  peer.send({ type: 'thumbnailAck', eventId: first!.eventId, kind: 'object', outcome: 'refused' });
  await vi.waitFor(() => expect(peer.of('thumbnail')).toHaveLength(5));
  expect(spool.size.count).toBe(8);
});

test('what was on the way when the link fell goes again', async () => {
  await put();
  link.start();
  await vi.waitFor(() => expect(peer.of('thumbnail')).toHaveLength(1));
  peer.thumbnailOutcome = () => 'kept';
  peer.socket?.terminate();
  await vi.waitFor(() => expect(peer.of('thumbnail')).toHaveLength(2), { timeout: 5_000 });
  await vi.waitFor(() => expect(spool.size.count).toBe(0));
});

test('a picture that the server wants later comes again, and holds up no other', async () => {
  const early = uuidv7();
  peer.thumbnailOutcome = ({ eventId }) =>
    eventId === early && peer.of('thumbnail').filter((one) => one.eventId === early).length === 1 ? 'later' : 'kept';
  await put(early);
  link.start();
  await vi.waitFor(() => expect(peer.of('thumbnail')).toHaveLength(1));
  await put();
  await vi.waitFor(() => expect(spool.size.count).toBe(1));
  await vi.waitFor(() => expect(spool.size.count).toBe(0), { timeout: 8_000 });
  expect(peer.of('thumbnail')).toHaveLength(3);
}, 15_000);
