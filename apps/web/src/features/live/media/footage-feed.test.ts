import type { PlayerRequest } from '@sightline/contracts/live/player-protocol';
import { describe, expect, it } from 'vitest';
import type { PlayerTransport } from '../transport/player-transport.ts';
import { PlayerRequests } from '../transport/player-requests.ts';
import type { RequestReply } from '../transport/player-requests.ts';
import { FootageFeed } from './footage-feed.ts';

/** A wire whose far end is the test. */
function wire(nowMs: number) {
  const sent: PlayerRequest[] = [];
  const transport: PlayerTransport = {
    kind: 'direct',
    send: (request) => sent.push(request),
    forget: () => undefined,
    close: () => undefined,
  };
  const requests = new PlayerRequests(transport);
  const seen: string[] = [];
  const feed = new FootageFeed(
    requests,
    { stream: 'main', keyframesOnly: false, transcode: false, now: () => nowMs },
    {
      segment: () => seen.push('segment'),
      item: (item) => seen.push(`item ${item.bytes.byteLength}`),
      gap: ({ cause }) => seen.push(`gap ${cause}`),
      failed: (code) => seen.push(`failed ${code}`),
      lost: () => seen.push('lost'),
    },
  );
  const reply = (message: Record<string, unknown>): void =>
    requests.receive({
      requestId: sent.findLast(({ type }) => type === 'footage')?.requestId,
      ...message,
    } as RequestReply);
  const item = (size: number): void =>
    requests.receiveItem({
      kind: 2,
      requestId: sent.findLast(({ type }) => type === 'footage')?.requestId ?? 0,
      wallMs: 1,
      startsWithKey: true,
      bytes: new Uint8Array(size),
    });
  return { sent, feed, seen, reply, item, requests };
}

const hour = 3_600_000;

describe('reading footage request after request', () => {
  it('says that the way is lost, and names other failures', () => {
    const { feed, seen, reply, requests } = wire(10 * hour);
    feed.start(hour);
    reply({ type: 'failed', code: 'footage_damaged', message: '' });
    feed.start(hour);
    requests.lose();
    expect(seen).toEqual(['failed footage_damaged', 'lost']);
  });

  it('hears nothing more of what it cancelled', () => {
    const { feed, seen, item, sent } = wire(10 * hour);
    feed.start(hour);
    feed.stop();
    item(10);
    expect(seen).toEqual([]);
    expect(sent.at(-1)?.type).toBe('cancel');
  });

  it('credits only what it received, and only when more is wanted', () => {
    const { feed, item, sent } = wire(10 * hour);
    feed.start(hour);
    item(100);
    item(50);
    expect(sent.filter(({ type }) => type === 'credit')).toEqual([]);
    feed.allow();
    feed.allow();
    expect(sent.filter(({ type }) => type === 'credit')).toMatchObject([{ bytes: 150 }]);
  });

  it('goes on with the next hours when the first are done', () => {
    const { feed, reply, sent } = wire(20 * hour);
    feed.start(hour);
    expect(sent.at(-1)).toMatchObject({ type: 'footage', fromUtcMs: hour, toUtcMs: 7 * hour });
    reply({ type: 'done', reachedUtcMs: 7 * hour - 1 });
    expect(sent.at(-1)).toMatchObject({ type: 'footage', fromUtcMs: 7 * hour, toUtcMs: 13 * hour });
  });

  it('knows the edge of the recording and asks for nothing beyond now', () => {
    const { feed, reply, sent, seen } = wire(2 * hour);
    feed.start(hour);
    expect(sent.at(-1)).toMatchObject({ toUtcMs: 2 * hour });
    reply({ type: 'failed', code: 'no_footage', message: '' });
    expect(feed.isAtEdge).toBe(true);
    expect(seen).toEqual([]);
  });
});
