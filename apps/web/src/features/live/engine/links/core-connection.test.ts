import type { PlayerRequests } from '../../transport/player-requests.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionEvents, WayMakers } from './core-connection.ts';
import { CoreConnection } from './core-connection.ts';
import type { LiveSignalling } from './live-signalling.ts';
import { provideLocalWays } from './local-ways.ts';
import type { PeerEvents, PeerRoute } from './peer-link.ts';
import type { RelayEvents } from './relay-link.ts';

interface MadePeer {
  route: PeerRoute;
  events: PeerEvents;
  isOutdated: boolean;
  isStopped: boolean;
}

let peers: MadePeer[];
let relays: { events: RelayEvents; isStopped: boolean }[];
let look: (why: 'return' | 'time') => void;
let isWorse: boolean | undefined;
let told: string[];
let connection: CoreConnection;

const requests = {} as PlayerRequests;
const door = {} as LiveSignalling;
const stream = (name: string): MediaStream => ({ id: name }) as MediaStream;

const make: WayMakers = {
  peer: (_wanted, events, route) => {
    const made: MadePeer = { route, events, isOutdated: false, isStopped: false };
    peers.push(made);
    return {
      start: () => Promise.resolve(),
      stop: () => void (made.isStopped = true),
      get isOutdated() {
        return made.isOutdated;
      },
    };
  },
  relay: (_wanted, events) => {
    const made = { events, isStopped: false };
    relays.push(made);
    return { start: () => Promise.resolve(), stop: () => void (made.isStopped = true) };
  },
  better: (onInference) => {
    look = onInference;
    return { start: () => undefined, stop: () => undefined, follow: (worse) => void (isWorse = worse) };
  },
};

const events: ConnectionEvents = {
  onMedia: ({ id }) => told.push(`media ${id}`),
  onPath: (path, _requests, media) => told.push(media ? `${path} ${media.id}` : path),
  onPathChanged: (path) => told.push(`now ${path}`),
  onOpening: () => told.push('opening'),
  onLease: () => undefined,
  onRefused: (code) => told.push(`refused ${code}`),
};

beforeEach(() => {
  vi.useFakeTimers();
  peers = [];
  relays = [];
  told = [];
  isWorse = undefined;
  connection = new CoreConnection({ cameraId: 'c', stream: 'auto', originals: false }, events, make);
  connection.start();
});
afterEach(() => {
  connection.stop();
  provideLocalWays(() => null);
  vi.useRealTimers();
});

test('LIVE-002 takes the direct way first, and looks for no better one', () => {
  peers[0]?.events.onMedia(stream('a'));
  peers[0]?.events.onConnected('direct', requests);
  expect(told).toEqual(['opening', 'media a', 'direct a']);
  expect(isWorse).toBe(false);
  look('return');
  look('time');
  expect(peers).toHaveLength(1);
});

test('LIVE-002 comes through the server without a direct way, and goes back to it without a break when there is one', () => {
  peers[0]?.events.onEnded('noPath');
  relays[0]?.events.onRequests(requests);
  expect(told).toEqual(['opening', 'mse']);
  expect(isWorse).toBe(true);
  look('return');
  // While it is tried nothing of it is shown, and its end changes nothing.
  peers[1]?.events.onMedia(stream('b'));
  peers[1]?.events.onEnded('noPath');
  look('time');
  peers[2]?.events.onMedia(stream('c'));
  expect(told).toEqual(['opening', 'mse']);
  peers[2]?.events.onConnected('direct', requests);
  expect(told).toEqual(['opening', 'mse', 'direct c']);
  expect(relays[0]?.isStopped).toBe(true);
  expect(isWorse).toBe(false);
});

test('LIVE-002 over a TURN server looks behind the picture for a way without one, and keeps the picture until it has it', () => {
  peers[0]?.events.onMedia(stream('a'));
  peers[0]?.events.onConnected('turn', requests);
  expect(isWorse).toBe(true);
  look('return');
  look('time');
  expect(peers.map(({ route }) => route.ways)).toEqual(['all', 'withoutTurn']);
  peers[1]?.events.onEnded('noPath');
  expect(peers[0]?.isStopped).toBe(false);
  look('time');
  peers[2]?.events.onMedia(stream('b'));
  peers[2]?.events.onConnected('direct', requests);
  expect(told).toEqual(['opening', 'media a', 'turn a', 'direct b']);
  expect(peers.map(({ isStopped }) => isStopped)).toEqual([true, false, false]);
});

test('LIVE-002 tells when the connection itself goes another way', () => {
  peers[0]?.events.onConnected('direct', requests);
  peers[0]?.events.onPathChanged('turn');
  expect(told.at(-1)).toBe('now turn');
  expect(isWorse).toBe(true);
});

