import { developerCalls } from '@sightline/contracts/developer/developer.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { DeveloperService } from './developer.service.ts';

const readingOf = ({ setStaff: _ofUsers, ...reading }: typeof developerCalls) => reading;

/** Calls of the staff that only read; saying who belongs to the staff is a matter of the people. */
export const developerReadingCalls = readingOf(developerCalls);

/** Handlers of the calls of the staff that only read. */
export const developerRoutes = (service: DeveloperService): CallHandlers<typeof developerReadingCalls> => ({
  environment: (_input, { actor }) => service.environment(actor),
  heartbeats: (_input, { actor }) => service.heartbeats(actor),
  analytics: (_input, { actor }) => service.analytics(actor),
  statusChanges: (_input, { actor }) => service.statusChanges(actor),
  logs: ({ query }, { actor }) => service.logs(actor, query),
});
