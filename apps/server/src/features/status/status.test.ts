import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera, StreamStatus } from '@sightline/contracts/cameras/camera';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { homeCalls } from '@sightline/contracts/home/home.api';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { ShownStatus } from '@sightline/contracts/status/status';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { dueWork } from '../../../testing/test-tenant.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let sequence = 0;
let shiftMs = 0;
const clock = (): number => Date.now() + shiftMs;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  sequence = 0;
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const soon = { timeout: 5_000 };
const addCamera = async (change: object = {}): Promise<Camera> => {
  const streams = ['main' as const, 'sub' as const].map((kind) => ({ kind, url: `rtsp://10.0.0.1/${newId()}` }));
  const answer = await owner.call(camerasCalls.create, {
    body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams, ...change },
  });
  expect(answer.status).toBe(201);
  return answer.body;
};

/** The core says how a stream is; answers once that is kept. */
async function notify(...bodies: EdgeRecordBody[]): Promise<void> {
  edge.records(sequence + 1, bodies, clock());
  sequence += bodies.length;
  const upTo = sequence;
  await edge.next('ack', (ack) => ack.sequence === upTo);
}
function stream(camera: Camera, kind: 'main' | 'sub', cause: ErrorCode | null = null): EdgeRecordBody {
  const { id: streamId = '' } = camera.streams.find((one) => one.kind === kind) ?? {};
  const status: StreamStatus = { state: cause === null ? 'online' : 'offline', cause, sinceUtcMs: clock() };
  const format = {
    videoCodec: 'h264',
    width: 640,
    height: 360,
    fps: 15,
    bitrateKbps: null,
    gopMs: null,
    hasBFrames: false,
    audioCodec: 'aac',
  } as const;
  return {
    kind: 'streamStatus',
    cameraId: camera.id,
    streamId,
    status,
    format,
    isRecording: cause === null,
    recordingCause: cause,
  };
}
const allWell = (camera: Camera): EdgeRecordBody[] => [stream(camera, 'main'), stream(camera, 'sub')];
const statusOf = async (camera: Camera): Promise<ShownStatus> =>
  (await owner.call(camerasCalls.get, { params: { id: camera.id } })).body.status;
