import { developerCalls } from '@sightline/contracts/developer/developer.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { DeveloperService } from './developer.service.ts';

const { setStaff: _ofUsers, ...reading } = developerCalls;

/** Calls of the staff that only read; saying who belongs to the staff is a matter of the people. */
export const developerReadingCalls = reading;

/** Handlers of the calls of the staff that only read. */
export const developerRoutes = (service: DeveloperService): CallHandlers<typeof reading> => ({
  environment: (_input, { actor }) => service.environment(actor),
  heartbeats: (_input, { actor }) => service.heartbeats(actor),
  analytics: (_input, { actor }) => service.analytics(actor),
  logs: ({ query }, { actor }) => service.logs(actor, query),
});
