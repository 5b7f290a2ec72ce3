import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { constants, setPriority } from 'node:os';
import { installBuiltIns } from './install-built-ins.ts';
import { failureOf } from './install-failure.ts';
import type { FromInstaller } from './install-messages.ts';

/** A program of its own: the original runtime that converting needs never shares a process with anything else. */
const stopping = new AbortController();
// Recording and whoever signs in for the first time go before.
setPriority(constants.priority.PRIORITY_LOW);

function notify(message: FromInstaller): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  else if (message.type === 'failed') process.stderr.write(`${message.code}: ${message.detail}\n`);
}

async function main(modelsFolder: string): Promise<void> {
  try {
    await installBuiltIns({
      modelsFolder,
      onProgress: (progress) => notify({ type: 'progress', ...progress }),
      signal: stopping.signal,
    });
    notify({ type: 'done' });
  } catch (error) {
    process.exitCode = 1;
    if (!stopping.signal.aborted) notify({ type: 'failed', ...failureOf(error) });
  } finally {
    // An open channel would keep the process alive.
    if (process.connected) process.disconnect();
  }
}

onParentGone(() => stopping.abort());
process.on('SIGTERM', () => stopping.abort());
// Ctrl-C reaches the whole group: whoever started this decides when it ends.
process.on('SIGINT', () => undefined);
await main(process.argv[2] ?? '');
