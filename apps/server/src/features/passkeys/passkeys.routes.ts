import type { passkeysCalls } from '@sightline/contracts/passkeys/passkeys.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import { clientOf, type SessionOpenings } from '../sessions/sessions.public.ts';
import type { createPasskeySignIn } from './passkey-sign-in.ts';
import type { PasskeysService } from './passkeys.service.ts';

interface PasskeysRoutesDeps {
  service: PasskeysService;
  signIn: ReturnType<typeof createPasskeySignIn>;
  openings: SessionOpenings;
}

/** Handlers of the passkey calls. */
export const passkeysRoutes = ({
  service,
  signIn,
  openings,
}: PasskeysRoutesDeps): CallHandlers<typeof passkeysCalls> => ({
  list: (_input, { actor }) => service.list(actor),
  begin: ({ body }, { actor }) => service.begin(actor, body),
  create: ({ body }, { actor }) => service.create(actor, body),
  rename: ({ params, body }, { actor }) => service.rename(actor, params.id, body.name),
  remove: async ({ params, body }, { actor }) => {
    await service.remove(actor, params.id, body);
    return {};
  },
  beginSignIn: (_input, { request }) => signIn.begin(clientOf(request)),
  signIn: ({ body }, context) => openings.openAnew(signIn.finish(body, clientOf(context.request)), context),
});
