import type { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { RecordingsService } from './recordings.service.ts';
import type { StorageService } from './recording-storage.service.ts';

/** Handlers of the recording calls. */
export const recordingsRoutes = (
  service: RecordingsService,
  storage: StorageService,
): CallHandlers<typeof recordingsCalls> => ({
  coverage: ({ params, query }, { actor }) => service.coverage(actor, params.id, query),
  days: ({ params, query }, { actor }) => service.days(actor, params.id, query),
  storage: ({ body }, { actor }) => storage.ofCamera(actor, body),
  storageOfEdge: ({ params }, { actor }) => storage.ofEdge(actor, params.id),
});
