import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { readLog } from '../../platform/log/read-log.ts';

/** Tells the server what happens, and shows people the log. */
export const reportCapability: EdgeCapability<EdgeCore, object, 'logs.read'> = {
  verb: 'report',
  survives: { trial: ['outboxSequence', 'outboxSent'], records: ['event', 'coreNotice', 'picturesLost'] },
  start: ({ config: { logFolder } }) => ({ handlers: { 'logs.read': (query) => readLog(logFolder, query) } }),
};
