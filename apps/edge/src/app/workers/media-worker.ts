import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import type { ToMediaWorker } from '../../capabilities/ingest/ingest-messages.ts';
import { nodeDisk } from '../../capabilities/footage/disk.ts';
import { rtspDriver } from '../../drivers/rtsp/rtsp-driver.ts';
import { startOwnTimeLimit } from '../../platform/processes/own-time-limit.ts';
import { openProgressMark } from '../../platform/processes/progress-mark.ts';
import { hearClock } from '../../platform/processes/shared-clock.ts';
import { compatDriver } from './compat-driver.ts';
import { MediaSession } from './media-session.ts';

// Of its own time: longer than any disk that still works needs to close its segments.
const stopWithinMs = 3000;

const noteProgress = openProgressMark(process.argv);

const session = new MediaSession({
  drivers: { rtsp: rtspDriver, nodeAv: compatDriver },
  disk: nodeDisk,
  // Without a parent there is nobody to tell; 'disconnect' below ends the process.
  send: (message) => {
    if (message.type === 'fragment.written') noteProgress();
    if (process.connected) process.send?.(message);
  },
});

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  startOwnTimeLimit(process.pid, stopWithinMs, () => process.exit(1));
  await session.stop();
  process.exit(0);
}

process.on('message', (message: ToMediaWorker) => {
  if (hearClock(message)) return;
  if (message.type === 'configure') void session.configure(message);
  else if (message.type === 'activity') session.assess(message);
  else void stop();
});
onParentGone(() => {
  // Whoever read what this process says is gone as well.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  session.outlive(() => void stop());
});
process.on('SIGTERM', () => void stop());
// The terminal sends Ctrl-C to the whole group: the parent decides when this process ends.
process.on('SIGINT', () => undefined);
session.start();
