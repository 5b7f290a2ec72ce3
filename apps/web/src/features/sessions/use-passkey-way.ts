import { passkeysCalls } from '@sightline/contracts/passkeys/passkeys.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { showPasskey } from '../../platform/passkeys/passkey-browser.ts';
import { enterSession } from '../../platform/session/session-actions.ts';

interface PasskeyWay {
  /** Of a sign-in that waits for its second factor. */
  challenge?: string;
  onSignedIn: (session: Session) => void;
  onFailure?: (failure: unknown) => void;
}

/** Signs in by a passkey. Whoever closes the question of the device is where they were before. */
export const usePasskeyWay = ({ challenge, onSignedIn, onFailure }: PasskeyWay) =>
  useMutation({
    mutationFn: async (): Promise<Session | null> => {
      const asked = await call(passkeysCalls.beginSignIn, { body: {} });
      const answer = await showPasskey(asked);
      if (!('response' in answer)) return null;
      const { ceremony } = asked;
      const body = { ceremony, response: answer.response, ...(challenge === undefined ? {} : { challenge }) };
      return call(passkeysCalls.signIn, { body });
    },
    onSuccess: (session) => {
      if (session === null) return;
      enterSession(session);
      onSignedIn(session);
    },
    ...(onFailure && { onError: onFailure }),
  });
