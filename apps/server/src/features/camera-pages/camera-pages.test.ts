import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { cameraPageLinkPath } from '@sightline/contracts/camera-pages/camera-page-link';
import { cameraPagesCalls } from '@sightline/contracts/camera-pages/camera-pages.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { startCameraPage, type CameraPage } from '@sightline/simulators/camera-page/camera-page';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { servePages } from '../../../testing/camera-pages/test-page-core.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let camera: CameraPage;
let core: ReturnType<typeof servePages>;
let cameraId: string;
let aheadMs = 0;

const addCamera = async (host = camera.host): Promise<string> => {
  const streams = [{ kind: 'main' as const, url: `rtsp://${host}/${newId()}` }];
  const settings = { vpnConfiguration: { isOn: true, scheme: 'http' as const, port: camera.port } };
  return (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams, settings },
    })
  ).body.id;
};
const link = async (capabilities: string[]): Promise<void> => {
  const { nonce } = await edge.dial();
  edge.hello(nonce, { capabilities });
  await edge.next('welcome');
};

beforeAll(async () => {
  server = await startTestServer({ clock: () => Date.now() + aheadMs });
  camera = await startCameraPage();
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  core = servePages(server, edge, camera);
  await link(['live', 'tunnel']);
});
afterAll(async () => {
  edge.hangUp();
  await server.stop();
  await camera.stop();
});
beforeEach(async () => {
  aheadMs = 0;
  camera.requests.length = 0;
  Object.assign(core, { failure: null, certificate: null, origin: null, sockets: [], asked: [] });
  cameraId = await addCamera();
});
afterEach(async () => {
  aheadMs = 0;
  const { status, body } = await owner.call(cameraPagesCalls.list, { params: { id: cameraId } });
  if (status !== 200) return;
  for (const { id } of body.items) await owner.call(cameraPagesCalls.end, { params: { pageId: id } });
});

const open = (person = owner, body: { acceptCertificate?: string } = {}, id = cameraId) =>
  person.call(cameraPagesCalls.open, { params: { id }, body });
/** What stands in the audit of pages, oldest first: what was done, and its data. */
const audited = async (): Promise<{ method: string; data: Record<string, unknown> }[]> => {
  const { items } = (await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: { entityId: cameraId } }))
    .body;
  return items
    .filter(({ method }) => method.startsWith('camera.page'))
    .map(({ method, data }) => ({ method, data }))
    .toReversed();
};
const methods = async (): Promise<string[]> => (await audited()).map(({ method }) => method.replace('camera.page', ''));
const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const editor = () => server.person({ organizationId: organizationId(), permissions: ['CameraView', 'CameraEdit'] });

interface Seen {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}
/** `body` makes it a POST. */
const begin = (url: string, headers: Record<string, string> = {}, body?: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname, search } = new URL(url);
    const request = requestHttp(
      {
        host: '127.0.0.1',
        port,
        path: `${pathname}${search}`,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host, ...headers },
        agent: false,
      },
      resolve,
    );
    request.on('error', reject);
    request.end(body);
  });
const visit = async (...asked: Parameters<typeof begin>): Promise<Seen> => {
  const answer = await begin(...asked);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: (await buffer(answer)).toString() };
};

/** An opened page: its origin, its cookie, and requests with it. */
async function opened(person = owner) {
  const { body } = await open(person);
  const entrance = await visit(body.url);
  expect(entrance.status).toBe(200);
  const { origin } = new URL(body.url);
  const cookie = entrance.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const ask = (path: string, headers: Record<string, string> = {}, sent?: string) =>
    visit(`${origin}${path}`, { cookie, ...headers }, sent);
  return { ...body, origin, cookie, ask, entrance };
}

/** Bytes as they are, to the port of the pages; answers the status line. */
const raw = (url: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) }, () => socket.write(text));
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (answer.includes('\r\n')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });

