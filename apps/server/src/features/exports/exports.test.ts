import { createHash, randomBytes } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import type { EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { Gap } from '@sightline/contracts/recordings/recording';
import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;
/** What the core says of the footage that it is to export. */
let footage: EdgeCommandOutput<'export.start'> | { gaps: Gap[] };
let started: {
  exportId: string;
  uploadPath: string;
  uploadToken: string;
  uploadPartBytes?: number;
  originals: boolean;
};
const range = { fromUtcMs: 1_790_000_000_000, toUtcMs: 1_790_000_060_000 };
const gap = { fromUtcMs: 1_790_000_010_000, toUtcMs: 1_790_000_011_000, cause: 'packet_loss' as const, open: false };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
  cameraId = (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate / "1"', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    })
  ).body.id;
  footage = { gaps: [gap] };
  await edge.connect();
  edge.answer('export.start', (body: never) => {
    started = body;
    return footage;
  });
  edge.answer('export.cancel', () => ({}));
});

const create = (change = {}) =>
  owner.call(exportsCalls.create, { params: { id: cameraId }, body: { ...range, ...change } });
const get = async (id: string) => (await owner.call(exportsCalls.get, { params: { id } })).body;
const file = new Uint8Array(randomBytes(300_000));
const sha256 = createHash('sha256').update(file).digest('hex');
const upload = (change: { token?: string; bytes?: Uint8Array<ArrayBuffer>; sha?: string } = {}) =>
  fetch(`${server.url}${started.uploadPath}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${change.token ?? started.uploadToken}`,
      'content-type': 'video/mp4',
      'x-sightline-sha256': change.sha ?? sha256,
    },
    body: change.bytes ?? file,
  });
const state = (change: Partial<Extract<EdgeRecordBody, { kind: 'exportState' }>>): EdgeRecordBody => ({
  kind: 'exportState',
  exportId: started.exportId,
  state: 'running',
  progress: 0.5,
  failure: null,
  bytes: null,
  sha256: null,
  ...change,
});

