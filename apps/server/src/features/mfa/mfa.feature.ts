import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { mfaAudit } from './mfa.audit.ts';
import { createAccountChanges, createAccountProof } from '../accounts/accounts.public.ts';
import type { SessionsService } from '../sessions/sessions.public.ts';
import type { MfaProof } from '../../platform/auth/mfa-proof.ts';
import { createMfaProof } from './mfa-proof.ts';
import { mfaRoutes } from './mfa.routes.ts';
import { createMfaService } from './mfa.service.ts';

type Context = ServerContext & { sessions: SessionsService; mfa: MfaProof };

/** Second factors of accounts. */
export const mfaFeature: ServerFeature<Context, { mfa: MfaProof }> = {
  noun: 'mfa',
  audits: mfaAudit,
  gives: (needs) => ({ mfa: createMfaProof(needs) }),
  start: (context) => {
    const { confirmPassword, readerOf } = createAccountProof(context);
    const service = createMfaService({ ...context, change: createAccountChanges(context), confirmPassword, readerOf });
    return { routes: [answer('mfa', mfaCalls, mfaRoutes(service, context.isSecure))] };
  },
};
