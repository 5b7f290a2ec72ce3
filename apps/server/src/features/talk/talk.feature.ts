import { talkCalls } from '@sightline/contracts/talk/talk.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { talkAudit } from './talk.audit.ts';
import { talkRoutes } from './talk.routes.ts';
import { TalkService } from './talk.service.ts';

/** Talking through cameras. Stopped before the link: cores are told that it ended. */
export const talkFeature: ServerFeature<ServerContext> = {
  noun: 'talk',
  audits: talkAudit,
  start: (context) => {
    const { iceServers, turn } = context.config;
    const service = new TalkService({ ...context, iceServers, turn });
    service.start();
    return { routes: [answer('talk', talkCalls, talkRoutes(service))], stop: () => service.stop() };
  },
  hears: { 'talk.changed': { rights: ['CameraView'], isQuiet: true } },
};
