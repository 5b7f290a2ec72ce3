import { passkeysCalls } from '@sightline/contracts/passkeys/passkeys.api';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { createAccountChanges, createAccountProof } from '../accounts/accounts.public.ts';
import { createOpenings, type SessionsService } from '../sessions/sessions.public.ts';
import { createPasskeySignIn } from './passkey-sign-in.ts';
import { passkeysAudit } from './passkeys.audit.ts';
import { deleteExpiredCeremonies } from './passkeys.repository.ts';
import { passkeysRoutes } from './passkeys.routes.ts';
import { createPasskeysService } from './passkeys.service.ts';

/** Keys of devices and password managers that sign in without a password. */
export const passkeysFeature: ServerFeature<ServerContext & { sessions: SessionsService }> = {
  noun: 'passkeys',
  audits: passkeysAudit,
  start: (context) => {
    const { confirmPassword, readerOf } = createAccountProof(context);
    const onError = (error: unknown): void =>
      context.log.warn({ err: error }, 'something beside an answer was not written');
    const deps = { ...context, change: createAccountChanges(context), confirmPassword, readerOf, onError };
    const handlers = passkeysRoutes({
      service: createPasskeysService(deps),
      signIn: createPasskeySignIn(deps),
      openings: createOpenings({ ...context, service: context.sessions }),
    });
    return { routes: [answer('passkeys', passkeysCalls, handlers)] };
  },
  housekeeping: ({ database }) => [
    { name: 'questions for passkeys', run: (now) => deleteExpiredCeremonies(database.global, now) },
  ],
};
