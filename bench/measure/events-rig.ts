import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKey, TestEdge } from '../../apps/server/testing/link/test-edge.ts';
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
  /** The folder was filled by an earlier run. */
  isKept: boolean;
}

async function playEdge(
  api: ApiClient,
  options: { name: string; locationId: string; cameras: number },
): Promise<PlayedEdge> {
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

const account = { name: 'Bench', email: 'bench@example.org', password: 'correct horse battery', organization: 'Bench' };

/** What is written beside a kept folder's data, so that a later run finds its cores again. */
interface Kept {
  locationIds: string[];
  edges: { edgeId: string; locationId: string; privateKey: string; cameraIds: string[] }[];
}
const keptFile = (folder: string): string => join(folder, 'rig.json');

/** Notes that the folder is filled: a later run takes it as it is. */
export function rememberRig({ folder, edges, locationIds }: EventsRig): void {
  const kept: Kept = {
    locationIds,
    edges: edges.map(({ edge: { edgeId, locationId, privateKey }, cameraIds }) => {
      return {
        edgeId,
        locationId,
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cameraIds,
      };
    }),
  };
  writeFileSync(keptFile(folder), JSON.stringify(kept), { mode: 0o600 });
}

async function reopen(api: ApiClient, folder: string): Promise<Pick<EventsRig, 'edges' | 'locationIds'>> {
  await api.signIn(account.email, account.password);
  const { edges, locationIds } = JSON.parse(readFileSync(keptFile(folder), 'utf8')) as Kept;
  const played = edges.map(({ privateKey, cameraIds, ...place }) => {
    return { edge: new TestEdge({ url: api.url, ...place, privateKey: createPrivateKey(privateKey) }), cameraIds };
  });
  return { edges: played, locationIds };
}

async function make(
  api: ApiClient,
  options: { edges: number; cameras: number },
): Promise<Pick<EventsRig, 'edges' | 'locationIds'>> {
  await api.setUp(account);
  const made: Pick<EventsRig, 'edges' | 'locationIds'> = { edges: [], locationIds: [] };
  for (let index = 0; index < options.edges; index++) {
    const { id } = await api.call(locationsCalls.create, {
      body: { name: `Site ${String(index)}`, timeZone: 'Europe/Berlin' },
    });
    made.locationIds.push(id);
    made.edges.push(await playEdge(api, { name: `Core ${String(index)}`, locationId: id, cameras: options.cameras }));
  }
  return made;
}

/**
 * Starts a server with an organization of `edges` cores with `cameras` each. All is removed after `work`, unless `keep` names a
 * folder of its own: it stays, and is taken as it is when `rememberRig` was called for it. `env`: settings of the server.
 * `web`: folder of the built screens; none are served without.
 */
export async function withEventsRig(
  options: { edges: number; cameras: number; env?: Record<string, string>; keep?: string | undefined; web?: string },
  work: (rig: EventsRig) => Promise<void>,
): Promise<void> {
  const { keep } = options;
  if (keep !== undefined) await mkdir(keep, { recursive: true });
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'sightline-events-')));
  // As root the database runs under another account, which must be able to reach its folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const args = [
    '--data',
    join(folder, 'server'),
    '--port',
    String(port),
    '--listen',
    '127.0.0.1',
    ...(options.web === undefined ? [] : ['--web', options.web]),
  ];
  const server = new Program('apps/server/src/app/main.ts', args, options.env);
  try {
    await server.ready();
    const api = new ApiClient(`http://127.0.0.1:${String(port)}`);
    const isKept = existsSync(keptFile(folder));
    const places = isKept ? await reopen(api, folder) : await make(api, options);
    const claims = JSON.parse(Buffer.from(api.accessToken?.split('.')[1] ?? '', 'base64url').toString()) as {
      org: string;
    };
    await work({ folder, server, api, organizationId: claims.org, ...places, isKept });
  } finally {
    await server.stop();
    if (keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}
