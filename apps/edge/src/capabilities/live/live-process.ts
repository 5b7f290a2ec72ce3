import type { Log } from '../../platform/log/log.ts';
import { WorkerClient } from '../../platform/processes/worker-client.ts';
import { workerEntry } from '../../platform/processes/worker-entry.ts';
import type { LocalViews } from '../local/local-views.ts';
import type { LiveWorkerEvent } from './live-worker-messages.ts';

/** Starts the process that serves viewers. `onBoxesWatched` hears the cameras whose boxes somebody looks at, `onMissing` files that are not there, `local` what happens at the local endpoint. */
export function startLiveWorker(parts: {
  log: Log;
  onBoxesWatched: (cameraIds: string[]) => void;
  onMissing: (path: string) => void;
  local: Pick<LocalViews, 'receive' | 'lost'>;
}): WorkerClient {
  const { log, onBoxesWatched, onMissing, local } = parts;
  const worker = new WorkerClient({
    name: 'live',
    entry: workerEntry('live-worker'),
    log,
    onEvent: (event) => {
      const told = event as LiveWorkerEvent;
      if (told.type === 'live.boxesWatched') onBoxesWatched(told.cameraIds);
      else if (told.type === 'footage.missing') onMissing(told.path);
      else if (told.type !== 'live.viewers') local.receive(told);
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