describe('an export', () => {
  it('is refused for a range that is none, too long, or without footage, and then is not kept', async () => {
    expect((await create({ toUtcMs: range.fromUtcMs })).body).toMatchObject({ code: 'export_range_invalid' });
    expect((await create({ toUtcMs: range.fromUtcMs + 86_400_001 })).body).toMatchObject({
      code: 'export_range_invalid',
    });
    const other = await makeTestEdge(server, owner);
    other.hangUp();
    edge.hangUp();
    await vi.waitFor(async () => expect((await create()).body).toMatchObject({ code: 'core_offline' }));
    expect((await owner.call(exportsCalls.list, { query: {} })).body.items).toEqual([]);
  });

  it('takes its file only with its token, complete and as the core summed it', async () => {
    const { body } = await create();
    expect(body).toMatchObject({ state: 'queued', gaps: [{ cause: 'packet_loss' }], fileUrl: null });
    expect((await upload({ token: 'guessed' })).status).toBe(404);
    const refused = await upload({ sha: '0'.repeat(64) });
    expect(await refused.json()).toMatchObject({ code: 'export_failed' });
    expect((await upload({ bytes: file.subarray(1) })).status).toBe(500);
    expect((await get(body.id)).state).toBe('queued');
  });

  it('is done when the file is here and the sums agree, and is then given out whole and in parts', async () => {
    const { body } = await create();
    edge.records(1, [state({}), state({ state: 'uploading', progress: 0.9, sha256, bytes: file.length })]);
    await edge.next('ack', (ack) => ack.sequence === 2);
    expect(await get(body.id)).toMatchObject({ state: 'uploading', progress: 0.9 });
    expect((await upload()).status).toBe(204);
    const done = await get(body.id);
    expect(done).toMatchObject({
      state: 'done',
      progress: 1,
      bytes: file.length,
      sha256,
      timeZone: 'Europe/Berlin',
      fileName: expect.stringMatching(/^Gate - -1- 2026-09-21 \d\d-\d\d-\d\d\.mp4$/) as string,
    });
    edge.records(3, [state({ state: 'failed', failure: 'export_failed' })]);
    await edge.next('ack', (ack) => ack.sequence === 3);
    const url = `${server.url}${(await get(body.id)).fileUrl ?? ''}`;
    const whole = await fetch(url);
    expect(whole.headers.get('content-disposition')).toContain('attachment');
    expect(
      createHash('sha256')
        .update(Buffer.from(await whole.arrayBuffer()))
        .digest('hex'),
    ).toBe(sha256);
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${file.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(10, 20))).toBe(true);
    expect((await fetch(url, { headers: { range: 'bytes=999999-' } })).status).toBe(416);
    expect((await upload()).status).toBe(404);
  });

  it('says which of its times are uncertain, in its name as well', async () => {
    const uncertain = [{ fromUtcMs: range.fromUtcMs, toUtcMs: range.fromUtcMs + 5_000 }];
    footage = { gaps: [], uncertain };
    const { body } = await create();
    edge.records(1, [state({ state: 'uploading', progress: 0.9, sha256, bytes: file.length })]);
    await edge.next('ack');
    expect((await upload()).status).toBe(204);
    const done = await get(body.id);
    expect(done).toMatchObject({ state: 'done', uncertain });
    expect(done.fileName).toMatch(/ \d\d-\d\d-\d\d~\.mp4$/);
    const whole = await fetch(`${server.url}${done.fileUrl ?? ''}`);
    expect(whole.headers.get('content-disposition')).toContain('~.mp4"');
  });

  it('takes the whole file after a connection that broke in the middle of it, and gives out that one', async () => {
    const { body } = await create();
    edge.records(1, [state({ state: 'uploading', progress: 0.4, sha256, bytes: file.length })]);
    await edge.next('ack');
    const headers = {
      authorization: `Bearer ${started.uploadToken}`,
      'content-length': String(file.length),
      'x-sightline-sha256': sha256,
    };
    const half = httpRequest(`${server.url}${started.uploadPath}`, { method: 'PUT', headers });
    half.on('error', () => undefined);
    await new Promise<void>((resolve) => void half.write(file.subarray(0, 200_000), () => resolve()));
    half.destroy();
    expect((await upload()).status).toBe(204);
    const done = await get(body.id);
    expect(done).toMatchObject({ state: 'done', bytes: file.length, sha256 });
    const whole = await fetch(`${server.url}${done.fileUrl ?? ''}`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
    // The answer to the whole one was lost as well, and the core tried again and gave up.
    edge.records(2, [state({ state: 'failed', failure: 'export_failed' })]);
    await edge.next('ack', (ack) => ack.sequence === 2);
    expect((await get(body.id)).state).toBe('done');
  });

  it('takes its file in pieces that every proxy lets pass, goes on after a break, and takes no other file for it', async () => {
    const { body } = await create();
    expect(started.uploadPartBytes).toBeLessThanOrEqual(1_000_000);
    const piece = (from: number | null, to = 0, change: { sha?: string; token?: string } = {}) =>
      fetch(`${server.url}${started.uploadPath}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${change.token ?? started.uploadToken}`,
          'content-type': 'video/mp4',
          'content-range': `bytes ${from === null ? '*' : `${from}-${to - 1}`}/${file.length}`,
          'x-sightline-sha256': change.sha ?? sha256,
        },
        body: from === null ? null : file.subarray(from, to),
      });
    const seen = (answer: Response) => [answer.status, answer.headers.get('x-sightline-received')];
    expect(seen(await piece(null))).toEqual([202, '0']);
    expect((await piece(0, 100_000, { token: 'guessed' })).status).toBe(404);
    expect(seen(await piece(0, 100_000))).toEqual([202, '100000']);
    expect(seen(await piece(200_000, 300_000))).toEqual([409, '100000']);
    // Of another file, as its sum says: it begins anew.
    expect(seen(await piece(null, 0, { sha: '0'.repeat(64) }))).toEqual([202, '0']);
    expect((await piece(0, file.length, { sha: '0'.repeat(64) })).status).toBe(500);
    expect(seen(await piece(null))).toEqual([202, '100000']);
    expect(seen(await piece(100_000, 200_000))).toEqual([202, '200000']);
    // The whole of it is here and cannot be kept for now: it need not travel again.
    const objects = join(server.platform.blobs.draftFolder, '..', 'objects');
    await rename(objects, `${objects}-away`);
    await writeFile(objects, '');
    expect((await piece(200_000, file.length)).status).toBe(500);
    await rm(objects);
    await rename(`${objects}-away`, objects);
    expect((await piece(null)).status).toBe(204);
    edge.records(1, [state({ state: 'done', sha256, bytes: file.length })]);
    await edge.next('ack');
    const done = await get(body.id);
    expect(done).toMatchObject({ state: 'done', bytes: file.length, sha256 });
    const whole = await fetch(`${server.url}${done.fileUrl ?? ''}`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
    expect((await piece(null)).status).toBe(404);
    expect(await readdir(server.platform.blobs.draftFolder)).toEqual([]);
  });

  it('that was cancelled takes no file any more', async () => {
    const { body } = await create();
    expect((await owner.call(exportsCalls.cancel, { params: { id: body.id } })).body).toMatchObject({
      state: 'cancelled',
      failure: 'export_cancelled',
    });
    expect((await upload()).status).toBe(404);
    edge.records(1, [state({ state: 'done', sha256 })]);
    await edge.next('ack');
    expect((await get(body.id)).state).toBe('cancelled');
  });

  it('of another organization moves for no core', async () => {
    const { body } = await create();
    const stranger = await server.person();
    const theirs = await makeTestEdge(server, stranger);
    await theirs.connect();
    theirs.records(1, [state({ state: 'failed', failure: 'disk_full' })]);
    await theirs.next('ack');
    expect((await get(body.id)).state).toBe('queued');
    expect((await stranger.call(exportsCalls.get, { params: { id: body.id } })).body).toMatchObject({
      code: 'not_found',
    });
  });

  it('with nothing hidden is refused to whoever may not see that, and its file is not given to them either', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const guard = await server.person({ organizationId, permissions: ['CameraView', 'ExportCreate'] });
    const params = { id: cameraId };
    const refused = await guard.call(exportsCalls.create, { params, body: { ...range, originals: true } });
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({ code: 'forbidden', data: { permission: 'OriginalsView' } }),
    ]);
    expect((await guard.call(exportsCalls.list, { query: {} })).body.items).toEqual([]);
    const urls: (string | null)[] = [];
    for (const originals of [false, true]) {
      const { body } = await create({ originals });
      expect(started.originals).toBe(originals);
      expect((await upload()).status).toBe(204);
      edge.records(originals ? 2 : 1, [state({ state: 'done', sha256, bytes: file.length })]);
      await vi.waitFor(async () => expect((await get(body.id)).state).toBe('done'));
      expect((await get(body.id)).fileUrl).not.toBeNull();
      urls.push((await guard.call(exportsCalls.get, { params: { id: body.id } })).body.fileUrl);
      const { sid } = JSON.parse(
        Buffer.from(guard.session.accessToken.split('.')[1] ?? '', 'base64url').toString(),
      ) as { sid: string };
      const path = server.platform.signer.sign(
        `/api/v1/media/exports/${body.id}/file`,
        { sessionId: sid, organizationId },
        Date.now(),
      );
      expect((await fetch(`${server.url}${path}`)).status).toBe(originals ? 404 : 200);
    }
    expect(urls).toEqual([expect.any(String), null]);
  });

  it('is not ready before it is done', async () => {
    const { body } = await create();
    const path = `/api/v1/media/exports/${body.id}/file`;
    const { sid, org } = JSON.parse(
      Buffer.from(owner.session.accessToken.split('.')[1] ?? '', 'base64url').toString(),
    ) as { sid: string; org: string };
    const answer = await fetch(
      `${server.url}${server.platform.signer.sign(path, { sessionId: sid, organizationId: org }, Date.now())}`,
    );
    expect(await answer.json()).toMatchObject({ code: 'export_not_ready' });
  });
});

