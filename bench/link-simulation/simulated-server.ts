import { LinkGateway } from '../../apps/server/src/features/link/link-gateway.ts';
import { createLinkService, type LinkParts } from '../../apps/server/src/features/link/link.service.ts';
import { createInProcessBus } from '../../apps/server/src/platform/bus/in-process-bus.ts';
import type { Changes, ChangeWork } from '../../apps/server/src/platform/database/changes.ts';
import { EdgeNetworks } from '../../apps/server/src/platform/link/edge-networks.ts';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { held, memoryRepository, simulatedEdgeId } from './memory-rows.ts';
import type { VirtualSocket } from './virtual-network.ts';
import type { VirtualTime } from './virtual-time.ts';

const counter = { inc: () => undefined, set: () => undefined };
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** The server's side of the link: its own gateway, connections and service, on rows in memory. */
export class SimulatedServer {
  private readonly time: VirtualTime;
  private readonly random: () => number;
  private readonly nowUtcMs: () => number;
  private gateway: LinkGateway | null = null;
  private locked: Promise<unknown> = Promise.resolve();
  private publish: (edgeId: string) => void = () => undefined;
  /** Alarms that two machines use one key; there is only one. */
  clones = 0;

  constructor(options: { time: VirtualTime; random: () => number; nowUtcMs: () => number }) {
    this.time = options.time;
    this.random = options.random;
    this.nowUtcMs = options.nowUtcMs;
  }

  /** Its process begins; one that ran before was killed. */
  start(): void {
    const bus = createInProcessBus((error) => {
      throw error;
    });
    this.publish = (edgeId) => bus.publish('edges.operations', { edgeId });
    const changes: Changes = { run: (_place, work) => this.transaction(work) };
    const database = {
      withOrganization: (_id: string, work: (trx: unknown) => Promise<unknown>) => this.transaction(work),
    };
    const hooks = {
      desiredCamera: async (_trx: unknown, { cameraId }: { cameraId: string }) =>
        held.rows.cameras[cameraId]!.isDeleted ? null : cameraConfig({ id: cameraId, stream: { id: cameraId } }),
      confirmCamera: async () => undefined,
      edgeLinkChanged: async () => undefined,
      camerasReported: async () => undefined,
      events: async () => [],
    };
    const service = createLinkService({
      database,
      changes,
      bus,
      clock: this.nowUtcMs,
      hooks,
      rows: memoryRepository,
    } as unknown as LinkParts);
    const metrics = { linkedEdges: counter, linkViolations: counter, linkRecords: counter, linkRefused: counter };
    const parts = {
      service,
      bus,
      clock: this.nowUtcMs,
      log: quiet,
      metrics,
      networks: new EdgeNetworks(bus),
      compare: async () => undefined,
      isAlone: true,
    };
    this.gateway = new LinkGateway(parts as unknown as ConstructorParameters<typeof LinkGateway>[0]);
    const { noteClone } = service;
    service.noteClone = (place, detail) => {
      this.clones += 1;
      return noteClone(place, detail);
    };
    void this.gateway.start();
  }

  accept(socket: VirtualSocket): void {
    this.gateway?.accept(socket as unknown as Parameters<LinkGateway['accept']>[0], '192.0.2.1');
  }

  /** Somebody adds, changes or deletes a camera. */
  change(cameraId: string, isDeleted: boolean): void {
    void this.transaction(async () => {
      const { rows } = held;
      const revision = (rows.cameras[cameraId]?.revision ?? 0) + 1;
      rows.cameras[cameraId] = { revision, isDeleted };
      rows.lastOperation += 1;
      rows.operations.push({
        sequence: rows.lastOperation,
        entityId: cameraId,
        revision,
        appliedAtMs: null,
        nextPublishAtMs: null,
        publishCount: 0,
      });
    }).then(() => this.publish(simulatedEdgeId));
  }

  get isSync(): boolean {
    const { appliedOperation, lastOperation, contentMatches, operations } = held.rows;
    return appliedOperation >= lastOperation && contentMatches && operations.every((row) => row.appliedAtMs !== null);
  }

  /** One after another, each whole or not at all, and each takes its time. */
  private transaction<T>(work: (change: ChangeWork) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      await this.time.wait(this.random() < 0.02 ? this.random() * 4_000 : this.random() * 10);
      const before = {
        ...held.rows,
        cursors: { ...held.rows.cursors },
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
    const done = this.locked.then(run, run);
    this.locked = done.catch(() => undefined);
    return done;
  }
}
