import { talkCalls } from '@sightline/contracts/talk/talk.api';
import type { FastifyInstance } from 'fastify';
import { talkRoutes } from '../features/talk/talk.routes.ts';
import { TalkService } from '../features/talk/talk.service.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import type { ServerConfig } from './config.ts';
import type { Platform } from './platform.ts';

/** Talking through cameras. To be stopped before the link: cores are told that it ended. */
export function mountTalk(
  app: FastifyInstance,
  { platform, config }: { platform: Platform; config: ServerConfig },
  edges: EdgeCommands,
): TalkService {
  const service = new TalkService({
    ...platform,
    edges,
    memberOf: platform.sessions.memberOf,
    iceServers: config.iceServers,
    turn: config.turn,
  });
  service.start();
  mountCalls(app, 'talk', { calls: talkCalls, handlers: talkRoutes(service) });
  return service;
}
