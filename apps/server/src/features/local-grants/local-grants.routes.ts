import type { localGrantsCalls } from '@sightline/contracts/local-grants/local-grants.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { LocalGrantsService } from './local-grants.service.ts';

/** Handlers of the calls of local grants. */
export const localGrantsRoutes = (service: LocalGrantsService): CallHandlers<typeof localGrantsCalls> => ({
  issue: (_request, { actor }) => service.issue(actor),
});
