import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type RunningFeature, type ServerFeature } from '../../platform/features/server-feature.ts';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import { createTextRecords } from '../../platform/names/text-records.ts';
import { authProvidersAudit } from './auth-providers.audit.ts';
import { authProvidersRoutes } from './auth-providers.routes.ts';
import { createAuthProvidersService } from './auth-providers.service.ts';
import { createDomainProofs, deleteExpiredProviderSignIns, type DomainProofs } from './auth-providers.public.ts';
import { createOidcClient } from './oidc-client.ts';
import { createAdmission } from './provider-admission.ts';
import { createProviderReach } from './provider-reach.ts';
import { mountProviderReturns } from './provider-return.routes.ts';
import { createProviderSignInService } from './provider-sign-in.service.ts';

const attemptsPerMinute = 120;

interface Given {
  domainProofs: DomainProofs;
}

type Context = ServerContext & Given;

function start(context: Context): RunningFeature {
  const { clock, egress, config, domainProofs } = context;
  const oidc = createOidcClient({ egress, clock });
  const reach = createProviderReach({ ...context, oidc });
  const attempts = createAttemptLimiter(attemptsPerMinute, clock);
  const signIn = createProviderSignInService({ ...context, admission: createAdmission(context), oidc, reach });
  const { isSignUpOpen } = config;
  const service = createAuthProvidersService({ ...context, proofs: domainProofs, reach, isSignUpOpen });
  const handlers = authProvidersRoutes({ ...context, service, signIn, attempts });
  return {
    routes: [
      answer('authProviders', authProvidersCalls, handlers),
      (app) => mountProviderReturns(app, { signIn, attempts }),
    ],
  };
}

/** Signing in at other providers: their settings, the way there and the way back. */
export const authProvidersFeature: ServerFeature<Context, Given> = {
  noun: 'auth-providers',
  audits: authProvidersAudit,
  gives: (needs) => ({
    domainProofs: createDomainProofs({
      ...needs,
      names: createTextRecords(needs.config.dnsServers),
      isSignUpOpen: needs.config.isSignUpOpen,
    }),
  }),
  start,
  housekeeping: ({ database, domainProofs }) => [
    { name: 'sign-ins at providers', run: (now) => deleteExpiredProviderSignIns(database, now) },
    { name: 'proofs of domains', run: () => domainProofs.checkAgain() },
  ],
};
