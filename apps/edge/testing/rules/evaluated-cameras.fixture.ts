import type { AlertChangeRecord, AlertRuleContent } from '@sightline/contracts/alert-rules/alert-rule-link';
import { cameraCondition } from '@sightline/contracts/alert-rules/camera-conditions';
import { type AnalysisSettings, defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import type { DoorStateRecord } from '@sightline/contracts/doors/door-link';
import type { EventReport } from '@sightline/contracts/events/event';
import type { SyncedContent } from '@sightline/contracts/link/synced-kinds';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { readConfig } from '../../src/app/config.ts';
import { Doors } from '../../src/capabilities/attend/doors.ts';
import { Analysis, type FactListener } from '../../src/capabilities/analyse/analysis.ts';
import { MediaSupervision } from '../../src/capabilities/record/media-supervision.ts';
import { AlertRules } from '../../src/capabilities/rules/alert-rules.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { socketPathFor } from '../../src/platform/data-folder-lock.ts';
import { type EdgeStores, openEdgeStores } from '../../src/platform/store/edge-stores.ts';

type Asked = Record<string, unknown> & { kind: string };

/** A rule as a core is told of it: no cool-down and no merging unless they are given. */
export const ruleContent = (
  condition: Asked,
  cameraIds: string[],
  rest: Partial<AlertRuleContent> = {},
): AlertRuleContent => ({
  name: 'Rule',
  condition: cameraCondition.safeParse(condition).data ?? condition,
  severity: 'warning',
  cameraIds,
  schedule: null,
  arming: [],
  coolDownS: 0,
  mergeS: 0,
  preS: 5,
  postS: 10,
  protectDays: 30,
  snoozedUntilUtcMs: null,
  mutes: [],
  ...rest,
});

/** What of a core sees and judges, with simulated cameras: real workers, streams, store and packs. */
export class EvaluatedCameras {
  readonly folder = mkdtempSync(join(tmpdir(), 'rules-'));
  readonly packs = join(this.folder, 'packs');
  readonly cameras: RtspServer;
  /** Who hears what rules are judged by, besides rules and doors; from the next start on. */
  readonly listeners: FactListener[] = [];
  stores: EdgeStores;
  #media: MediaSupervision | null = null;
  #analysis: Analysis | null = null;
  #rules: AlertRules | null = null;
  #doors: Doors | null = null;
  #operations = 0;

  private constructor(cameras: RtspServer) {
    this.cameras = cameras;
    for (const name of ['footage', 'packs']) mkdirSync(join(this.folder, name));
    this.stores = openEdgeStores(this.folder);
  }

  static async begin(): Promise<EvaluatedCameras> {
    return new EvaluatedCameras(await startRtspServer());
  }

  /** Looks with the built-in packs of this folder. */
  async useModels(folder: string): Promise<void> {
    await cp(folder, join(this.folder, 'models'), { recursive: true });
  }

  /** Wants a camera that shows this stream; answers its id. */
  camera(path: string, settings: Partial<AnalysisSettings> = {}, id = uuidv7()): string {
    const desired = cameraConfig({
      id,
      stream: { id: uuidv7(), url: this.cameras.url(path) },
      analysis: { ...defaultAnalysis, readsPlates: false, comparesFaces: false, ...settings },
    });
    this.#want('camera', id, desired);
    return id;
  }

  /** Wants a rule; answers its id. */
  rule(
    condition: Asked,
    cameraIds: string[],
    { id = uuidv7(), ...rest }: Partial<AlertRuleContent> & { id?: string } = {},
  ): string {
    this.#want('alertRule', id, ruleContent(condition, cameraIds, rest));
    return id;
  }

  /** Wants a door to be watched; answers its id. */
  door(content: SyncedContent<'door'>, id = uuidv7()): string {
    this.#want('door', id, content);
    return id;
  }

  /** Wants it no longer. */
  remove(kind: 'alertRule' | 'camera' | 'door', id: string): void {
    this.#want(kind, id, null);
  }

  start(): void {
    const given = ['--data', this.folder, '--server', 'http://127.0.0.1:9', '--no-model-fetch'];
    const config = readConfig([...given, '--analysis-workers', '1', '--model-packs', this.packs]);
    const log = pino({ level: 'silent' });
    for (const kind of ['alertRule', 'door'] as const) this.stores.desired.own(kind);
    const busSocketPath = socketPathFor(this.folder, 'media.sock');
    const parts = { stores: this.stores, busSocketPath, clock: systemClock, log };
    this.#media = new MediaSupervision({ ...parts, volume: config.volume });
    this.#media.start();
    const analysis = new Analysis({ ...parts, config });
    this.#analysis = analysis;
    analysis.start();
    this.#rules = new AlertRules({
      ...parts,
      setEvaluated: (cameraIds) => analysis.setEvaluated(cameraIds),
      setSpots: (spots) => analysis.setSpots(spots),
    });
    const doors = new Doors({ ...parts, setDoors: (wanted) => analysis.setDoors(wanted) });
    this.#doors = doors;
    analysis.listen({ evaluator: this.#rules, doors: (cameraId, told) => this.#rules?.doors(cameraId, told) });
    analysis.listen({ evaluator: doors, doors: (cameraId, told) => doors.hear(cameraId, told) });
    for (const evaluator of this.listeners) analysis.listen({ evaluator });
    this.#rules.start();
    doors.start();
  }

  /** What a core does when something is wanted otherwise. */
  configure(): void {
    this.#media?.configure();
    this.#analysis?.configure();
    this.#rules?.configure();
    this.#doors?.configure();
  }

  get workerPid(): number | null {
    return this.#analysis?.pid ?? null;
  }

  /** Waits until it looks for things in the pictures of these cameras. */
  async looksAt(cameraIds: readonly string[]): Promise<void> {
    for (;;) {
      const status = await this.#analysis!.status();
      const looking = status.cameras.filter(({ state }) => state === 'idle' || state === 'active');
      if (cameraIds.every((id) => looking.some(({ cameraId }) => cameraId === id))) return;
      await wait(200);
    }
  }

  /** Whether the core says that it has a model for this. */
  announces(task: string): boolean {
    return this.#analysis?.capabilities().some((one) => one.startsWith(`${task}:`)) === true;
  }

  records(): EdgeRecordBody[] {
    return this.stores.outbox.after(0, 100_000).map(({ body }) => body);
  }

  changes(): AlertChangeRecord[] {
    return this.records().flatMap((body) => (body.kind === 'alertChange' ? [body] : []));
  }

  doorStates(): DoorStateRecord[] {
    return this.records().flatMap((body) => (body.kind === 'doorState' ? [body] : []));
  }

  events(): EventReport[] {
    return this.records().flatMap((body) => (body.kind === 'event' ? [body.event] : []));
  }

  /** The program ends without a word and is started anew. */
  async restart(): Promise<void> {
    await this.#end();
    this.stores.store.close();
    this.stores = openEdgeStores(this.folder);
    this.start();
  }

  async stop(): Promise<void> {
    await this.#end();
    this.stores.store.close();
    await this.cameras.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #end(): Promise<void> {
    this.#rules?.stop();
    this.#doors?.stop();
    await Promise.all([this.#analysis?.stop(), this.#media?.stop()]);
  }

  #want(entity: 'alertRule' | 'camera' | 'door', entityId: string, desired: object | null): void {
    for (const kind of ['alertRule', 'door'] as const) this.stores.desired.own(kind);
    const sequence = ++this.#operations;
    const operation = { sequence, entity, entityId, revision: sequence, desired: desired as never };
    const applied = this.stores.desired.apply(operation, Date.now());
    if (applied !== 'applied') throw new Error(`${entity} was ${applied}`);
  }
}
