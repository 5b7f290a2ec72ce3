import { createHash } from 'node:crypto';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { contentHashText, type Operation } from '@sightline/contracts/link/link-operations';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { withinLocation, withinSwitches } from '@sightline/domain/cameras/allowed-recognition';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

const seeds = [1, 2, 3, 4, 5, 6];
const steps = 30;
const maxCameras = 4;

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
});
afterAll(() => server.stop());

/** Numbers from 0 to 1, the same for the same seed. */
const randomOf = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

interface Disk {
  lastOperation: number;
  /** By kind and id. */
  entities: Record<string, Held>;
  /** Kinds that the software knows that wrote it; null: it is of before, and does not say. */
  kinds: readonly string[] | null;
}

interface Held {
  kind: string;
  id: string;
  revision: number;
  content: Record<string, unknown> | null;
}

/** What a core does with operations, with a disk that may be lost and brought back from a copy. */
class Core {
  readonly edge: TestEdge;
  readonly copies: Disk[] = [];
  disk: Disk = { lastOperation: 0, entities: {}, kinds: null };
  isLinked = false;
  /** Locations at which its cameras may be. */
  readonly places: string[] = [];
  #read = 0;

  constructor(edge: TestEdge) {
    this.edge = edge;
  }

  async link(): Promise<void> {
    this.edge.lastOperation = this.disk.lastOperation;
    this.edge.syncedKinds = this.disk.kinds ?? undefined;
    await this.edge.connect();
    this.isLinked = true;
    this.#read = 0;
  }

  async cut(): Promise<void> {
    this.edge.hangUp();
    this.isLinked = false;
    await vi.waitUntil(
      async () => (await owner.call(edgesCalls.get, { params: { id: this.edge.edgeId } })).body.state === 'offline',
      { timeout: 10_000 },
    );
  }

  /** Applies some of what came; the answer may be lost with the link. */
  take(count: number, answers: boolean): void {
    const operations = this.edge.received.flatMap((message) =>
      message.type === 'operation' ? [message.operation] : [],
    );
    for (const operation of operations.slice(this.#read, this.#read + count)) {
      this.#apply(operation);
      if (answers) this.edge.send({ type: 'applied', sequence: operation.sequence, contentHash: this.#hash() });
      this.#read += 1;
    }
  }

  live(): Held[] {
    return Object.values(this.disk.entities).filter(({ content }) => content !== null);
  }

  #apply({ entity: kind, entityId: id, revision, desired: content, sequence }: Operation): void {
    if (!(this.disk.kinds ?? ['camera']).includes(kind))
      throw new Error(`a core was told of a ${kind}, which it does not know`);
    const key = `${kind}:${id}`;
    if (revision > (this.disk.entities[key]?.revision ?? 0)) this.disk.entities[key] = { kind, id, revision, content };
    this.disk.lastOperation = Math.max(this.disk.lastOperation, sequence);
  }

  #hash(): string {
    return createHash('sha256').update(contentHashText(this.live())).digest('hex');
  }
}

const camerasOf = async (core: Core) =>
  (await owner.call(camerasCalls.list, { query: { edgeId: core.edge.edgeId } })).body.items;
const openOf = async (core: Core) =>
  (await owner.call(syncOperationsCalls.next, { query: { edgeId: core.edge.edgeId, limit: 200 } })).body.items;

const faceRecognitionAt = async (id: string): Promise<boolean> =>
  (await owner.call(locationsCalls.get, { params: { id } })).body.faceRecognition;
const switchesNow = async () => (await owner.call(organizationsCalls.getAnalyticsSwitches, {})).body;

/** What the core makes of what it holds: name and limited recognition of each camera, as a real one does. */
function atCore(core: Core): Record<string, unknown> {
  const contentOf = (kind: string, id: string) =>
    core.live().find((one) => one.kind === kind && one.id === id)?.content;
  return Object.fromEntries(
    core.live().flatMap(({ kind, id, content }) => {
      if (kind !== 'camera') return [];
      const camera = syncedKinds.camera.parse(content);
      const { locationId, organizationId } = camera;
      const placed =
        locationId === null
          ? camera
          : withinLocation(camera, contentOf('locationPrivacy', locationId)?.['faceRecognition'] === true);
      const allowed = organizationId && contentOf('organizationSwitches', organizationId)?.['allowed'];
      const { name, analysis } =
        organizationId === null ? placed : withinSwitches(placed, allowed as Record<string, boolean> | undefined);
      return [[id, { name, comparesFaces: analysis.comparesFaces, readsPlates: analysis.readsPlates }]];
    }),
  );
}

async function wantedOf(core: Core): Promise<Record<string, unknown>> {
  const { licensePlates: readsPlates } = await switchesNow();
  const wanted: [string, unknown][] = [];
  for (const { id, name, locationId } of await camerasOf(core))
    wanted.push([id, { name, comparesFaces: await faceRecognitionAt(locationId), readsPlates }]);
  return Object.fromEntries(wanted);
}

type Step = (core: Core, random: () => number) => Promise<unknown>;
const oneOf = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)];

