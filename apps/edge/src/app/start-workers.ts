import type { DhcpService } from '../capabilities/dhcp/dhcp-service.ts';
import type { JobWorkerEvent } from '../capabilities/export/job-worker-messages.ts';
import { systemClock } from '../platform/clock.ts';
import type { CommandHandlers } from '../platform/link/command-handlers.ts';
import type { Log } from '../platform/log/log.ts';
import type { WorkerClient } from '../platform/processes/worker-client.ts';
import type { Analysis } from '../capabilities/analyse/analysis.ts';
import { commandHandlers } from './command-handlers.ts';
import type { EdgeConfig } from '../platform/edge-config.ts';
import type { DeviceSupervision } from '../capabilities/onvif/device-supervision.ts';
import type { EdgeStores } from '../platform/store/edge-stores.ts';
import { ExportsJournal } from '../capabilities/export/exports-journal.ts';
import { motionLevelsOf } from '../capabilities/record/footage-commands.ts';
import type { FootagePlace } from '../capabilities/record/footage-place.ts';
import type { FootageRetention } from '../capabilities/retain/footage-retention.ts';
import type { LocalViews } from '../capabilities/local/local-views.ts';
import type { MediaSupervision } from '../capabilities/record/media-supervision.ts';
import { PageSupervision } from '../capabilities/camera-pages/page-supervision.ts';
import type { Software } from '../capabilities/update/software.ts';
import { startJobWorker, startLiveWorker, workerConfigs } from './worker-processes.ts';

/** What runs of a core whether or not it has a server. */
export interface RunningParts {
  stores: EdgeStores;
  place: FootagePlace;
  media: MediaSupervision;
  retention: FootageRetention;
  analysis: Analysis;
  devices: DeviceSupervision;
  dhcp: DhcpService;
  software: Software;
  local: LocalViews;
  busSocketPath: string;
}

/** What runs of a core that has a server. */
export interface ServingParts {
  /** Tells all workers what is wanted now. */
  apply: () => void;
  handlers: CommandHandlers;
}

interface WorkerHooks {
  config: EdgeConfig;
  log: Log;
  /** Takes what ends the workers when the core stops. */
  closers: (() => Promise<void> | void)[];
  /** What this core can do has changed. */
  onCapabilities: () => void;
}

/** Starts the workers that need a server, and tells all of them what is wanted. */
export function startWorkers(parts: RunningParts, { config, log, closers, onCapabilities }: WorkerHooks): ServingParts {
  const { stores, place, retention, analysis, devices, dhcp, software, local } = parts;
  const { nowUtcMs } = systemClock;
  const exports = new ExportsJournal({ store: stores.store, outbox: stores.outbox, jobs: () => jobs, log, nowUtcMs });
  const live = startLiveWorker({
    log,
    onBoxesWatched: (cameraIds) => analysis.setWatched(cameraIds),
    onMissing: (path) => retention.checkFile(path),
    local,
  });
  local.serveWith(live, () => live.configure(configsOf(parts, config).live));
  const jobs = startJobWorker({
    log,
    onEvent: (event) => exports.receive(event as JobWorkerEvent),
    onRestart: () => exports.resumeAll(),
  });
  const pages = new PageSupervision({ config, cameras: () => stores.cameras.list(), log });
  closers.push(
    () => live.stop(),
    () => jobs.stop(),
    () => pages.stop(),
  );
  analysis.listen({ boxes: (boxes) => live.tell('live.boxes', boxes), capabilities: onCapabilities });
  const apply = (): void => configure(parts, config, { live, jobs, pages });
  apply();
  exports.resumeAll();
  const motionLevels = motionLevelsOf(jobs, log);
  const { logFolder, volume, leastDays } = config;
  const footage = { ...stores, volume, leastDays, isHere: place.isHere, nowUtcMs, motionLevels };
  const { desired } = stores;
  const answering = {
    live,
    jobs,
    devices,
    pages,
    exports,
    footage,
    analysis,
    dhcp,
    software,
    local,
    desired,
    logFolder,
  };
  return { apply, handlers: commandHandlers(answering) };
}

const configsOf = (
  { stores, place, busSocketPath, local }: RunningParts,
  config: EdgeConfig,
): ReturnType<typeof workerConfigs> =>
  workerConfigs({
    config,
    stores,
    mark: place.mark,
    busSocketPath,
    serverUrl: config.serverUrl,
    door: local.doorIdentity(),
  });

function configure(
  parts: RunningParts,
  config: EdgeConfig,
  { live, jobs, pages }: { live: WorkerClient; jobs: WorkerClient; pages: PageSupervision },
): void {
  parts.media.configure();
  parts.analysis.configure();
  parts.devices.configure();
  pages.configure();
  const { live: ofLive, jobs: ofJobs } = configsOf(parts, config);
  live.configure(ofLive);
  jobs.configure(ofJobs);
}
