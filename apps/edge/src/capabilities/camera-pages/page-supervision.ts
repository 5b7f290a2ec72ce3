import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import { cameraPagePlace } from '@sightline/domain/cameras/camera-page-place';
import type { CameraPagesWorkerConfig } from './camera-pages-messages.ts';
import type { Log } from '../../platform/log/log.ts';
import { WorkerClient } from '../../platform/processes/worker-client.ts';
import { workerEntry } from '../../platform/processes/worker-entry.ts';
import type { EdgeConfig } from '../../platform/edge-config.ts';

export interface PageSupervisionDeps {
  config: Pick<EdgeConfig, 'serverUrl' | 'serverCa' | 'deviceNetworks'>;
  cameras: () => readonly CameraConfig[];
  log: Log;
}

const entry = workerEntry('page-worker');

/** Runs the process that passes pages of cameras on, from the moment that somebody opens one. */
export class PageSupervision {
  readonly #deps: PageSupervisionDeps;
  readonly #worker: WorkerClient;
  #isStarted = false;

  constructor(deps: PageSupervisionDeps) {
    this.#deps = deps;
    this.#worker = new WorkerClient({ name: 'pages', entry, log: deps.log, onEvent: () => undefined });
  }

  /** The wanted cameras may have changed. */
  configure(): void {
    const { serverUrl, serverCa, deviceNetworks } = this.#deps.config;
    const pages = this.#deps.cameras().flatMap((camera) => {
      const place = cameraPagePlace(camera);
      return place === null ? [] : [{ cameraId: camera.id, place }];
    });
    this.#worker.configure({
      serverUrl,
      serverCa,
      deviceNetworks: [...deviceNetworks],
      pages,
    } satisfies CameraPagesWorkerConfig);
  }

  /** Asks the process. */
  request(command: string, body: unknown, timeoutMs: number): Promise<unknown> {
    if (!this.#isStarted) this.#worker.start();
    this.#isStarted = true;
    return this.#worker.request(command, body, timeoutMs);
  }

  async stop(): Promise<void> {
    if (this.#isStarted) await this.#worker.stop();
  }
}
