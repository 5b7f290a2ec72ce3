import { createHash } from 'node:crypto';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { contentHashText, type Operation } from '@sightline/contracts/link/link-operations';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../app/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../link/test-edge.ts';

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
  entities: Record<string, { revision: number; name: string | null }>;
}

/** What a core does with operations, with a disk that may be lost and brought back from a copy. */
class Core {
  readonly edge: TestEdge;
  readonly copies: Disk[] = [];
  disk: Disk = { lastOperation: 0, entities: {} };
  isLinked = false;
  #read = 0;

  constructor(edge: TestEdge) {
    this.edge = edge;
  }

  async link(): Promise<void> {
    this.edge.lastOperation = this.disk.lastOperation;
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

  live(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.disk.entities).flatMap(([id, { name }]) => (name === null ? [] : [[id, name]])),
    );
  }

  #apply({ entityId, revision, desired, sequence }: Operation): void {
    if (revision > (this.disk.entities[entityId]?.revision ?? 0))
      this.disk.entities[entityId] = { revision, name: desired && String(desired['name']) };
    this.disk.lastOperation = Math.max(this.disk.lastOperation, sequence);
  }

  #hash(): string {
    const live = Object.entries(this.disk.entities).flatMap(([id, { revision, name }]) =>
      name === null ? [] : [{ id, revision }],
    );
    return createHash('sha256').update(contentHashText(live)).digest('hex');
  }
}

const camerasOf = async (core: Core) =>
  (await owner.call(camerasCalls.list, { query: { edgeId: core.edge.edgeId } })).body.items;
const openOf = async (core: Core) =>
  (await owner.call(syncOperationsCalls.next, { query: { edgeId: core.edge.edgeId, limit: 200 } })).body.items;

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

const accidents: Step[] = [
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
      for (let step = 0; step < steps; step += 1)
        await oneOf(random() < 0.55 ? people : accidents, random)?.(core, random);
      if (core.isLinked) await core.cut();
      await core.link();
      await vi.waitFor(
        async () => {
          core.take(1000, true);
          expect(await openOf(core)).toEqual([]);
          const wanted = Object.fromEntries((await camerasOf(core)).map(({ id, name }) => [id, name]));
          expect(core.live()).toEqual(wanted);
          expect((await owner.call(edgesCalls.get, { params: { id: core.edge.edgeId } })).body.isSync).toBe(true);
        },
        { timeout: 20_000, interval: 50 },
      );
    },
    60_000,
  );
});
