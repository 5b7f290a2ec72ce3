import { expect, test, vi } from 'vitest';
import { createPlayerSender } from '../../play/player-sender.ts';
import { MemoryTransport } from '../../../../testing/play/test-player.ts';
import type { CameraPrivacy } from '../../privacy/camera-privacy.ts';
import { hidesLowerHalf } from '../../../../testing/privacy/test-hidden.ts';
import { BoxFeeds } from './box-feeds.ts';
import { serveBoxes } from './box-requests.ts';

const cameraId = '0198c000-0000-7000-8000-00000000000a';

test('a viewer whose connection is full gets only the newest boxes, once there is room', async () => {
  const transport = new MemoryTransport();
  const sender = createPlayerSender(transport);
  const feeds = new BoxFeeds(() => undefined);
  const abort = new AbortController();
  const served = serveBoxes(feeds, { cameraId, requestId: 5, privacy: () => null }, { sender, signal: abort.signal });
  transport.isReading = false;
  transport.sendBinary(new Uint8Array(1_100_000));
  for (const atUtcMs of [1, 2, 3]) feeds.deliver({ cameraId, atUtcMs, holdMs: 500, tracks: [] });
  expect(transport.received.of('boxes')).toEqual([]);
  transport.received.binary = () => undefined;
  transport.read();
  await vi.waitFor(() => expect(transport.received.of('boxes')).toMatchObject([{ atUtcMs: 3, holdMs: 500 }]));
  abort.abort();
  await served;
});

test('boxes of other cameras, and those that come after the end, reach nobody', async () => {
  const transport = new MemoryTransport();
  const watched: string[][] = [];
  const feeds = new BoxFeeds((ids) => watched.push(ids));
  const abort = new AbortController();
  const served = serveBoxes(
    feeds,
    { cameraId, requestId: 5, privacy: () => null },
    { sender: createPlayerSender(transport), signal: abort.signal },
  );
  feeds.deliver({ cameraId: 'another', atUtcMs: 1, holdMs: 500, tracks: [] });
  abort.abort();
  feeds.deliver({ cameraId, atUtcMs: 2, holdMs: 500, tracks: [] });
  await served;
  expect(transport.received.of('boxes')).toEqual([]);
  expect(watched).toEqual([[cameraId], []]);
});

test('what a camera hides has no box for whoever may not see originals, nor a plate, and has both for whoever may', async () => {
  const track = { eventId: cameraId, velocity: { x: 0, y: 0 }, score: 0.9, isStationary: false, coastingMs: null };
  const inside = { ...track, class: 'person' as const, box: { x: 0.4, y: 0.6, width: 0.1, height: 0.3 }, plate: null };
  const beside = {
    ...track,
    class: 'vehicle' as const,
    box: { x: 0.4, y: 0.1, width: 0.1, height: 0.2 },
    plate: 'AB123',
  };
  let privacy: CameraPrivacy | null = { ...hidesLowerHalf, objects: ['vehicle'] };
  const transport = new MemoryTransport();
  const feeds = new BoxFeeds(() => undefined);
  const abort = new AbortController();
  const served = serveBoxes(
    feeds,
    { cameraId, requestId: 5, privacy: () => privacy },
    { sender: createPlayerSender(transport), signal: abort.signal },
  );
  feeds.deliver({ cameraId, atUtcMs: 1, holdMs: 500, tracks: [inside, beside] });
  privacy = null;
  feeds.deliver({ cameraId, atUtcMs: 2, holdMs: 500, tracks: [inside, beside] });
  abort.abort();
  await served;
  expect(transport.received.of('boxes').map(({ tracks }) => tracks)).toEqual([
    [{ ...beside, plate: null }],
    [inside, beside],
  ]);
});
