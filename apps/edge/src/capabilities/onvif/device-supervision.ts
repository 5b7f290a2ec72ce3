import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Activity } from './device-motion.ts';
import { DeviceMotion } from './device-motion.ts';
import type { DeviceWorkerConfig, DeviceWorkerEvent } from './device-worker-messages.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { WorkerClient } from '../../platform/processes/worker-client.ts';
import { workerEntry } from '../../platform/processes/worker-entry.ts';
import { UnstoppedHeads } from './unstopped-heads.ts';

export interface DeviceSupervisionDeps {
  deviceNetworks: readonly string[];
  cameras: () => readonly CameraConfig[];
  /** Hears what cameras themselves say of motion, where the analysis says nothing. */
  noteActivity: (activity: Activity) => void;
  clock: Clock;
  log: Log;
}

/** Asked twice they do no harm. */
const repeatable: ReadonlySet<string> = new Set(['onvif.scan', 'onvif.look', 'onvif.identify', 'onvif.state']);
const stopTimeoutMs = 10_000;
const entry = workerEntry('device-worker');

/** Keeps the process that speaks to devices running, from the moment it is needed. */
export class DeviceSupervision {
  readonly #deps: DeviceSupervisionDeps;
  readonly #worker: WorkerClient;
  readonly #motion: DeviceMotion;
  readonly #heads: UnstoppedHeads;
  readonly #listening = new Set<string>();
  #isStarted = false;

  constructor(deps: DeviceSupervisionDeps) {
    this.#deps = deps;
    this.#motion = new DeviceMotion(deps);
    this.#heads = new UnstoppedHeads({
      monotonicMs: deps.clock.monotonicMs,
      stop: (cameraId) => this.#worker.request('onvif.act', { cameraId, action: { kind: 'stop' } }, stopTimeoutMs),
      log: deps.log,
    });
    this.#worker = new WorkerClient({
      name: 'devices',
      entry,
      log: deps.log,
      onEvent: (event) => this.#receive(event as DeviceWorkerEvent),
      onReady: () => void this.#heads.stopAll(),
      onCrash: () => this.#lose(),
    });
  }

  /** Begins to listen to the cameras that are known; without any, the process waits until it is asked something. */
  start(): void {
    this.configure();
  }

  /** The wanted cameras may have changed. */
  configure(): void {
    const all = this.#deps.cameras();
    const cameras = all.flatMap(({ id: cameraId, onvif, credentials }) =>
      // What was stored before cores spoke to devices says nothing of it.
      onvif == null ? [] : [{ cameraId, ...onvif, credentials }],
    );
    this.#motion.setCameras(all.filter(({ recordingMode }) => recordingMode === 'motion').map(({ id }) => id));
    this.#worker.configure({ deviceNetworks: [...this.#deps.deviceNetworks], cameras } satisfies DeviceWorkerConfig);
    if (cameras.length > 0) this.#launch();
  }

  /** Asks the process; its successor, when it ends before it has answered what changes nothing. */
  async request(command: string, body: unknown, timeoutMs: number): Promise<unknown> {
    this.#launch();
    this.#heads.noteAsked(command, body);
    const askedMs = this.#deps.clock.monotonicMs();
    try {
      return await this.#worker.request(command, body, timeoutMs);
    } catch (error) {
      const isLost = error instanceof AppError && error.code === 'core_part_down';
      if (!isLost || !repeatable.has(command)) throw error;
      return this.#worker.request(command, body, Math.max(1, timeoutMs - (this.#deps.clock.monotonicMs() - askedMs)));
    }
  }

  /** What the analysis says, or null where the camera's own word takes its place. */
  replace(activity: Activity): Activity | null {
    return this.#motion.replace(activity);
  }

  get pid(): number | null {
    return this.#worker.pid;
  }

  async stop(): Promise<void> {
    if (this.#isStarted) await this.#worker.stop();
  }

  #launch(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#worker.start();
  }

  #receive(event: DeviceWorkerEvent): void {
    this.#motion.receive(event);
    if (event.type !== 'device.listening') return;
    const { cameraId, isListening, cause } = event;
    if (isListening) this.#listening.add(cameraId);
    else this.#listening.delete(cameraId);
    this.#deps.log.info({ cameraId, isListening, cause }, 'motion events of a camera');
  }

  /** The process ended: nothing is known of the cameras that it listened to. */
  #lose(): void {
    for (const cameraId of this.#listening)
      this.#motion.receive({ type: 'device.listening', cameraId, isListening: false, cause: 'core_part_down' });
    this.#listening.clear();
    this.#heads.lose();
  }
}
