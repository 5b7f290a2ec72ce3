import type { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import { sendRefreshCookie } from '../sessions/sessions.public.ts';
import type { MfaService } from './mfa.service.ts';

/** Handlers of the second factor calls. */
export const mfaRoutes = (service: MfaService, isSecure: boolean): CallHandlers<typeof mfaCalls> => ({
  list: (_input, { actor }) => service.list(actor),
  create: ({ body }, { actor }) => service.create(actor, body),
  verify: async ({ params, body }, { actor, reply }) => {
    const { refreshToken, ...answer } = await service.verify(actor, { id: params.id, code: body.code });
    if (refreshToken !== null) sendRefreshCookie(reply, refreshToken, isSecure);
    return answer;
  },
  remove: async ({ params, body }, { actor }) => {
    await service.remove(actor, params.id, body.code);
    return {};
  },
  renewBackupCodes: async ({ body }, { actor }) => ({ codes: await service.renewBackupCodes(actor, body.code) }),
});
