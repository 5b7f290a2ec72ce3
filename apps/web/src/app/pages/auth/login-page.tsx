import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChallengeForm } from '../../../features/sessions/challenge-form.tsx';
import { FirstAccountForm } from '../../../features/sessions/first-account-form.tsx';
import { exchangeableCode } from '../../../features/sessions/landing-message.ts';
import { LandingNotice } from '../../../features/sessions/landing-notice.tsx';
import { ProviderReturn } from '../../../features/sessions/provider-return.tsx';
import { SignInFailure } from '../../../features/sessions/sign-in-failure.tsx';
import { SignInForm } from '../../../features/sessions/sign-in-form.tsx';
import { SignInFrame } from '../../../features/sessions/sign-in-frame.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import classes from '../../../features/sessions/sign-in.module.css';
import { callQuery } from '../../../platform/api/client.ts';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { knownProvider, rememberProvider } from '../../../platform/session/known-provider.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { safeNext } from '../../../platform/routes/safe-next.ts';
import { FarewellNotice } from '../../session-life/farewell-notice.tsx';

type Step =
  | { kind: 'password'; failure: unknown }
  | { kind: 'challenge'; challenge: string }
  | { kind: 'exchange'; code: string };

/** How somebody who is signed in goes on: where they wanted to go, unless the organization demands a second factor first. */
const useEntering = () => {
  const { redirectUrl } = useSearch({ from: '/auth/login' });
  const navigate = useNavigate();
  const router = useRouter();
  return ({ barredBy, authProviderId }: Session): void => {
    rememberProvider(authProviderId);
    if (barredBy === 'mfa_demanded') void navigate({ to: '/auth/second-factor', search: { redirectUrl } });
    else router.history.push(safeNext(redirectUrl));
  };
};

/** Signing in, in its steps. */
function SigningIn() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/auth/login' });
  const navigate = useNavigate();
  const info = useAppInfo();
  const enter = useEntering();
  const [step, setStep] = useState<Step>(() => {
    const code = exchangeableCode(search);
    return code === null ? { kind: 'password', failure: null } : { kind: 'exchange', code };
  });
  const toPassword = (failure: unknown): void => {
    setStep({ kind: 'password', failure });
    // The secret is used up, and what a provider said is about the attempt before.
    void navigate({
      to: '/auth/login',
      search: { redirectUrl: search.redirectUrl, provider: search.provider },
      replace: true,
    });
  };
  const onChallenge = (challenge: string): void => setStep({ kind: 'challenge', challenge });
  if (step.kind === 'challenge')
    return <ChallengeForm challenge={step.challenge} onSignedIn={enter} onEnded={toPassword} />;
  return (
    <>
      <h1 className={classes.title}>{t('sessions.signIn.title')}</h1>
      {step.kind === 'exchange' ? (
        <ProviderReturn code={step.code} onSignedIn={enter} onChallenge={onChallenge} onFailed={toPassword} />
      ) : (
        <>
          <p className={classes.lead}>{t('sessions.signIn.lead')}</p>
          <FarewellNotice />
          <LandingNotice landing={search} />
          {step.failure !== null && (
            <div className={classes.before}>
              <SignInFailure failure={step.failure} />
            </div>
          )}
          <SignInForm
            redirectUrl={search.redirectUrl}
            knownProviderId={search.provider ?? knownProvider()}
            onSignedIn={enter}
            onChallenge={onChallenge}
          />
          {info?.isSignUpOpen === true && (
            <Row as="p" wrap justify="between" gap={24} rowGap={12} className={classes.ways}>
              <span>
                {t('sessions.signIn.newHere')}{' '}
                <Link to="/auth/sign-up" className={classes.link}>
                  {t('sessions.signIn.signUp')}
                </Link>
              </span>
            </Row>
          )}
        </>
      )}
    </>
  );
}

/** The entry: making the first account of a new installation, or signing in. */
export function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const setup = useQuery({
    ...callQuery(sessionsCalls.setup, {}),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data === undefined ? 3000 : false),
  });
  // Entering empties the cache; what was asked stays what this page is.
  const [isNew, setNew] = useState<boolean>();
  if (setup.data !== undefined && isNew === undefined) setNew(setup.data.needsFirstAccount);
  if (isNew === undefined)
    return <SignInFrame>{setup.error !== null && <FormFailure failure={setup.error} />}</SignInFrame>;
  if (!isNew)
    return (
      <SignInFrame>
        <SigningIn />
      </SignInFrame>
    );
  return (
    <SignInFrame>
      <h1 className={classes.title}>{t('sessions.firstAccount.title')}</h1>
      <p className={classes.lead}>{t('sessions.firstAccount.lead')}</p>
      <FirstAccountForm onSignedIn={() => void navigate({ to: '/start' })} />
    </SignInFrame>
  );
}
