import type { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { RecordingsService } from './recordings.service.ts';

/** Handlers of the recording calls. */
export const recordingsRoutes = (service: RecordingsService): CallHandlers<typeof recordingsCalls> => ({
  coverage: ({ params, query }, { actor }) => service.coverage(actor, params.id, query),
  days: ({ params, query }, { actor }) => service.days(actor, params.id, query),
});
