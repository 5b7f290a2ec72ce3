import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import type { MfaProof } from '../../platform/auth/mfa-proof.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { sessionsAudit } from './sessions.audit.ts';
import { redeemProviderCode } from '../auth-providers/auth-providers.public.ts';
import { localCoreWaits } from '../edges/edges.public.ts';
import { deleteExpiredChallenges, deleteExpiredSessions } from './sessions.public.ts';
import { sessionsRoutes } from './sessions.routes.ts';
import type { SessionsDeps } from './session-parts.ts';
import { createSessionsService, type SessionsService } from './sessions.service.ts';

const signInAttemptsPerMinute = 10;

interface Given {
  sessions: SessionsService;
}

/** What sessions are opened and known by. */
interface Needs {
  apiKeys: SessionsDeps['keys'];
  mfa: MfaProof;
}

/** Signing in, and what a signed-in browser or program is. */
export const sessionsFeature: ServerFeature<ServerContext & Given, Given, Needs> = {
  noun: 'sessions',
  audits: sessionsAudit,
  gives: (needs) => ({
    sessions: createSessionsService({
      ...needs,
      keys: needs.apiKeys,
      signInAttemptsPerMinute,
      isDevelopment: needs.config.appInfo.environment === 'development',
      onError: (error) => needs.log.warn({ err: error }, 'something beside an answer was not written'),
    }),
  }),
  start: (context) => {
    const handlers = sessionsRoutes({
      ...context,
      service: context.sessions,
      localCoreWaits: () => localCoreWaits(context.database, context.config.localClaimFile),
      redeemProviderCode: (brought) => redeemProviderCode(context, brought),
    });
    return { routes: [answer('sessions', sessionsCalls, handlers)] };
  },
  hears: { 'sessions.ended': { rights: null } },
  housekeeping: ({ database }) => [
    { name: 'sessions', run: (now) => deleteExpiredSessions(database, now) },
    { name: 'second factors that were asked for', run: (now) => deleteExpiredChallenges(database, now) },
  ],
};