describe('CAM-015 the page of a camera is refused', () => {
  it('to nobody signed in, to strangers as if it were not there, and to those who may only look', async () => {
    expect((await server.call(cameraPagesCalls.open, { params: { id: cameraId }, body: {} })).status).toBe(401);
    expect((await open(await server.person())).status).toBe(404);
    const viewer = await server.person({ organizationId: organizationId(), permissions: ['CameraView'] });
    expect((await open(viewer)).status).toBe(403);
    const other = await addCamera();
    const ofOther = await server.person({
      organizationId: organizationId(),
      permissions: ['CameraView', 'CameraEdit'],
      cameraId: other,
    });
    expect((await open(ofOther)).status).toBe(404);
    expect((await viewer.call(cameraPagesCalls.list, { params: { id: cameraId } })).status).toBe(403);
    expect([core.asked, camera.requests]).toEqual([[], []]);
  });

  it.each(['no address', 'javascript:1', ''])('where its core says that the camera is at "%s"', async (origin) => {
    core.origin = origin;
    expect((await open()).body).toMatchObject({ code: 'camera_address_refused' });
    await vi.waitFor(
      () => expect(core.sockets.every((socket) => socket.readyState === WebSocket.CLOSED)).toBe(true),
      5_000,
    );
    expect((await owner.call(cameraPagesCalls.list, { params: { id: cameraId } })).body.items).toEqual([]);
  });

  it('beyond what one session may have open, also when all are asked for at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => open()));
    expect([201, 409].map((wanted) => answers.filter(({ status }) => status === wanted).length)).toEqual([6, 3]);
  });

  it('where it is switched off, the core is too old or away, or the camera does not answer; that stands in the audit', async () => {
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { settings: { vpnConfiguration: { isOn: false } } },
    });
    expect((await open()).body).toMatchObject({ code: 'camera_page_off' });
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { settings: { vpnConfiguration: { isOn: true } } },
    });
    core.failure = { code: 'camera_unreachable' };
    expect((await open()).body).toMatchObject({ code: 'camera_unreachable' });
    edge.hangUp();
    await vi.waitFor(async () => expect((await open()).body).toMatchObject({ code: 'core_offline' }), 5_000);
    await link(['live']);
    expect((await open()).body).toMatchObject({ code: 'camera_page_core_old' });
    const causes = (await audited()).map(({ method, data }) => [method, data['cause']]);
    expect(causes).toContainEqual(['camera.pageRefused', 'camera_page_off']);
    expect(causes.at(-1)).toEqual(['camera.pageRefused', 'camera_page_core_old']);
    await link(['live', 'tunnel']);
  });

  it('to whoever may not see what the camera hides; one that is open ends when the camera begins to hide', async () => {
    const person = await editor();
    const page = await opened(person);
    const privacy = { objectsToPixelate: ['person' as const] };
    await owner.call(camerasCalls.update, { params: { id: cameraId }, body: { settings: { privacy } } });
    await expect
      .poll(async () => (await page.ask('/state')).headers['sightline-failure'], { timeout: 10_000 })
      .toBe('privacy_needs_originals');
    expect(await open(person)).toMatchObject({ status: 403, body: { code: 'privacy_needs_originals' } });
    expect((await person.call(cameraPagesCalls.list, { params: { id: cameraId } })).body.items).toEqual([]);
    expect((await open()).status).toBe(201);
    const named = await addCamera('gate.local');
    expect(await open(person, {}, named)).toMatchObject({ status: 409, body: { code: 'privacy_device_unknown' } });
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { settings: { privacy: { objectsToPixelate: [] } } },
    });
    expect((await open(person)).status).toBe(201);
  });

  it('by an installation that gives pages no address', async () => {
    const elsewhere = await startTestServer({
      env: { SIGHTLINE_PUBLIC_URL: 'https://video.example.org' },
      connectionString: server.connectionString,
      copyKeyFrom: server.dataDir,
    });
    const answer = await elsewhere.call(
      cameraPagesCalls.open,
      { params: { id: cameraId }, body: {} },
      owner.session.accessToken,
    );
    await elsewhere.stop();
    expect(answer.body).toMatchObject({ code: 'camera_page_not_offered' });
  });
});

