import { join } from 'node:path';
import { SoftwareFolder } from '../../../src/platform/software/software-folder.ts';
import { Launcher } from '../../../src/app/launcher/launcher.ts';

/** A launcher as a process of its own, for tests: is killed at a step, as if the power went. Arguments: folder, step or `-`. */
const [folder = '', fatalStep = '-'] = process.argv.slice(2);

const launcher = new Launcher({
  folder: new SoftwareFolder(join(folder, 'software')),
  dataFolder: folder,
  installed: { entry: join(folder, 'installed.mjs'), readsTo: 3 },
  args: ['--data', folder],
  provingMs: 20_000,
  stopMs: 1_000,
  notify: () => undefined,
  say: () => undefined,
  nowUtcMs: () => Date.now(),
  onStep: (step) => {
    if (step === fatalStep) process.kill(process.pid, 'SIGKILL');
  },
});

process.on('SIGTERM', () => launcher.stop());
process.exit(await launcher.run());
