import type { attentionCalls } from '@sightline/contracts/attention/attention.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { AttentionService } from './attention.service.ts';

/** Handlers of the calls of what needs somebody. */
export const attentionRoutes = (service: AttentionService): CallHandlers<typeof attentionCalls> => ({
  list: (_input, { actor }) => service.list(actor),
  markSeen: ({ body }, { actor }) => service.markSeen(actor, body.items),
});
