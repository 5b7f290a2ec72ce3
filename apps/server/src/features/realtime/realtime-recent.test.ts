import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { RealtimeServerMessage } from '@sightline/contracts/realtime/realtime';
import { expect, test, vi } from 'vitest';
import { startTestServer, type TestPerson } from '../../../testing/test-server.ts';
import { openTestBrowser } from '../../../testing/realtime/test-browser.ts';
import { RealtimeRecent } from './realtime-recent.ts';

const update = (organizationId: string) => ({
  organizationId,
  actorSessionId: null,
  actorUserId: null,
  event: { kind: 'organizations.changed' as const },
});

test('knows what happened since a page began to read, and says when it does not know all of it', () => {
  let nowMs = 1_000;
  const recent = new RealtimeRecent(() => nowMs);
  nowMs = 60_000;
  recent.take(update('one'));
  recent.take(update('two'));
  nowMs = 64_000;
  expect(recent.missedBy('one', 1_000)).toEqual([]);
  expect(recent.missedBy('one', 2_000)).toEqual([update('one')]);
  expect(recent.missedBy('none', 2_000)).toEqual([]);
  // A page that has read for longer than anything is kept, or began before this process did.
  expect(recent.missedBy('none', 40_000)).toBeNull();
  expect(new RealtimeRecent(() => nowMs).missedBy('none', 0)).toBeNull();
  for (let count = 0; count < 300; count++) recent.take(update('one'));
  expect(recent.missedBy('one', 2_000)).toBeNull();
  expect(recent.missedBy('one', 1_000)).toHaveLength(300);
  nowMs = 100_000;
  recent.take(update('two'));
  expect(recent.missedBy('one', 20_000)).toEqual([]);
});

test('a page that read before it listened is told what happened meanwhile, by its own rights and without a toast', async () => {
  const server = await startTestServer();
  const startedMs = performance.now();
  try {
    const owner = await server.person();
    const site = async (name: string) =>
      (await owner.call(locationsCalls.create, { body: { name, timeZone: 'UTC' } })).body.id;
    const [here, elsewhere] = [await site('Here'), await site('Elsewhere')];
    const guard = await server.person({
      organizationId: owner.session.activeOrganizationId ?? '',
      permissions: ['CameraView'],
      locationId: elsewhere,
    });
    const edgeId = (await owner.call(edgesCalls.create, { body: { name: 'Core', locationId: here } })).body.id;
    await vi.waitFor(() => expect(performance.now() - startedMs).toBeGreaterThan(2_600));
    const listen = async (person: TestPerson, readForMs?: number) => {
      const heard: RealtimeServerMessage[] = [];
      const options = {
        url: server.url,
        token: person.session.accessToken,
        onText: (text: string) => heard.push(JSON.parse(text) as RealtimeServerMessage),
      };
      await openTestBrowser(readForMs === undefined ? options : { ...options, readForMs });
      await vi.waitFor(() => expect(heard[0]).toMatchObject({ type: 'welcome' }));
      return heard;
    };
    const before = await listen(owner);
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
    const { id } = (
      await owner.call(camerasCalls.create, { body: { name: 'Gate', edgeId, locationId: here, streams } })
    ).body;
    const told = (showToast: boolean) =>
      expect.objectContaining({
        showToast,
        event: expect.objectContaining({ kind: 'cameras.changed', cameraId: id }) as unknown,
      });
    await vi.waitFor(() => expect(before).toContainEqual(told(true)));
    const [late, another, guards, tooLate] = await Promise.all([
      listen(owner, 500),
      listen(owner),
      listen(guard, 500),
      listen(owner, 60_000),
    ]);
    await vi.waitFor(() =>
      expect([late, tooLate]).toEqual([
        expect.arrayContaining([told(false)]),
        expect.arrayContaining([{ type: 'refetch' }]),
      ]),
    );
    expect(JSON.stringify([another, guards])).not.toContain('cameras.changed');
  } finally {
    await server.stop();
  }
});
