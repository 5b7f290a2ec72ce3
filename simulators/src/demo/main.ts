import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { parseArgs } from 'node:util';
import { drawnCameras } from './demo-cameras.ts';
import { startDemo } from './demo.ts';
import type { DemoMessage } from './demo.ts';

// The demo as a program: `./sightline up` starts it and reads its messages; it ends with its parent.

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    server: { type: 'string' },
    'password-file': { type: 'string' },
    'noonlight-port': { type: 'string' },
    'no-clip': { type: 'boolean', default: false },
  },
});
const stop = new AbortController();

function notify(message: DemoMessage): void {
  if (process.send) process.send(message);
  else process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Ends at once: nothing here is worth saving, and children end with their channel. */
function end(code: number): void {
  stop.abort(new Error('stopped'));
  setTimeout(() => process.exit(code), 200);
}

onParentGone(() => end(0));
process.once('SIGTERM', () => end(0));
process.once('SIGINT', () => end(0));

if (values.data === undefined || values.server === undefined || values['password-file'] === undefined) {
  notify({ type: 'failed', code: 'usage', message: 'demo needs --data DIR --server URL --password-file FILE' });
  end(2);
} else {
  startDemo({
    dataDir: values.data,
    server: values.server,
    passwordFile: values['password-file'],
    cameras: drawnCameras,
    noClip: values['no-clip'],
    noonLightPort: values['noonlight-port'] === undefined ? null : Number(values['noonlight-port']),
    signal: stop.signal,
    notify,
  }).catch((error: unknown) => {
    if (stop.signal.aborted) return;
    const { code = 'demo_failed', message } = error as { code?: string; message: string };
    notify({ type: 'failed', code, message });
    end(1);
  });
}
