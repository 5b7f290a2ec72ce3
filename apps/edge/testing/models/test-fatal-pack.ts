import { pino } from 'pino';
import { openModels } from '../../src/capabilities/models/model-set.ts';

// Tries the packs of a folder with a runtime that ends the process, as native code can.
const [modelsFolder = '', operatorFolder = ''] = process.argv.slice(2);
await openModels({
  modelsFolder,
  operatorFolder,
  openRuntime: () => Promise.resolve({ open: () => process.kill(process.pid, 'SIGKILL') as never }),
  onChange: () => undefined,
  log: pino({ level: 'silent' }),
  builtIns: [],
});
