import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authProvidersRoutes } from '../features/auth-providers/auth-providers.routes.ts';
import { createAuthProvidersService } from '../features/auth-providers/auth-providers.service.ts';
import { createOidcClient } from '../features/auth-providers/oidc-client.ts';
import { createAdmission } from '../features/auth-providers/provider-admission.ts';
import { createProviderReach } from '../features/auth-providers/provider-reach.ts';
import { mountProviderReturns } from '../features/auth-providers/provider-return.routes.ts';
import { createProviderSignInService } from '../features/auth-providers/provider-sign-in.service.ts';
import type { SessionActor } from '../platform/http/actor.ts';
import { createAttemptLimiter } from '../platform/http/attempt-limiter.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { Platform } from './platform.ts';

const attemptsPerMinute = 120;

interface Mounting {
  platform: Platform;
  isSecure: boolean;
  isSignUpOpen: boolean;
  serverUrl: () => string;
  authenticate: (request: FastifyRequest) => Promise<SessionActor | null>;
}

/** Signing in at other providers: their settings, the way there and the way back. */
export async function mountAuthProviders(app: FastifyInstance, mounting: Mounting): Promise<void> {
  const { platform, serverUrl } = mounting;
  const { egress } = platform;
  const oidc = createOidcClient({ egress, clock: platform.clock });
  const reach = createProviderReach({ ...platform, oidc });
  const attempts = createAttemptLimiter(attemptsPerMinute, platform.clock);
  const signIn = createProviderSignInService({
    ...platform,
    admission: createAdmission(platform),
    oidc,
    reach,
    serverUrl,
  });
  const service = createAuthProvidersService({
    ...platform,
    proofs: platform.domainProofs,
    reach,
    isSignUpOpen: mounting.isSignUpOpen,
    serverUrl,
  });
  mountCalls(app, 'authProviders', {
    calls: authProvidersCalls,
    handlers: authProvidersRoutes({ ...mounting, service, signIn, attempts }),
  });
  await mountProviderReturns(app, { signIn, attempts });
}
