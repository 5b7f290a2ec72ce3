import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { createStorageService } from './recording-storage.service.ts';
import { createGapKeeping, expireGaps } from './recordings.public.ts';
import { recordingsRoutes } from './recordings.routes.ts';
import { createRecordingsService } from './recordings.service.ts';

/** What was recorded, what was not and why, and where it lies. */
export const recordingsFeature: ServerFeature<ServerContext> = {
  noun: 'recordings',
  link: () => ({ gap: createGapKeeping() }),
  start: (context) => {
    const handlers = recordingsRoutes(createRecordingsService(context), createStorageService(context));
    return { routes: [answer('recordings', recordingsCalls, handlers)] };
  },
  housekeeping: ({ database }) => [{ name: 'gaps', run: (now) => expireGaps(database, now) }],
};