describe('CAM-015 a ticket', () => {
  it('opens once; whoever comes second is told nothing else than whoever guesses, and it stands in the audit', async () => {
    const { body } = await open();
    const guessed = await visit(`${new URL(body.url).origin}/.sightline/open?ticket=guessed`);
    const first = await visit(body.url);
    const second = await visit(body.url);
    const nobody = await visit(body.url.replace(/\/\/[^.]*/, '//0123456789'));
    expect([guessed.status, first.status, second.status, nobody.status]).toEqual([410, 200, 410, 410]);
    expect(new Set([guessed.text, second.text, nobody.text]).size).toBe(1);
    await expect.poll(methods).toEqual(['Refused', 'Open', 'Refused']);
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^sightline-page=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/) as string,
    ]);
  });

  it('is not used up by a frame, a script or a form, and not taken after 30 s', async () => {
    const { body } = await open();
    for (const dest of ['iframe', 'empty', 'image'])
      expect((await visit(body.url, { 'sec-fetch-dest': dest })).status).toBe(403);
    expect((await visit(body.url, {}, '')).status).toBe(403);
    aheadMs = 31_000;
    expect((await visit(body.url)).status).toBe(410);
    expect(await methods()).not.toContain('Open');
  });

  it('opens for no session that has ended meanwhile', async () => {
    const person = await editor();
    const { body } = await open(person);
    await person.call(sessionsCalls.signOut, {});
    expect((await visit(body.url)).status).toBe(410);
  });

  it('of a core opens once, and only with the right one', async () => {
    await open();
    const closeCode = (token: string): Promise<number> =>
      new Promise((resolve) =>
        new WebSocket(`${server.url.replace(/^http/, 'ws')}${cameraPageLinkPath}/${token}`).once('close', resolve),
      );
    expect([await closeCode('guessed'), await closeCode(core.asked[0]?.token ?? '')]).toEqual([4004, 4004]);
  });
});