const people: Step[] = [
  async (core) => {
    if ((await camerasOf(core)).length >= maxCameras) return;
    const { edgeId, locationId } = core.edge;
    const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
    expect((await owner.call(camerasCalls.create, { body: { name: 'New', edgeId, locationId, streams } })).status).toBe(
      201,
    );
  },
  async (core, random) => {
    const camera = oneOf(await camerasOf(core), random);
    if (camera)
      await owner.call(camerasCalls.update, { params: { id: camera.id }, body: { name: `Name ${String(random())}` } });
  },
  async (core, random) => {
    const camera = oneOf(await camerasOf(core), random);
    if (camera && random() < 0.4) await owner.call(camerasCalls.remove, { params: { id: camera.id } });
  },
  async (core, random) => {
    const operation = oneOf(await openOf(core), random);
    if (!operation) return;
    const answer = await owner.call(random() < 0.7 ? syncOperationsCalls.cancel : syncOperationsCalls.publish, {
      body: operation,
    });
    expect([200, 409]).toContain(answer.status);
  },
];

/** What limits cameras, and where they are. */
const limits: Step[] = [
  async (core, random) => {
    const id = oneOf(core.places, random) ?? core.edge.locationId;
    const body = { faceRecognition: !(await faceRecognitionAt(id)) };
    expect([200, 409]).toContain((await owner.call(locationsCalls.update, { params: { id }, body })).status);
  },
  async () => {
    const { licensePlates } = await switchesNow();
    const body = { licensePlates: !licensePlates };
    expect([200, 409]).toContain((await owner.call(organizationsCalls.setAnalyticsSwitches, { body })).status);
  },
  async (core, random) => {
    const camera = oneOf(await camerasOf(core), random);
    const locationId = oneOf(core.places, random);
    if (camera && locationId)
      await owner.call(camerasCalls.update, { params: { id: camera.id }, body: { locationId } });
  },
];

const accidents: Step[] = [
  // Its software becomes newer, and knows more kinds.
  async (core) => {
    if (core.isLinked) await core.cut();
    core.disk.kinds = Object.keys(syncedKinds);
  },
  (core) => (core.isLinked ? core.cut() : core.link()),
  async (core, random) => core.take(1 + Math.floor(random() * 4), core.isLinked && random() < 0.4),
  async (core) => void core.copies.push(structuredClone(core.disk)),
  async (core, random) => {
    const copy = oneOf(core.copies, random);
    if (!copy) return;
    if (core.isLinked) await core.cut();
    core.disk = structuredClone(copy);
  },
];

describe('SYNC-001 SYNC-005 whatever people do and whatever happens to link and disk, a core ends with what is wanted', () => {
  it.each(seeds)(
    'seed %i',
    async (seed) => {
      const random = randomOf(seed);
      const core = new Core(await makeTestEdge(server, owner));
      const part = { name: 'Lobby', timeZone: 'UTC', parentId: core.edge.locationId };
      core.places.push(core.edge.locationId, (await owner.call(locationsCalls.create, { body: part })).body.id);
      for (let step = 0; step < steps; step += 1)
        await oneOf(oneOf([people, people, limits, accidents, accidents], random) ?? people, random)?.(core, random);
      if (core.isLinked) await core.cut();
      await core.link();
      await vi.waitFor(
        async () => {
          core.take(1000, true);
          expect(await openOf(core)).toEqual([]);
          expect(atCore(core)).toEqual(await wantedOf(core));
          expect((await owner.call(edgesCalls.get, { params: { id: core.edge.edgeId } })).body.isSync).toBe(true);
        },
        { timeout: 20_000, interval: 50 },
      );
    },
    60_000,
  );
});
