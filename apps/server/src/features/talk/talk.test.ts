import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { talkCalls } from '@sightline/contracts/talk/talk.api';
import { talkTimes } from '@sightline/contracts/talk/talk-limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { volatileTopic } from '../realtime/realtime.public.ts';

interface Asked {
  command: string;
  body: { talkId?: string; code?: string; asks?: boolean; talker?: { userId: string; userName: string } };
}

let server: TestServer;
let owner: TestPerson;
let guard: TestPerson;
let other: TestPerson;
let watcher: TestPerson;
let stranger: TestPerson;
let edge: TestEdge;
let cameraId: string;
let organizationId: string;
let endedBy: string | null = null;
let refusal: string | null = null;
let aheadMs = 0;
let openingMs = 0;
const asked: Asked[] = [];
const told: { talker: { userId: string; sinceAt: number } | null }[] = [];

beforeAll(async () => {
  server = await startTestServer({ clock: () => Date.now() + aheadMs });
  server.platform.bus.subscribe(volatileTopic, (body) => {
    const { event } = body as {
      event: { kind: string; cameraId: string; talker: { userId: string; sinceAt: number } | null };
    };
    if (event.kind === 'talk.changed' && event.cameraId === cameraId) told.push(event);
  });
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  guard = await server.person({ organizationId, permissions: ['CameraView', 'CameraTalk'] });
  other = await server.person({ organizationId, permissions: ['CameraView', 'CameraTalk'] });
  watcher = await server.person({ organizationId, permissions: ['CameraView'] });
  stranger = await server.person();
});
afterAll(() => server.stop());
beforeEach(async () => {
  edge = await makeTestEdge(server, owner);
  edge.capabilities = ['rtsp', 'privacy', 'talk'];
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  cameraId = (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    })
  ).body.id;
  endedBy = null;
  refusal = null;
  openingMs = 0;
  asked.length = 0;
  told.length = 0;
  const answers: Record<string, () => unknown> = {
    'talk.look': () => ({ speaker: 'yes', cause: null, talker: null }),
    'talk.open': () => {
      aheadMs += openingMs;
      if (refusal !== null) throw Object.assign(new Error('refused'), { code: refusal });
      return { sdp: 'answer' };
    },
    'talk.candidate': () => ({ candidates: [] }),
    'talk.renew': () => ({ endedBy, heardMs: 2_000 }),
    'talk.end': () => ({ heardMs: 4_000 }),
  };
  for (const [command, answer] of Object.entries(answers)) {
    edge.answer(command, (body: never) => {
      asked.push({ command, body });
      return answer();
    });
  }
  await edge.connect();
});

const params = () => ({ id: cameraId });
const offer = (person = guard) => person.call(talkCalls.offer, { params: params(), body: { sdp: 'v=0 offered' } });
const endsAtEdge = (talkId: string): (string | undefined)[] =>
  asked.filter(({ command, body }) => command === 'talk.end' && body.talkId === talkId).map(({ body }) => body.code);
const audited = async () =>
  (
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .selectFrom('auditEntries')
        .select(['action', 'data', 'userId'])
        .where('entityId', '=', cameraId)
        .where('action', 'in', ['camera.talk', 'camera.talkEnd'])
        .orderBy('id')
        .execute(),
    )
  ).map(({ action, data, userId }) => ({ action, data, userId }));

