import { expect, test, vi } from 'vitest';
import { createPlayerSender } from '../play/player-sender.ts';
import { MemoryTransport } from '../play/test-player.ts';
import { BoxFeeds } from './box-feeds.ts';
import { serveBoxes } from './box-requests.ts';

const cameraId = '0198c000-0000-7000-8000-00000000000a';

test('a viewer whose connection is full gets only the newest boxes, once there is room', async () => {
  const transport = new MemoryTransport();
  const sender = createPlayerSender(transport);
  const feeds = new BoxFeeds(() => undefined);
  const abort = new AbortController();
  const served = serveBoxes(feeds, { cameraId, requestId: 5 }, { sender, signal: abort.signal });
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
  const served = serveBoxes(feeds, { cameraId, requestId: 5 }, { sender: createPlayerSender(transport), signal: abort.signal });
  feeds.deliver({ cameraId: 'another', atUtcMs: 1, holdMs: 500, tracks: [] });
  abort.abort();
  feeds.deliver({ cameraId, atUtcMs: 2, holdMs: 500, tracks: [] });
  await served;
  expect(transport.received.of('boxes')).toEqual([]);
  expect(watched).toEqual([[cameraId], []]);
});