const stateOf = async (camera: Camera): Promise<string> => (await statusOf(camera)).state;
const edgeStatus = async (): Promise<ShownStatus> =>
  (await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.status;
const locationState = async (id = edge.locationId): Promise<string | undefined> =>
  (await owner.call(locationsCalls.get, { params: { id } })).body.status?.state;
const changesOf = (entityId: string) =>
  server.platform.database.withOrganization(organizationId(), (trx) =>
    trx
      .selectFrom('statusChanges')
      .select(['fromState', 'toState', 'cause', 'isFlapping', 'at'])
      .where('entityId', '=', entityId)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );

describe('a camera', () => {
  it('is bad at once, names what failed, and is good again only after 15 s', async () => {
    const camera = await addCamera();
    await edge.connect();
    expect(await statusOf(camera)).toMatchObject({ state: 'notConnected' });
    await notify(...allWell(camera));
    expect(await stateOf(camera)).toBe('online');
    await notify(stream(camera, 'sub', 'camera_stalled'));
    expect(await statusOf(camera)).toMatchObject({
      state: 'unhealthy',
      part: 'subStream',
      cause: 'camera_stalled',
      isFlapping: false,
    });
    await notify(stream(camera, 'main', 'camera_unreachable'));
    expect(await statusOf(camera)).toMatchObject({ state: 'offline', part: 'mainStream', cause: 'camera_unreachable' });
    await notify(...allWell(camera));
    expect(await stateOf(camera)).toBe('offline');
    shiftMs += 14_000;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await stateOf(camera)).toBe('offline');
    shiftMs += 1_500;
    await vi.waitFor(
      async () => expect(await statusOf(camera)).toMatchObject({ state: 'online', part: null, cause: null }),
      soon,
    );
    expect((await changesOf(camera.id)).map(({ fromState, toState }) => `${fromState} ${toState}`)).toEqual([
      'notConnected online',
      'online unhealthy',
      'unhealthy offline',
      'offline online',
    ]);
  });

  it('is found by the state that it shows, whatever is known of it', async () => {
    const [well, offline, unhealthy] = [await addCamera(), await addCamera(), await addCamera()];
    const fresh = await addCamera();
    await edge.connect();
    await notify(
      ...allWell(well),
      ...allWell(unhealthy),
      stream(unhealthy, 'sub', 'camera_stalled'),
      stream(offline, 'main', 'camera_timeout'),
    );
    for (const [state, camera] of [
      ['online', well],
      ['unhealthy', unhealthy],
      ['offline', offline],
      ['notConnected', fresh],
    ] as const) {
      const { body } = await owner.call(camerasCalls.list, { query: { state } });
      expect(
        body.items.map(({ id }) => id),
        state,
      ).toEqual([camera.id]);
      expect(body.total.value).toBe(1);
    }
  });

  it('follows what is wanted of it, soon after somebody changed that', async () => {
    const camera = await addCamera();
    await edge.connect();
    const full: EdgeRecordBody = {
      ...(stream(camera, 'main') as Extract<EdgeRecordBody, { kind: 'streamStatus' }>),
      isRecording: false,
      recordingCause: 'disk_full',
    };
    await notify(full, stream(camera, 'sub'));
    expect(await statusOf(camera)).toMatchObject({ state: 'unhealthy', part: 'storage', cause: 'disk_full' });
    await owner.call(camerasCalls.update, { params: { id: camera.id }, body: { recordingMode: 'off' } });
    await vi.waitFor(async () => expect(await dueWork(server, organizationId())).toBe(0), soon);
    expect(await stateOf(camera)).toBe('unhealthy');
    shiftMs += 16_000;
    await vi.waitFor(async () => expect(await stateOf(camera)).toBe('online'), soon);
  });

  it('is unhealthy by what its core says of analytics, and only by its own core', async () => {
    const camera = await addCamera();
    await edge.connect();
    const well: StreamStatus = { state: 'online', cause: null, sinceUtcMs: 1 };
    const parts = (cameraId: string, analytics: StreamStatus): EdgeRecordBody => ({
      kind: 'cameraParts',
      cameraId,
      analytics,
      smartStorage: well,
      audioEnabled: true,
    });
    await notify(
      ...allWell(camera),
      parts(camera.id, { state: 'offline', cause: 'analysis_suspended', sinceUtcMs: 8_640_000_000_000_000 }),
    );
    const shown = await statusOf(camera);
    expect(shown).toMatchObject({ state: 'unhealthy', part: 'analytics', cause: 'analysis_suspended' });
    expect(shown.sinceUtcMs).toBeLessThanOrEqual(clock());
    const first = edge;
    edge = await makeTestEdge(server, owner);
    sequence = 0;
    await edge.connect();
    await notify(parts(camera.id, well));
    expect(await server.platform.metrics.registry.metrics()).toMatch(
      /link_violations_total\{reason="foreign_entity"\} [1-9]/,
    );
    expect(await stateOf(camera)).toBe('unhealthy');
    first.hangUp();
  });
});

