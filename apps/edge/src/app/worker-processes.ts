import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JobWorkerConfig } from '../capabilities/export/job-worker-messages.ts';
import type { LiveWorkerConfig, LiveWorkerEvent } from '../capabilities/live/live-worker-messages.ts';
import { privacyOf } from '../capabilities/privacy/camera-privacy.ts';
import type { Log } from '../platform/log/log.ts';
import { WorkerClient } from '../platform/processes/worker-client.ts';
import type { EdgeConfig } from '../platform/edge-config.ts';
import type { EdgeStores } from '../platform/store/edge-stores.ts';
import type { LocalViews } from '../capabilities/local/local-views.ts';

const entryOf = (name: string): string => fileURLToPath(new URL(`./workers/${name}.ts`, import.meta.url));

/** Starts the process that serves viewers. `onBoxesWatched` hears the cameras whose boxes somebody looks at, `onMissing` files that are not there, `local` what happens at the door. */
export function startLiveWorker(parts: {
  log: Log;
  onBoxesWatched: (cameraIds: string[]) => void;
  onMissing: (path: string) => void;
  local: Pick<LocalViews, 'hear' | 'lost'>;
}): WorkerClient {
  const { log, onBoxesWatched, onMissing, local } = parts;
  const worker = new WorkerClient({
    name: 'live',
    entry: entryOf('live-worker'),
    log,
    onEvent: (event) => {
      const told = event as LiveWorkerEvent;
      if (told.type === 'live.boxesWatched') onBoxesWatched(told.cameraIds);
      else if (told.type === 'footage.missing') onMissing(told.path);
      else if (told.type !== 'live.viewers') local.hear(told);
    },
    // Its viewers went with it.
    onCrash: () => {
      onBoxesWatched([]);
      local.lost();
    },
  });
  worker.start();
  return worker;
}

/** Where exports wait until the server has them. */
export const exportFolderOf = (dataFolder: string): string => join(dataFolder, 'exports');

/** Starts the process that tests cameras, makes pictures and exports. */
export function startJobWorker(parts: {
  log: Log;
  onEvent: (event: unknown) => void;
  onRestart: () => void;
}): WorkerClient {
  const restartMs = 1_000;
  const worker = new WorkerClient({
    name: 'jobs',
    entry: entryOf('job-worker'),
    log: parts.log,
    onEvent: parts.onEvent,
    onCrash: () => setTimeout(parts.onRestart, restartMs),
  });
  worker.start();
  return worker;
}

/** What both workers must know, from what is wanted now. */
export function workerConfigs(parts: {
  config: EdgeConfig;
  stores: EdgeStores;
  mark: string;
  busSocketPath: string;
  serverUrl: string;
  door: LiveWorkerConfig['door'];
}): {
  live: LiveWorkerConfig;
  jobs: JobWorkerConfig;
} {
  const { config, stores, mark, busSocketPath, serverUrl, door } = parts;
  const cameras = stores.cameras.list().map((camera) => ({
    cameraId: camera.id,
    streams: camera.streams.map(({ id, kind }) => ({
      streamId: id,
      kind,
      footageId: stores.cameras.footageOf(camera.id, kind)?.id ?? id,
    })),
    privacy: privacyOf(camera),
  }));
  const shared = {
    busSocketPath,
    storePath: stores.path,
    volume: config.volume,
    mark,
    serverUrl,
    serverCa: config.serverCa,
    cameras,
  };
  return {
    live: { ...shared, ice: { port: config.icePort, bindAddress: null, servers: [] }, door },
    jobs: { ...shared, exportFolder: exportFolderOf(config.dataFolder), softwareFolder: config.softwareFolder },
  };
}
