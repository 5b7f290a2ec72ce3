import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKey, TestEdge } from '../../apps/server/src/features/link/test-edge.ts';
import { ApiClient } from '../../e2e/fixtures/api-client.ts';
import { freePort } from '../../e2e/fixtures/free-port.ts';
import { Program } from '../../e2e/fixtures/program.ts';

/** A core that the bench plays, with the cameras that belong to it. */
export interface PlayedEdge {
  edge: TestEdge;
  cameraIds: string[];
}

/** One server process with its own database, and the cores that the bench plays. */
export interface EventsRig {
  folder: string;
  server: Program;
  api: ApiClient;
  organizationId: string;
  edges: PlayedEdge[];
  /** Root of all places, and the place of the first core. */
  locationIds: string[];
}

async function playEdge(api: ApiClient, options: { name: string; locationId: string; cameras: number }): Promise<PlayedEdge> {
  const { name, locationId, cameras } = options;
  const { id } = await api.call(edgesCalls.create, { body: { name, locationId } });
  const { code } = await api.call(edgesCalls.createClaimCode, { params: { id } });
  const { privateKey, publicKey } = makeKey();
  await api.call(edgesCalls.claim, { body: { code, publicKey, version: 'bench', hostname: 'bench' } });
  const cameraIds: string[] = [];
  for (let index = 0; index < cameras; index++) {
    const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${String(index)}` }];
    const camera = await api.call(camerasCalls.create, {
      body: { name: `${name} camera ${String(index)}`, edgeId: id, locationId, streams, retentionDays: 60 },
    });
    cameraIds.push(camera.id);
  }
  return { edge: new TestEdge({ url: api.url, edgeId: id, locationId, privateKey }), cameraIds };
}

/** Starts a server with an organization of `edges` cores with `cameras` each; all is removed after `work`. `env`: settings of the server. */
export async function withEventsRig(
  options: { edges: number; cameras: number; env?: Record<string, string> },
  work: (rig: EventsRig) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-events-'));
  // As root the database runs under another account, which must be able to reach its folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const args = ['--data', join(folder, 'server'), '--port', String(port), '--listen', '127.0.0.1'];
  const server = new Program('apps/server/src/app/main.ts', args, options.env);
  try {
    await server.ready();
    const api = new ApiClient(`http://127.0.0.1:${String(port)}`);
    await api.setUp({ name: 'Bench', email: 'bench@example.org', password: 'correct horse battery', organization: 'Bench' });
    const claims = JSON.parse(Buffer.from(api.accessToken?.split('.')[1] ?? '', 'base64url').toString()) as { org: string };
    const rig: EventsRig = { folder, server, api, organizationId: claims.org, edges: [], locationIds: [] };
    for (let index = 0; index < options.edges; index++) {
      const { id } = await api.call(locationsCalls.create, { body: { name: `Site ${String(index)}`, timeZone: 'Europe/Berlin' } });
      rig.locationIds.push(id);
      rig.edges.push(await playEdge(api, { name: `Core ${String(index)}`, locationId: id, cameras: options.cameras }));
    }
    await work(rig);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
