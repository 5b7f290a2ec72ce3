import { LinkGateway } from '../../apps/server/src/features/link/link-gateway.ts';
import { createLinkService, type LinkDeps } from '../../apps/server/src/features/link/link.service.ts';
import { createInProcessBus } from '../../apps/server/src/platform/bus/in-process-bus.ts';
import type { Changes, ChangeWork } from '../../apps/server/src/platform/database/changes.ts';
import { EdgeNetworks } from '../../apps/server/src/platform/link/edge-networks.ts';
import { entityKey, SyncedEntities, type SyncedEntity } from '../../apps/server/src/platform/sync/synced-entity.ts';
import { held, memoryRepository, simulatedEdgeId, simulatedKinds, type EntityRow } from './memory-rows.ts';
import type { VirtualSocket } from './virtual-network.ts';
import type { VirtualTime } from './virtual-time.ts';

const counter = { inc: () => undefined, set: () => undefined };
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A kind whose entities are rows in memory. */
const inMemory = (kind: string): SyncedEntity =>
  ({
    kind,
    wanted: async () => Object.values(held.rows.entities).filter((row) => row.kind === kind && row.content !== null),
    desired: async (_trx: unknown, _core: unknown, id: string) => {
      const row = held.rows.entities[entityKey(kind, id)];
      return row?.content ? { revision: row.revision, content: row.content } : null;
    },
  }) as unknown as SyncedEntity;

/** The server's side of the link: its own gateway, connections and service, on rows in memory. */
export class SimulatedServer {
  readonly #time: VirtualTime;
  readonly #random: () => number;
  readonly #nowUtcMs: () => number;
  #gateway: LinkGateway | null = null;
  #locked: Promise<unknown> = Promise.resolve();
  #publish: (edgeId: string) => void = () => undefined;
  /** Alarms that two machines use one key; there is only one. */
  clones = 0;

  constructor(options: { time: VirtualTime; random: () => number; nowUtcMs: () => number }) {
    this.#time = options.time;
    this.#random = options.random;
    this.#nowUtcMs = options.nowUtcMs;
  }

  /** Its process begins; one that ran before was killed. */
  start(): void {
    const bus = createInProcessBus((error) => {
      throw error;
    });
    this.#publish = (edgeId) => bus.publish('edges.operations', { edgeId });
    const changes: Changes = { run: (_place, work) => this.#transaction(work) };
    const database = {
      withOrganization: (_id: string, work: (trx: unknown) => Promise<unknown>) => this.#transaction(work),
    };
    const hooks = {
      kindsAnnounced: async () => undefined,
      edgeLinkChanged: async () => undefined,
      camerasReported: async () => undefined,
      events: async () => [],
    };
    const service = createLinkService({
      database,
      changes,
      bus,
      clock: this.#nowUtcMs,
      hooks,
      entities: new SyncedEntities(simulatedKinds.map(inMemory)),
      rows: memoryRepository,
    } as unknown as LinkDeps);
    const metrics = { linkedEdges: counter, linkViolations: counter, linkRecords: counter, linkRefused: counter };
    const deps = {
      service,
      bus,
      clock: this.#nowUtcMs,
      log: quiet,
      metrics,
      networks: new EdgeNetworks(bus),
      compare: async () => undefined,
      isAlone: true,
    };
    this.#gateway = new LinkGateway(deps as unknown as ConstructorParameters<typeof LinkGateway>[0]);
    const { noteClone } = service;
    service.noteClone = (place, detail) => {
      this.clones += 1;
      return noteClone(place, detail);
    };
    void this.#gateway.start();
  }

  accept(socket: VirtualSocket): void {
    this.#gateway?.accept(socket as unknown as Parameters<LinkGateway['accept']>[0], '192.0.2.1');
  }

  /** Somebody adds, changes or deletes what is wanted (`content` null). */
  change({ kind, id, content }: Omit<EntityRow, 'revision'>): void {
    void this.#transaction(async () => {
      const { rows } = held;
      const key = entityKey(kind, id);
      const revision = (rows.entities[key]?.revision ?? 0) + 1;
      rows.entities[key] = { kind, id, revision, content };
      rows.lastOperation += 1;
      rows.operations.push({
        sequence: rows.lastOperation,
        entity: kind,
        entityId: id,
        revision,
        appliedAtMs: null,
        nextPublishAtMs: null,
        publishCount: 0,
      });
    }).then(() => this.#publish(simulatedEdgeId));
  }

  get isSync(): boolean {
    const { appliedOperation, lastOperation, contentMatches, operations } = held.rows;
    return appliedOperation >= lastOperation && contentMatches && operations.every((row) => row.appliedAtMs !== null);
  }

  /** One after another, each whole or not at all, and each takes its time. */
  #transaction<T>(work: (change: ChangeWork) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      await this.#time.wait(this.#random() < 0.02 ? this.#random() * 4_000 : this.#random() * 10);
      const before = {
        ...held.rows,
        cursors: { ...held.rows.cursors },
        entities: { ...held.rows.entities },
        operations: held.rows.operations.map((row) => ({ ...row })),
      };
      const notices = held.rows.notices.length;
      try {
        return await work({
          trx: {},
          audit: async () => undefined,
          announce: async () => undefined,
          afterCommit: () => undefined,
        } as unknown as ChangeWork);
      } catch (error) {
        before.notices.length = notices;
        held.rows = before;
        throw error;
      }
    };
    const done = this.#locked.then(run, run);
    this.#locked = done.catch(() => undefined);
    return done;
  }
}
