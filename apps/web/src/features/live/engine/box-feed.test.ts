import type { PlayerRequest } from '@sightline/contracts/live/player-protocol';
import { expect, test } from 'vitest';
import { PlayerRequests } from '../transport/player-requests.ts';
import { BoxFeed } from './box-feed.ts';

function wire(): { requests: PlayerRequests; sent: PlayerRequest[] } {
  const sent: PlayerRequest[] = [];
  return {
    sent,
    requests: new PlayerRequests({
      kind: 'direct',
      send: (request) => sent.push(request),
      forget: () => undefined,
      close: () => undefined,
    }),
  };
}

const sample = (requestId: number, atUtcMs: number) => ({ type: 'boxes' as const, requestId, atUtcMs, tracks: [] });

test('asks for nothing while nobody wants boxes, or while footage plays', () => {
  const { requests, sent } = wire();
  const feed = new BoxFeed();
  feed.use(requests);
  feed.setLive(false);
  feed.want(true);
  expect(sent).toEqual([]);
});

test('cancels when nobody wants them any more, and forgets what it held', () => {
  const { requests, sent } = wire();
  const feed = new BoxFeed();
  feed.use(requests);
  feed.want(true);
  requests.receive(sample(1, 1000));
  feed.want(false);
  expect(sent.map(({ type }) => type)).toEqual(['boxes', 'cancel']);
  expect(feed.samples).toEqual([]);
});

test('asks again on another way to the core', () => {
  const first = wire();
  const second = wire();
  const feed = new BoxFeed();
  feed.want(true);
  feed.use(first.requests);
  first.requests.lose();
  feed.use(null);
  feed.use(second.requests);
  expect(second.sent.map(({ type }) => type)).toEqual(['boxes']);
});

test('keeps a few seconds in order, and what held before them, also when messages overtake each other', () => {
  const { requests } = wire();
  const feed = new BoxFeed();
  feed.use(requests);
  feed.want(true);
  for (const atUtcMs of [1000, 2000, 9000, 9400, 9200]) requests.receive(sample(1, atUtcMs));
  expect(feed.samples.map(({ atUtcMs }) => atUtcMs)).toEqual([2000, 9000, 9200, 9400]);
});