describe('a core that loses its link', () => {
  it('is offline with all its cameras at once, and back with them after 15 s', async () => {
    const cameras = await Promise.all(Array.from({ length: 5 }, () => addCamera()));
    const unheard = await addCamera();
    await edge.connect();
    await notify(...cameras.flatMap(allWell));
    edge.hangUp();
    await vi.waitFor(
      async () => expect(await edgeStatus()).toMatchObject({ state: 'offline', cause: 'core_offline' }),
      soon,
    );
    for (const camera of cameras)
      expect(await statusOf(camera)).toMatchObject({ state: 'offline', part: 'edge', cause: 'core_offline' });
    expect(await stateOf(unheard)).toBe('notConnected');
    const instants = new Set(
      (await Promise.all(cameras.map(({ id }) => changesOf(id)))).map((changes) => changes.at(-1)?.at.getTime()),
    );
    expect(instants.size).toBe(1);
    await edge.connect();
    expect([(await edgeStatus()).state, await stateOf(cameras[0] as Camera)]).toEqual(['offline', 'offline']);
    shiftMs += 15_500;
    await vi.waitFor(
      async () =>
        expect([(await edgeStatus()).state, await stateOf(cameras[4] as Camera)]).toEqual(['online', 'online']),
      soon,
    );
  });

  it('is not blamed for a server that was started again, unless it stays away', async () => {
    const camera = await addCamera();
    await edge.connect();
    await notify(...allWell(camera));
    const restart = async (): Promise<void> => {
      const again = await startTestServer({
        clock,
        connectionString: server.connectionString,
        copyKeyFrom: server.dataDir,
      });
      expect((await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.state).toBe('offline');
      await again.stop();
    };
    const coresOfHome = async () =>
      (await owner.call(homeCalls.locations, {})).body.items.find(({ id }) => id === edge.locationId)?.cores;
    const before = await changesOf(camera.id);
    await restart();
    // Home counts as the core is shown.
    expect([(await edgeStatus()).state, await coresOfHome()]).toEqual(['online', { total: 1, online: 1 }]);
    // Whatever else makes somebody look meanwhile.
    await owner.call(camerasCalls.update, { params: { id: camera.id }, body: { recordingMode: 'motion' } });
    await vi.waitFor(async () => expect(await dueWork(server, organizationId())).toBe(0), soon);
    expect(await stateOf(camera)).toBe('online');
    await edge.connect();
    shiftMs += 21_000;
    await vi.waitFor(async () => expect(await dueWork(server, organizationId())).toBe(0), soon);
    expect(await changesOf(camera.id)).toEqual(before);
    await restart();
    shiftMs += 21_000;
    await vi.waitFor(async () => expect(await stateOf(camera)).toBe('offline'), soon);
    expect([(await edgeStatus()).state, await coresOfHome()]).toEqual(['offline', { total: 1, online: 0 }]);
  });

  it('STATUS-010: is unhealthy when it is missing from the statuses, and so is where it stands', async () => {
    const camera = await addCamera();
    await edge.connect();
    await notify(...allWell(camera));
    await vi.waitFor(async () => expect(await locationState()).toBe('online'), soon);
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      trx.deleteFrom('statuses').where('entityId', '=', edge.edgeId).execute(),
    );
    expect(await edgeStatus()).toMatchObject({ state: 'unhealthy', cause: 'status_unknown' });
    await notify(stream(camera, 'sub', 'camera_stalled'));
    await vi.waitFor(async () => expect(await locationState()).toBe('unhealthy'), soon);
  });
});

describe('a location', () => {
  it('STATUS-011: shows everything at or below it together, also after that was moved or deleted', async () => {
    const child = await owner.call(locationsCalls.create, {
      body: { name: 'Yard', timeZone: 'UTC', parentId: edge.locationId },
    });
    expect([await locationState(), await locationState(child.body.id)]).toEqual(['notConnected', 'notConnected']);
    const [top, low] = [await addCamera(), await addCamera({ locationId: child.body.id })];
    await edge.connect();
    await notify(...allWell(top), stream(low, 'main', 'camera_timeout'));
    const states = async () => [await locationState(), await locationState(child.body.id)];
    await vi.waitFor(async () => expect(await states()).toEqual(['unhealthy', 'offline']), soon);
    await owner.call(camerasCalls.update, { params: { id: top.id }, body: { locationId: child.body.id } });
    await vi.waitFor(async () => expect(await states()).toEqual(['unhealthy', 'unhealthy']), soon);
    await owner.call(camerasCalls.remove, { params: { id: low.id } });
    await vi.waitFor(async () => expect(await states()).toEqual(['online', 'online']), soon);
    await owner.call(camerasCalls.remove, { params: { id: top.id } });
    await vi.waitFor(async () => expect(await states()).toEqual(['online', 'notConnected']), soon);
  });
});