test('LIVE-002 tries again at once when the answer named a TURN server that was not known, with the picture through the server meanwhile', () => {
  const [first] = peers;
  if (first) first.isOutdated = true;
  first?.events.onEnded('noPath');
  expect(relays).toHaveLength(1);
  expect(peers).toHaveLength(2);
  relays[0]?.events.onRequests(requests);
  peers[1]?.events.onConnected('turn', requests);
  expect(told).toEqual(['opening', 'mse', 'turn']);
});

test('a way that broke is tried again at once', () => {
  peers[0]?.events.onConnected('direct', requests);
  peers[0]?.events.onEnded('noPath');
  expect(told).toEqual(['opening', 'direct', 'none', 'opening']);
  expect(peers).toHaveLength(2);
});

test('ROOMS-001 what somebody ended stays ended, whatever returns', () => {
  peers[0]?.events.onConnected('direct', requests);
  peers[0]?.events.onEnded('live_view_closed');
  expect(told.slice(2)).toEqual(['none', 'refused live_view_closed']);
  look('return');
  connection.nudge();
  vi.advanceTimersByTime(3_600_000);
  expect(peers).toHaveLength(1);
});

test('what is refused is tried again with pauses, and at once when the network is back', () => {
  peers[0]?.events.onEnded('core_offline');
  expect(told).toEqual(['opening', 'refused core_offline']);
  vi.advanceTimersByTime(1_000);
  expect(peers).toHaveLength(2);
  peers[1]?.events.onEnded('core_offline');
  look('return');
  expect(peers).toHaveLength(3);
});

test('LIVE-002 goes on over the own network while the server is away, and the usual way without a break when it is back', () => {
  provideLocalWays(() => door);
  peers[0]?.events.onMedia(stream('a'));
  peers[0]?.events.onConnected('direct', requests);
  peers[0]?.events.onUnanswered();
  peers[0]?.events.onUnanswered();
  expect(peers.map(({ route }) => [route.ways, route.signalling === door])).toEqual([
    ['all', false],
    ['withoutTurn', true],
  ]);
  peers[1]?.events.onMedia(stream('b'));
  expect(told).toEqual(['opening', 'media a', 'direct a']);
  peers[1]?.events.onConnected('internet', requests);
  peers[1]?.events.onPathChanged('direct');
  expect(told.slice(3)).toEqual(['local b']);
  expect(peers[0]?.isStopped).toBe(true);
  vi.advanceTimersByTime(5_000);
  peers[2]?.events.onEnded('unavailable');
  vi.advanceTimersByTime(5_000);
  peers[3]?.events.onMedia(stream('c'));
  expect(told.slice(3)).toEqual(['local b']);
  peers[3]?.events.onConnected('direct', requests);
  expect(told.slice(3)).toEqual(['local b', 'direct c']);
  expect(peers[1]?.isStopped).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(peers).toHaveLength(4);
});

test('LIVE-002 opens a view over the own network where the server does not answer, and says why when there is none', () => {
  provideLocalWays(() => door);
  peers[0]?.events.onEnded('unavailable');
  expect(peers[1]?.route.signalling).toBe(door);
  peers[1]?.events.onEnded('noPath');
  expect(told).toEqual(['opening', 'refused unavailable']);
  vi.advanceTimersByTime(1_000);
  peers[2]?.events.onEnded('unavailable');
  peers[3]?.events.onConnected('direct', requests);
  expect(told.at(-1)).toBe('local');
  peers[3]?.events.onEnded('local_grant_expired');
  expect(told.slice(-2)).toEqual(['none', 'refused local_grant_expired']);
});

test.each(['forbidden', 'unauthenticated', 'live_view_closed'] as const)(
  'LIVE-002 what the server takes away (%s) ends the view without it as well',
  (code) => {
    provideLocalWays(() => door);
    peers[0]?.events.onEnded('unavailable');
    peers[1]?.events.onConnected('direct', requests);
    vi.advanceTimersByTime(5_000);
    peers[2]?.events.onEnded(code);
    expect(told.slice(-3)).toEqual(['local', 'none', `refused ${code}`]);
    expect(peers[1]?.isStopped).toBe(true);
  },
);

test('ROOMS-001 what somebody ended does not go on over the own network', () => {
  provideLocalWays(() => door);
  peers[0]?.events.onConnected('direct', requests);
  peers[0]?.events.onUnanswered();
  peers[0]?.events.onEnded('live_view_closed');
  expect(peers[1]?.isStopped).toBe(true);
  look('return');
  vi.advanceTimersByTime(3_600_000);
  expect(peers).toHaveLength(2);
  expect(told.at(-1)).toBe('refused live_view_closed');
});

test('LIVE-002 leaves nothing running when a way is found after the viewer went', () => {
  provideLocalWays(() => door);
  peers[0]?.events.onUnanswered();
  connection.stop();
  told = [];
  peers[1]?.events.onConnected('direct', requests);
  peers[0]?.events.onPathChanged('turn');
  expect(peers.map(({ isStopped }) => isStopped)).toEqual([true, true]);
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
