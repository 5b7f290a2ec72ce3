import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { WorkerClient } from '../../platform/processes/worker-client.ts';
import type { PlaceGives } from '../place/place.capability.ts';
import { sharedConfig } from '../footage/footage-config.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { exportFolderOf } from './export-folder.ts';
import { ExportsJournal } from './exports-journal.ts';
import { startJobWorker } from './job-process.ts';
import type { JobWorkerConfig, JobWorkerEvent } from './job-worker-messages.ts';

export interface ExportGives {
  /** The process that exports, makes pictures and searches. */
  jobs: WorkerClient;
}

/** Exports footage, in a process of its own, and forgets none that was asked for. */
export const exportCapability: EdgeCapability<
  EdgeCore & RecoverGives & PlaceGives,
  ExportGives,
  'export.start' | 'export.cancel'
> = {
  verb: 'export',
  abilities: ['export'],
  begins: 'withServer',
  start: (core, onStop) => {
    const { stores, clock, log, config } = core;
    const { store, outbox } = stores;
    const exports = new ExportsJournal({ store, outbox, jobs: () => jobs, log, nowUtcMs: clock.nowUtcMs });
    const jobs = startJobWorker({
      log,
      onEvent: (event) => exports.receive(event as JobWorkerEvent),
      onRestart: () => exports.resumeAll(),
    });
    onStop(() => jobs.stop());
    const configure = (): void => {
      const folders = { exportFolder: exportFolderOf(config.dataFolder), softwareFolder: config.softwareFolder };
      jobs.configure({ ...sharedConfig(core), ...folders } satisfies JobWorkerConfig);
    };
    configure();
    exports.resumeAll();
    return { gives: { jobs }, handlers: exports.handlers, configure };
  },
};