describe('something that flaps', () => {
  it('is one change instead of many, says so, and ends after ten quiet minutes', async () => {
    const camera = await addCamera();
    await edge.connect();
    await notify(...allWell(camera));
    for (let times = 0; times < 4; times += 1) {
      await notify(stream(camera, 'main', 'camera_stalled'));
      shiftMs += 5_000;
      await notify(stream(camera, 'main'));
      shiftMs += 5_000;
    }
    expect(await statusOf(camera)).toMatchObject({ state: 'offline', isFlapping: true });
    expect((await changesOf(camera.id)).slice(1).map(({ toState, isFlapping }) => [toState, isFlapping])).toEqual([
      ['offline', false],
      ['offline', true],
    ]);
    shiftMs += 600_000;
    const shown = () =>
      server.platform.database.withOrganization(organizationId(), (trx) =>
        trx
          .selectFrom('statuses')
          .select(['state', 'flappingSince'])
          .where('entityId', '=', camera.id)
          .executeTakeFirst(),
      );
    await vi.waitFor(async () => expect(await shown()).toEqual({ state: 'online', flappingSince: null }), soon);
    expect((await changesOf(camera.id)).at(-1)).toMatchObject({
      fromState: 'offline',
      toState: 'online',
      isFlapping: false,
    });
  });

  it('begins anew when somebody changed how the camera is reached', async () => {
    const camera = await addCamera();
    await edge.connect();
    await notify(...allWell(camera));
    for (let times = 0; times < 2; times += 1) {
      await notify(stream(camera, 'main', 'camera_credentials_refused'));
      await notify(stream(camera, 'main'));
      shiftMs += 5_000;
    }
    expect((await statusOf(camera)).isFlapping).toBe(true);
    await owner.call(camerasCalls.update, {
      params: { id: camera.id },
      body: { credentials: { username: 'admin', password: 'the-right-one' } },
    });
    expect((await statusOf(camera)).isFlapping).toBe(false);
    shiftMs += 16_000;
    await vi.waitFor(async () => expect(await stateOf(camera)).toBe('online'), soon);
  });
});

describe('what browsers are told', () => {
  it('STATUS-013: has the fields of cameras, cores and locations', async () => {
    const camera = await addCamera();
    const listener = await listenWith(server.url, owner.session.accessToken);
    const told = <K extends RealtimeEvent['kind']>(kind: K) =>
      listener.heard.flatMap((message) =>
        message.type === 'event' && message.event.kind === kind
          ? [message.event as Extract<RealtimeEvent, { kind: K }>]
          : [],
      );
    await edge.connect();
    await notify(...allWell(camera));
    await vi.waitFor(() => expect(told('cameras.status').at(-1)?.cameraStatus).toBe('online'), soon);
    const { id: cameraId } = camera;
    const { edgeId, locationId } = edge;
    expect(told('cameras.status').at(-1)).toMatchObject({
      cameraId,
      edgeId,
      mainStream: 'online',
      subStream: 'online',
      storage: 'online',
      smartStorage: 'notConnected',
      analytics: 'notConnected',
      cameraStatus: 'online',
      audioEnabled: true,
      playbackStatus: 'online',
    });
    await vi.waitFor(
      () => expect(told('locations.status').at(-1)).toMatchObject({ locationId, status: 'online' }),
      soon,
    );
    edge.hangUp();
    await vi.waitFor(
      () =>
        expect(told('edges.status').at(-1)).toMatchObject({ edgeId, edgeStatus: 'offline', playbackStatus: 'offline' }),
      soon,
    );
    await vi.waitFor(
      () => expect(told('cameras.status').at(-1)).toMatchObject({ cameraStatus: 'offline', playbackStatus: 'offline' }),
      soon,
    );
    await vi.waitFor(
      () => expect(told('locations.status').at(-1)).toMatchObject({ locationId, status: 'offline' }),
      soon,
    );
  });

  it('is told once for what shows the same as before', async () => {
    const camera = await addCamera();
    await edge.connect();
    await notify(...allWell(camera));
    const before = (await changesOf(camera.id)).length;
    await notify(...allWell(camera), ...allWell(camera));
    expect((await changesOf(camera.id)).length).toBe(before);
  });
});

describe('what is due', () => {
  it('is looked at in every organization, whatever is wrong in one of them', async () => {
    const broken = await addCamera();
    const own = organizationId();
    const keep = (settings: string) =>
      server.platform.database.withOrganization(own, (trx) =>
        trx.updateTable('cameras').set({ settings }).where('id', '=', broken.id).execute(),
      );
    await keep('{"recording":{"preRollS":"unreadable"}}');
    try {
      for (let other = 0; other < 3; other += 1) {
        owner = await server.person();
        edge = await makeTestEdge(server, owner);
        await addCamera();
        await vi.waitFor(async () => expect(await dueWork(server, organizationId())).toBe(0), soon);
      }
      expect(await dueWork(server, own)).toBeGreaterThan(0);
    } finally {
      await keep('{}');
    }
  });
});
