import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { hearClock } from '../../platform/processes/shared-clock.ts';
import { CompatSource } from './compat-source.ts';
import type { FromCompatWorker, ToCompatWorker } from './compat-messages.ts';

// Native code: this file runs in a process of its own, forked by compat-process.ts.

Log.setLevel(AV_LOG_QUIET);
const sources = new Map<number, CompatSource>();

function send(message: FromCompatWorker): void {
  if (process.connected) process.send?.(message);
}

process.on('message', (message: ToCompatWorker) => {
  if (hearClock(message)) return;
  if (message.type === 'stop') {
    sources.get(message.id)?.stop();
    return;
  }
  const source = new CompatSource(message.id, send);
  sources.set(message.id, source);
  void source.run(message).finally(() => sources.delete(message.id));
});
onParentGone(() => process.exit(0));
// The terminal sends Ctrl-C to the whole group: the parent decides when this process ends.
process.on('SIGINT', () => undefined);
