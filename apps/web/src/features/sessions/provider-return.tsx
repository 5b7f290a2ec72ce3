import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { enterSession } from '../../platform/session/session-actions.ts';
import { challengeOf } from './challenge-of.ts';
import classes from './sign-in.module.css';

interface ProviderReturnProps {
  /** As the provider sign-in brought it back; good for one exchange. */
  code: string;
  onSignedIn: (session: Session) => void;
  onChallenge: (challenge: string) => void;
  onFailed: (failure: unknown) => void;
}

/** Exchanges the code of a provider sign-in for a session, once. */
export function ProviderReturn({ code, onSignedIn, onChallenge, onFailed }: ProviderReturnProps) {
  const { t } = useTranslation();
  const isBegun = useRef(false);
  const exchange = useEffectEvent(async (): Promise<void> => {
    // Development mounts everything twice.
    if (isBegun.current) return;
    isBegun.current = true;
    try {
      const session = await call(sessionsCalls.exchangeCode, { body: { code } });
      enterSession(session);
      onSignedIn(session);
    } catch (failure) {
      const challenge = challengeOf(failure);
      if (challenge === null) onFailed(failure);
      else onChallenge(challenge);
    }
  });
  useEffect(() => void exchange(), []);
  return (
    <p className={classes.lead} role="status">
      {t('sessions.signIn.returning')}
    </p>
  );
}