describe('recordings', () => {
  const coverage = (change = {}) =>
    owner.call(recordingsCalls.coverage, { params: { id: cameraId }, query: { ...range, ...change } });

  it('refuse a range that ends before it begins or is longer than 400 days', async () => {
    expect((await coverage({ toUtcMs: 0 })).body).toMatchObject({ code: 'export_range_invalid' });
    expect((await coverage({ fromUtcMs: 0 })).body).toMatchObject({ code: 'export_range_invalid' });
  });

  it('name the days of the site that have footage, with their share', async () => {
    edge.answer('recordings.days', ({ dayStarts }: { dayStarts: number[] }) => ({
      recordedMs: dayStarts.slice(1).map((end, index) => (index === 1 ? (end - (dayStarts[index] ?? 0)) / 2 : 0)),
    }));
    const query = { fromUtcMs: Date.parse('2026-10-24T00:00:00Z'), toUtcMs: Date.parse('2026-10-27T00:00:00Z') };
    const { body } = await owner.call(recordingsCalls.days, { params: { id: cameraId }, query });
    expect(body).toEqual({ items: [{ day: '2026-10-25', share: 0.5 }] });
  });

  it('keep a gap once, and none that cannot be', async () => {
    const { body: camera } = await owner.call(camerasCalls.get, { params: { id: cameraId } });
    const streamId = camera.streams[0]?.id ?? '';
    const body = (change: object): EdgeRecordBody => ({
      kind: 'gap',
      gapId: newId(),
      cameraId,
      streamId,
      fromUtcMs: 1000,
      toUtcMs: 2000,
      cause: 'disk_slow',
      ...change,
    });
    const good = body({});
    edge.records(1, [
      good,
      good,
      body({ fromUtcMs: 3000 }),
      body({ toUtcMs: 8_640_000_000_000_000 }),
      body({ streamId: newId() }),
    ]);
    await edge.next('ack');
    const rows = await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx.selectFrom('gaps').select('cause').execute(),
    );
    expect(rows).toEqual([{ cause: 'disk_slow' }]);
  });
});