describe('CAM-015 the origin of a page', () => {
  it('has nothing of the app, and lets nobody in without its own cookie', async () => {
    const [a, b] = [await opened(), await opened()];
    for (const cookie of ['', b.cookie, 'sightline-page=', `${a.cookie}x`])
      expect((await visit(`${a.origin}/state`, { cookie })).status).toBe(410);
    expect((await visit(`http://localhost:${new URL(a.origin).port}/`, { cookie: a.cookie })).status).toBe(404);
    expect((await a.ask('/api/v1/sessions/setup')).status).toBe(404);
    expect(camera.requests.map(({ url }) => url)).toEqual(['/api/v1/sessions/setup']);
  });

  it('passes no other host, no way around, and nothing that could be read in two ways', async () => {
    const { origin, cookie } = await opened();
    const { host } = new URL(origin);
    const line = (first: string, more = ''): Promise<string> =>
      raw(origin, `${first}\r\nHost: ${host}\r\nCookie: ${cookie}\r\n${more}\r\n`);
    for (const target of [
      '//evil.example/',
      '/../state',
      '/a/%2e%2e/state',
      'http://evil.example/',
      `${origin}/state`,
      '/a\\..\\b',
    ])
      expect(await line(`GET ${target} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 400/);
    const both = 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n';
    expect(await line('POST /echo HTTP/1.1', both)).toMatch(/ 400 /);
    expect(await line('POST /echo HTTP/1.1', 'Content-Length: 4\r\nContent-Length: 5\r\n')).toMatch(/ 400 /);
    expect(await line('POST /echo HTTP/1.1', 'Transfer-Encoding: chunked, identity\r\n')).toMatch(/ 400 /);
    expect(await line('GET /echo HTTP/1.1', 'X: a\n b\r\n')).toMatch(/ 400 /);
    expect(camera.requests).toEqual([]);
  });

  it('asks nothing for pages of other origins, and has no service workers', async () => {
    const { ask, origin, cookie } = await opened();
    const asked: Record<string, string>[] = [
      { 'service-worker': 'script' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: server.url },
    ];
    for (const headers of asked) expect((await ask('/worker.js', headers)).status).toBe(403);
    const refused = await new Promise<number>((resolve) => {
      const { host, port } = new URL(origin);
      const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers: { host, cookie }, origin: server.url });
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => undefined);
    });
    expect([refused, camera.requests]).toEqual([403, []]);
  });

  it('opens the session of the app to no script of a camera', async () => {
    const { origin } = await opened();
    const refresh = `${server.url}/api/v1/sessions/refresh`;
    const asked: Record<string, string>[] = [
      { origin },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of asked) {
      const answer = await visit(refresh, { cookie: 'sightline_refresh=stolen', ...headers }, '');
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    }
  });
});

describe('CAM-015 a page', () => {
  it('follows the camera to itself, under the name of the page, and nowhere else', async () => {
    const { ask, origin } = await opened();
    const moved = await ask('/');
    expect([moved.status, moved.headers.location]).toEqual([302, `${origin}/settings.html`]);
    const away = await ask('/elsewhere', { 'accept-language': 'he' });
    expect([away.status, away.headers.location, away.headers['sightline-failure']]).toEqual([
      502,
      undefined,
      'camera_page_elsewhere',
    ]);
    expect(away.text).toContain('https://elsewhere.example');
    expect((await ask('/slashes')).headers.location).toBe(`${origin}//elsewhere.example/`);
  });

  it('says its own address in its texts, packed or not, and keeps its cookies apart from ours', async () => {
    const { ask, origin, cookie } = await opened();
    const page = await ask('/settings.html', {
      'accept-encoding': 'gzip, br',
      cookie: `${cookie}; sightline_refresh=secret`,
    });
    expect(page.text).toContain(`href="${origin}/network?tab=1"`);
    expect(page.text).not.toContain(camera.origin);
    const prefix = `page-${new URL(origin).host.split('.')[0] ?? ''}-`;
    expect(page.headers['set-cookie']).toEqual([
      `${prefix}SessionID=abc123; Path=/; HttpOnly`,
      `${prefix}lang=en; Path=/; Max-Age=3600`,
    ]);
    await ask('/echo', { cookie: `${cookie}; sightline_refresh=secret; ${prefix}SessionID=abc123` });
    expect(camera.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, 'SessionID=abc123']);
    expect((await ask('/app.js')).text).toContain(`'${origin.replace('http', 'ws')}/socket'`);
  });

  it('asks its person for the password of the camera, which nobody else has, and passes what is sent both ways', async () => {
    await camera.stop();
    camera = await startCameraPage({ account: { username: 'admin', password: 'secret' }, port: camera.port });
    const { ask } = await opened();
    const asked = await ask('/state');
    expect([asked.status, asked.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Digest realm="Simulated camera"/) as string,
    ]);
    await ask('/state', { authorization: 'Digest username="x"' });
    expect(camera.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Digest username="x"']);
    const { port } = camera;
    await camera.stop();
    camera = await startCameraPage({ port });
  });

  it('sends forms and files, pictures without end and downloads, no faster than they are taken', async () => {
    const { ask, origin, cookie } = await opened();
    const body = 'ntp=pool&'.repeat(50_000);
    const echoed = await ask(
      '/echo',
      { 'content-length': String(body.length), origin, 'x-forwarded-for': '192.0.2.1' },
      body,
    );
    const [seen] = camera.requests;
    expect(JSON.parse(echoed.text)).toMatchObject({ bytes: body.length });
    expect([seen?.headers.origin, seen?.headers['x-forwarded-for'], seen?.headers.host]).toEqual([
      camera.origin,
      undefined,
      expect.any(String),
    ]);
    const pictures = await begin(`${origin}/motion.mjpg`, { cookie });
    await new Promise((resolve) => pictures.once('data', resolve));
    const big = await begin(`${origin}/download?bytes=100000000`, { cookie });
    expect((await ask('/state')).text).toBe('{"model":"Dome 5"}');
    await vi.waitFor(() => expect(camera.sentBytes()).toBeGreaterThan(65_536), 5_000);
    expect(camera.sentBytes()).toBeLessThan(50_000_000);
    for (const answer of [pictures, big]) answer.destroy();
    await vi.waitFor(() => expect(camera.open()).toBe(0), 5_000);
  });

  it('has its sockets', async () => {
    const { origin, cookie } = await opened();
    const { host, port } = new URL(origin);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers: { host, cookie }, origin });
    socket.once('open', () => socket.send('hello'));
    expect(await new Promise((resolve) => socket.once('message', (data: Buffer) => resolve(data.toString())))).toBe(
      'hello',
    );
    expect(camera.requests[0]?.headers.origin).toBe(camera.origin);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await owner.call(cameraPagesCalls.end, {
      params: {
        pageId: (await owner.call(cameraPagesCalls.list, { params: { id: cameraId } })).body.items[0]?.id ?? '',
      },
    });
    await closed;
  });
});

