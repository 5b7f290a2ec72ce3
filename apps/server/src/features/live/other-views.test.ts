import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInProcessBus } from '../../platform/bus/in-process-bus.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { OtherViews, type LiveView } from './other-views.ts';

const viewOf = (leaseId: string): LiveView => {
  const ids = { leaseId, cameraId: 'camera', edgeId: 'edge', organizationId: 'organization', userId: 'user' };
  return { ...ids, sinceUtcMs: 1, transport: null, originals: false, expiresAtUtcMs: 30_001 };
};

let bus: Bus;
const processes: { views: OtherViews }[] = [];

/** A server process with views of its own, on the bus of all. */
function startProcess(ids: string[] = []) {
  const open = new Map(ids.map((id) => [id, viewOf(id)]));
  const close = (leaseId: string): void => {
    if (open.delete(leaseId)) views.gone(leaseId);
  };
  const views: OtherViews = new OtherViews({
    bus,
    own: () => [...open.values()],
    onEnd: (leaseIds) => {
      for (const leaseId of leaseIds) close(leaseId);
    },
  });
  const process = { open, close, views, seen: () => views.all().map(({ leaseId }) => leaseId) };
  views.start();
  processes.push(process);
  return process;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  bus = createInProcessBus(() => undefined);
});
afterEach(() => {
  for (const { views } of processes.splice(0)) views.stop();
  vi.useRealTimers();
});

it('ROOMS-001 a process that starts hears of the views of the others, and each hears what begins and ends', async () => {
  const first = startProcess(['a']);
  const second = startProcess();
  await vi.advanceTimersByTimeAsync(500);
  expect(second.seen()).toEqual(['a']);
  second.open.set('b', viewOf('b'));
  second.views.notify({ ...viewOf('b'), transport: 'turn' });
  await vi.advanceTimersByTimeAsync(500);
  expect(first.views.all()).toEqual([{ ...viewOf('b'), transport: 'turn' }]);
  expect(second.seen()).toEqual(['a']);
  first.close('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(second.seen()).toEqual([]);
});

it('ROOMS-001 nothing but what is of a room is told: no session and no address', async () => {
  const first = startProcess();
  const second = startProcess();
  first.views.notify({ ...viewOf('a'), sessionId: 'secret', address: '10.0.0.1' } as LiveView);
  await vi.advanceTimersByTimeAsync(500);
  expect(second.views.all()).toEqual([viewOf('a')]);
});

it('ROOMS-001 views of a process that fell are forgotten after their lease', async () => {
  const first = startProcess(['a']);
  const second = startProcess();
  await vi.advanceTimersByTimeAsync(500);
  first.views.stop();
  await vi.advanceTimersByTimeAsync(34_000);
  expect(second.seen()).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(second.seen()).toEqual([]);
});

it('ROOMS-001 an end is said again until it is heard, and one that nobody hears is known', async () => {
  const first = startProcess(['a', 'b']);
  const second = startProcess();
  await vi.advanceTimersByTimeAsync(500);
  const publish = vi.spyOn(bus, 'publish');
  publish.mockImplementationOnce(() => undefined);
  const ended = second.views.end([viewOf('a')]);
  await vi.advanceTimersByTimeAsync(900);
  expect(first.open.has('a')).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(await ended).toBe(true);
  expect([...first.open.keys()]).toEqual(['b']);
  first.views.stop();
  const lost = second.views.end([viewOf('b')]);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await lost).toBe(false);
});