describe('talking through a camera', () => {
  it('CAM-026 is not for somebody who is not signed in, who may only watch, or who belongs elsewhere', async () => {
    expect((await server.call(talkCalls.offer, { params: params(), body: { sdp: 'v=0 offered' } })).body).toMatchObject(
      { code: 'unauthenticated' },
    );
    expect((await offer(watcher)).body).toMatchObject({ code: 'forbidden' });
    const unseeing = await server.person({ organizationId, permissions: ['CameraTalk'] });
    expect((await offer(unseeing)).body).toMatchObject({ code: 'not_found' });
    expect((await offer(stranger)).body).toMatchObject({ code: 'not_found' });
    expect(asked).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it('CAM-026 is not asked of a core that does not know it', async () => {
    edge.hangUp();
    edge.capabilities = ['rtsp', 'privacy'];
    await edge.connect();
    expect((await offer()).body).toMatchObject({ code: 'talk_core_old' });
    expect((await guard.call(talkCalls.state, { params: params() })).body).toEqual({
      speaker: 'unknown',
      cause: null,
      talker: null,
    });
    expect(asked).toEqual([]);
  });

  it('CAM-026 says why it does not begin, and stands in no audit', async () => {
    for (const code of ['talk_no_speaker', 'camera_credentials_refused', 'talk_not_possible']) {
      refusal = code;
      expect((await offer()).body).toMatchObject({ code });
    }
    expect(await audited()).toEqual([]);
    refusal = null;
    expect((await offer(other)).status).toBe(201);
  });

  it('CAM-026 goes only where the camera lets voices go directly', async () => {
    await owner.call(camerasCalls.updateSettings, { params: params(), body: { delivery: { isWebrtc: false } } });
    expect((await offer()).body).toMatchObject({ code: 'talk_not_possible' });
  });

  it('CAM-026 is for one person at a time: the second reads who it is, and the same session begins anew', async () => {
    const first = await offer();
    expect((await offer(other)).body).toMatchObject({
      code: 'talk_busy',
      data: { userId: guard.userId, userName: guard.session.user.name },
    });
    const again = await offer();
    expect(again.status).toBe(201);
    expect(endsAtEdge(first.body.talkId)).toEqual(['talk_ended']);
    await guard.call(talkCalls.end, { params: { talkId: again.body.talkId } });
    expect((await offer(other)).status).toBe(201);
  });

  it('CAM-026 stands in the audit with its length, and is told to those who watch', async () => {
    const { body, status } = await offer();
    expect(status).toBe(201);
    expect(body).toMatchObject({ sdp: 'answer', iceServers: [] });
    expect(asked.find(({ command }) => command === 'talk.open')?.body.talker).toMatchObject({ userId: guard.userId });
    await guard.call(talkCalls.end, { params: { talkId: body.talkId } });
    await guard.call(talkCalls.end, { params: { talkId: body.talkId } });
    expect(await audited()).toEqual([
      { action: 'camera.talk', data: {}, userId: guard.userId },
      { action: 'camera.talkEnd', data: { cause: 'talk_ended', seconds: 0, heardSeconds: 4 }, userId: guard.userId },
    ]);
    await vi.waitFor(() => expect(told.map(({ talker }) => talker?.userId ?? null)).toEqual([guard.userId, null]));
  });

  it('CAM-026 lasts from when it is open, however long its camera took: as it is said, watched and written down', async () => {
    openingMs = 12_000;
    const beforeMs = Date.now() + aheadMs;
    const { body } = await offer();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    const sinceAt = told[0]?.talker?.sinceAt ?? 0;
    expect(sinceAt - beforeMs).toBeGreaterThanOrEqual(openingMs);
    expect(body.endsAt - sinceAt).toBe(talkTimes.longestMs);
    await guard.call(talkCalls.end, { params: { talkId: body.talkId } });
    expect((await audited()).at(-1)?.data).toMatchObject({ seconds: 0 });
  });

  it('CAM-026 belongs to the session that opened it', async () => {
    const { talkId } = (await offer()).body;
    expect((await other.call(talkCalls.renew, { params: { talkId }, body: {} })).body).toMatchObject({
      code: 'talk_ended',
    });
    expect(
      (await other.call(talkCalls.candidate, { params: { talkId }, body: { candidate: '', mid: '0' } })).body,
    ).toMatchObject({ code: 'talk_ended' });
    await other.call(talkCalls.end, { params: { talkId } });
    expect((await guard.call(talkCalls.renew, { params: { talkId }, body: {} })).status).toBe(200);
    expect(
      (await guard.call(talkCalls.candidate, { params: { talkId }, body: { candidate: '', mid: '0' } })).body,
    ).toEqual({ candidates: [] });
  });

  it('CAM-026 is over when its core says so', async () => {
    for (const code of ['talk_time_over', 'talk_no_sound', 'talk_camera_lost']) {
      endedBy = null;
      const { talkId } = (await offer()).body;
      endedBy = code;
      expect((await guard.call(talkCalls.renew, { params: { talkId }, body: {} })).body).toMatchObject({ code });
      expect((await audited()).at(-1)?.data).toMatchObject({ cause: code });
      expect((await guard.call(talkCalls.renew, { params: { talkId }, body: {} })).body).toMatchObject({
        code: 'talk_ended',
      });
    }
  });

  it('CAM-026 ends when the right is taken, and when its person signs out', async () => {
    const lone = await server.person({ organizationId, permissions: ['CameraView', 'CameraTalk'] });
    const { talkId } = (await offer(lone)).body;
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.deleteFrom('grants').where('userId', '=', lone.userId).where('permission', '=', 'CameraTalk').execute(),
    );
    await vi.waitFor(() => expect(endsAtEdge(talkId)).toEqual(['forbidden']));
    const leaving = await server.person({ organizationId, permissions: ['CameraView', 'CameraTalk'] });
    const next = (await offer(leaving)).body;
    await leaving.call(sessionsCalls.signOut, {});
    await vi.waitFor(() => expect(endsAtEdge(next.talkId)).toEqual(['unauthenticated']));
    await vi.waitFor(async () =>
      expect((await audited()).filter(({ action }) => action === 'camera.talkEnd')).toHaveLength(2),
    );
  });
});

describe('the speaker of a camera', () => {
  it('CAM-026 is looked for on behalf of those who may talk, and of nobody else', async () => {
    expect((await guard.call(talkCalls.state, { params: params() })).body).toEqual({
      speaker: 'yes',
      cause: null,
      talker: null,
    });
    await watcher.call(talkCalls.state, { params: params() });
    expect(asked.flatMap(({ command, body }) => (command === 'talk.look' ? [body.asks] : []))).toEqual([true, false]);
    expect((await stranger.call(talkCalls.state, { params: params() })).body).toMatchObject({ code: 'not_found' });
  });

  it('CAM-026 is not known while its core is away', async () => {
    edge.hangUp();
    await vi.waitFor(async () =>
      expect((await guard.call(talkCalls.state, { params: params() })).body).toMatchObject({
        speaker: 'unknown',
        cause: 'core_offline',
      }),
    );
  });
});