describe('CAM-015 a page ends', () => {
  /** Long pictures of an opened page, and when they end. */
  async function watching(person: TestPerson) {
    const page = await opened(person);
    const pictures = await begin(`${page.origin}/motion.mjpg`, { cookie: page.cookie });
    pictures.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => pictures.once('close', resolve));
    pictures.resume();
    return { ...page, ended };
  }
  it('for its session alone by its button, twice is no error, and what passed stands in the audit', async () => {
    const page = await watching(owner);
    const stranger = await editor();
    await stranger.call(cameraPagesCalls.end, { params: { pageId: page.id } });
    const { items } = (await owner.call(cameraPagesCalls.list, { params: { id: cameraId } })).body;
    expect(items).toMatchObject([{ id: page.id, requests: 1, certificate: null }]);
    expect((await stranger.call(cameraPagesCalls.list, { params: { id: cameraId } })).body.items).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      expect((await owner.call(cameraPagesCalls.end, { params: { pageId: page.id } })).status).toBe(200);
    await page.ended;
    const gone = await visit(`${page.origin}/state`, { 'accept-language': 'he-IL' });
    expect([(await page.ask('/state')).status, gone.status, gone.text.includes('dir="rtl"')]).toEqual([410, 410, true]);
    await expect.poll(methods).toEqual(['Open', 'End']);
    const stored = await server.platform.database.withOrganization(organizationId(), (trx) =>
      trx
        .selectFrom('auditEntries')
        .select(['action', 'data', 'address'])
        .where('action', 'like', 'camera.page%')
        .execute(),
    );
    expect(stored.filter(({ address }) => address === null)).toEqual([]);
    expect((await audited())[1]?.data).toMatchObject({
      cause: 'camera_page_ended',
      requests: 1,
      durationMs: expect.any(Number) as number,
    });
  });

  it('at once when its person signs out', async () => {
    const person = await editor();
    const page = await watching(person);
    await person.call(sessionsCalls.signOut, {});
    await page.ended;
    await expect.poll(async () => (await audited()).at(-1)?.data['cause']).toBe('unauthenticated');
  });

  it('when the right is taken, the page is switched off, the camera is deleted, or the core leaves', async () => {
    const person = await editor();
    const ends: [string, () => Promise<unknown>][] = [
      [
        'forbidden',
        () =>
          server.platform.database.withOrganization(organizationId(), (trx) =>
            trx
              .deleteFrom('grants')
              .where('userId', '=', person.userId)
              .where('permission', '=', 'CameraEdit')
              .execute(),
          ),
      ],
      [
        'camera_page_off',
        () =>
          owner.call(camerasCalls.update, {
            params: { id: cameraId },
            body: { settings: { vpnConfiguration: { isOn: false } } },
          }),
      ],
    ];
    for (const [cause, end] of ends) {
      const page = await watching(cause === 'forbidden' ? person : owner);
      await end();
      await page.ended;
      await expect.poll(async () => (await audited()).at(-1)?.data['cause'], { timeout: 5_000 }).toBe(cause);
    }
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { settings: { vpnConfiguration: { isOn: true } } },
    });
    const left = await watching(owner);
    for (const socket of core.sockets) socket.terminate();
    await left.ended;
    // Who was there is told why; anybody else is not.
    await expect.poll(async () => (await left.ask('/state')).headers['sightline-failure']).toBe('core_offline');
    expect((await visit(`${left.origin}/state`)).headers['sightline-failure']).toBe('camera_page_ended');
    const deleted = await watching(owner);
    await owner.call(camerasCalls.remove, { params: { id: cameraId } });
    await deleted.ended;
    await expect.poll(async () => (await audited()).at(-1)?.data['cause'], { timeout: 5_000 }).toBe('not_found');
  });

  it('after five minutes without a byte, and after fifteen in any case', async () => {
    const quiet = await opened();
    aheadMs = 5 * 60_000 + 1_000;
    await expect.poll(async () => (await quiet.ask('/state')).status, { timeout: 5_000 }).toBe(410);
    // Somebody who signed in by this clock.
    const busy = await watching(await editor());
    for (let minute = 0; minute <= 15; minute += 3) {
      aheadMs += 3 * 60_000;
      await busy.ask('/state');
    }
    await busy.ended;
  });
});

describe('CAM-015 the certificate of an https camera', () => {
  it('is believed the first time, and another one only when somebody compared it', async () => {
    const [first, second] = ['a'.repeat(64), 'b'.repeat(64)];
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { settings: { vpnConfiguration: { scheme: 'https' } } },
    });
    core.certificate = first;
    expect((await open()).body.certificate?.fingerprint).toBe(first);
    core.failure = { code: 'camera_page_certificate_changed' };
    expect((await open()).body).toMatchObject({ code: 'camera_page_certificate_changed', data: { known: first } });
    expect((await open(owner, { acceptCertificate: 'short' })).status).toBe(400);
    core.failure = null;
    core.certificate = second;
    expect((await open(owner, { acceptCertificate: second })).body.certificate?.fingerprint).toBe(second);
    expect(core.asked.map(({ certificate }) => certificate)).toEqual([null, first, second]);
    expect(
      (await audited()).filter(({ method }) => method === 'camera.pageTrust').map(({ data }) => data),
    ).toMatchObject([
      { fingerprint: first, before: null },
      { fingerprint: second, before: first },
    ]);
  });
});
