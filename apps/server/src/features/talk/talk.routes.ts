import type { talkCalls } from '@sightline/contracts/talk/talk.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { TalkService } from './talk.service.ts';

/** Handlers of the calls about talking through cameras. */
export const talkRoutes = (service: TalkService): CallHandlers<typeof talkCalls> => ({
  state: ({ params }, { actor }) => service.state(actor, params.id),
  offer: ({ params, body }, { actor }) => service.offer(actor, params.id, body),
  candidate: ({ params, body }, { actor }) => service.candidate(actor, params.talkId, body),
  renew: ({ params }, { actor }) => service.renew(actor, params.talkId),
  end: ({ params }, { actor }) => service.end(actor, params.talkId),
});
