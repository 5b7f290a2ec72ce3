import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { accountsAudit } from './accounts.audit.ts';
import { visibleCoreIds } from '../edges/edges.public.ts';
import type { MfaProof } from '../../platform/auth/mfa-proof.ts';
import type { SessionsService } from '../sessions/sessions.public.ts';
import { deleteExpiredLinks } from './accounts.public.ts';
import { accountsRoutes, createAccountsServices } from './accounts.routes.ts';

/** A profile names at most this many cores. */
const maxCores = 1000;

/** Accounts of people: profile, address, password, sessions of their own. */
export const accountsFeature: ServerFeature<ServerContext & { sessions: SessionsService; mfa: MfaProof }> = {
  noun: 'accounts',
  audits: accountsAudit,
  start: (context) => {
    const services = createAccountsServices({
      ...context,
      isSignUpOpen: context.config.isSignUpOpen,
      publicUrl: context.serverUrl,
      visibleCoreIds: (actor) => visibleCoreIds(context.database, actor, maxCores),
    });
    return { routes: [answer('accounts', accountsCalls, accountsRoutes(services, context.isSecure))] };
  },
  hears: { 'accounts.changed': { rights: null, isQuiet: true, people: ({ userId }) => [userId] } },
  housekeeping: ({ database }) => [{ name: 'links in mails', run: (now) => deleteExpiredLinks(database, now) }],
};
