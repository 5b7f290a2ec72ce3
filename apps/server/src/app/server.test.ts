import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { liveCalls } from '@sightline/contracts/live/live.api';
import { liveRoomsCalls } from '@sightline/contracts/live/live-rooms.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { defineCall } from '@sightline/contracts/shared/call';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { makeTestEdge } from '../../testing/link/test-edge.ts';
import { guardRoutes, mountCalls } from '../platform/http/mount.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Sightline</title>');
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'export {};');
  server = await startTestServer({ args: ['--web', folder, '--local-edge-claim-file', join(folder, 'claim.json')] });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

describe('the server', () => {
  it('does not start with a route below /api that declares no permission', () => {
    const app = fastify();
    guardRoutes(app, async () => null);
    expect(() => app.get('/api/v1/open', () => 'x')).toThrow(/declares no permission/);
  });

  it('takes a permission of the whole organization from no grant on a place', async () => {
    const owner = await server.person();
    const edge = await makeTestEdge(server, owner);
    const organizationId = owner.session.activeOrganizationId ?? '';
    const local = await server.person({
      organizationId,
      permissions: ['OrganizationEdit'],
      locationId: edge.locationId,
    });
    expect((await local.call(organizationsCalls.updateCurrent, { body: { name: 'Taken' } })).body).toMatchObject({
      code: 'forbidden',
    });
  });

  it('lets nothing out that the contract does not name', async () => {
    const app = fastify();
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    guardRoutes(app, async () => null);
    const calls = {
      get: defineCall({
        method: 'GET',
        path: '/api/v1/things',
        permission: 'public',
        summary: 'x',
        output: z.object({ name: z.string() }),
      }),
    };
    mountCalls(app, 'things', { calls, handlers: { get: async () => ({ name: 'a', password: 'leaked' }) } });
    const answer = await app.inject('/api/v1/things');
    await app.close();
    expect(answer.json()).toEqual({ name: 'a' });
  });

  it('describes every call with its permission', async () => {
    const reference = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    expect(reference.openapi).toBe('3.1.0');
    expect(reference.paths['/api/v1/cameras/{id}']?.['patch']).toMatchObject({
      operationId: 'cameras.update',
      'x-permission': 'CameraEdit',
    });
    expect(reference.paths['/api/v1/setup']?.['get']).toMatchObject({ 'x-permission': 'public', security: [] });
  });

  it('serves the app: first page for every address, hashed files for ever, strict rules for scripts', async () => {
    const page = await fetch(`${server.url}/cameras/some-id`, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text(), page.headers.get('cache-control')]).toEqual([
      200,
      '<!doctype html><title>Sightline</title>',
      'no-cache',
    ]);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    // No WebSocket anywhere else either: whatever got into a page could send through one.
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/\bwss?:/);
    expect((await fetch(`${server.url}/`)).headers.get('content-type')).toContain('text/html');
    const asset = await fetch(`${server.url}/assets/app-1a2b.js`);
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${server.url}/assets/gone.js`)).status).toBe(404);
    expect((await fetch(`${server.url}/..%2f..%2fetc/passwd`)).status).toBe(404);
    expect(
      await (await fetch(`${server.url}/api/v1/unknown`, { headers: { accept: 'text/html' } })).json(),
    ).toMatchObject({ code: 'not_found' });
  });

  it('tells machines that it lives, is ready and what it does', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
    // What a proxy of this machine hands on comes from anywhere.
    expect((await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('sightline_http_seconds_bucket');
  });

  it('hands the core on the same machine its code, which only its owner can read', async () => {
    const owner = await server.person();
    const edge = await makeTestEdge(server, owner);
    expect((await owner.call(edgesCalls.claimLocal, { params: { id: edge.edgeId } })).status).toBe(202);
    const claim = JSON.parse(await readFile(join(folder, 'claim.json'), 'utf8')) as { code: string; serverUrl: string };
    expect(claim.serverUrl).toBe(server.url);
    expect((await stat(join(folder, 'claim.json'))).mode & 0o777).toBe(0o600);
    expect(
      (
        await server.call(edgesCalls.claim, {
          body: { code: claim.code, publicKey: 'A'.repeat(43), version: '1', hostname: 'h' },
        })
      ).status,
    ).toBe(200);
  });
});

describe('two server processes on one database', () => {
  it('ROOMS-001 reach cores that are linked to the other, tell people there what happens here, and end there what is watched here', async () => {
    const env = { SIGHTLINE_BUS: 'postgres' };
    const one = await startTestServer({ env });
    const two = await startTestServer({ env, connectionString: one.connectionString, copyKeyFrom: one.dataDir });
    try {
      const owner = await one.person();
      const edge = await makeTestEdge(one, owner);
      await edge.connect();
      edge.answer('camera.test', () => {
        throw Object.assign(new Error('asked'), { code: 'camera_not_rtsp' });
      });
      const token = owner.session.accessToken;
      const answer = await two.call(
        camerasCalls.test,
        { body: { edgeId: edge.edgeId, url: 'rtsp://10.0.0.1/1' } },
        token,
      );
      expect(answer.body).toMatchObject({ code: 'camera_not_rtsp' });
      const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
      const made = await two.call(
        camerasCalls.create,
        { body: { name: 'X', edgeId: edge.edgeId, locationId: edge.locationId, streams } },
        token,
      );
      expect(made.status).toBe(201);
      expect((await edge.next('operation')).operation.entityId).toBe(made.body.id);
      const id = made.body.id;
      edge.answer('live.offer', () => ({ sdp: 'answer' }));
      const view = (await one.call(liveCalls.offer, { params: { id }, body: { sdp: 'v=0 offered' } }, token)).body
        .leaseId;
      const rooms = async () => (await two.call(liveRoomsCalls.list, {}, token)).body.items;
      await vi.waitFor(async () => expect(await rooms()).toMatchObject([{ name: id, sessions: [{ id: view }] }]));
      expect((await two.call(liveRoomsCalls.remove, { params: { name: id } }, token)).body).toEqual({ sessions: 1 });
      expect(await rooms()).toEqual([]);
      expect((await one.call(liveCalls.renew, { params: { leaseId: view }, body: {} }, token)).body).toMatchObject({
        code: 'live_lease_ended',
      });
      await two.call(edgesCalls.revoke, { params: { id: edge.edgeId } }, token);
      expect(await edge.next('refused')).toMatchObject({ code: 'core_revoked' });
      await vi.waitFor(() => expect(edge.closed).toBe(true));
    } finally {
      await two.stop();
      await one.stop();
    }
  });
});
