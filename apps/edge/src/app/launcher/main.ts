import { AppError, errorCatalogue } from '@sightline/contracts/shared/errors';
import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machineClock } from '../../platform/clock.ts';
import { SoftwareFolder } from '../../platform/software/software-folder.ts';
import { storeSteps } from '../../platform/store/schema.ts';
import { Launcher } from './launcher.ts';

/** Claiming aside, everything that a version has to show happens within a minute on a slow machine. */
const provingMs = 180_000;
const stopMs = 9_000;

const args = process.argv.slice(2);
const { values } = parseArgs({ args, options: { data: { type: 'string' } }, strict: false });
const dataFolder = resolve(typeof values.data === 'string' ? values.data : '.');

const launcher = new Launcher({
  folder: new SoftwareFolder(join(dataFolder, 'software')),
  dataFolder,
  installed: { entry: fileURLToPath(new URL('../main.ts', import.meta.url)), readsTo: storeSteps.length },
  args,
  provingMs,
  stopMs,
  notify: (message) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  },
  say: (line) => process.stdout.write(`launcher: ${line}\n`),
  nowUtcMs: machineClock.nowUtcMs,
});

for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(event, () => launcher.stop());
onParentGone(() => launcher.stop());

try {
  process.exit(await launcher.run());
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  const message = errorCatalogue[error.code].text;
  process.stderr.write(`${message} (${dataFolder})\n`);
  if (process.connected)
    process.send?.({ type: 'failed', code: error.code, message }, undefined, undefined, () => undefined);
  process.exit(1);
}
