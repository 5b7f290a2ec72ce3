import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FirstAccountForm } from '../../features/sessions/first-account-form.tsx';
import { SignInForm } from '../../features/sessions/sign-in-form.tsx';
import { SignInFrame } from '../../features/sessions/sign-in-frame.tsx';
import classes from '../../features/sessions/sign-in.module.css';
import { callQuery } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { safeNext } from '../guards.ts';
import { FarewellNotice } from '../session-life/farewell-notice.tsx';

/** The entry: making the first account of a new installation, or signing in. */
export function LoginPage() {
  const { t } = useTranslation();
  const { next } = useSearch({ from: '/auth/login' });
  const navigate = useNavigate();
  const router = useRouter();
  const setup = useQuery({ ...callQuery(sessionsCalls.setup, {}), staleTime: 0, refetchInterval: (query) => (query.state.data === undefined ? 3000 : false) });
  const enter = (): void => {
    if (setup.data?.needsFirstAccount === true) void navigate({ to: '/start' });
    else router.history.push(safeNext(next));
  };
  if (setup.data === undefined) return <SignInFrame>{setup.error !== null && <FormFailure failure={setup.error} />}</SignInFrame>;
  const key = setup.data.needsFirstAccount ? 'firstAccount' : 'signIn';
  return (
    <SignInFrame>
      <h1 className={classes.title}>{t(`sessions.${key}.title`)}</h1>
      <p className={classes.lead}>{t(`sessions.${key}.lead`)}</p>
      <FarewellNotice />
      {setup.data.needsFirstAccount ? <FirstAccountForm onSignedIn={enter} /> : <SignInForm onSignedIn={enter} />}
    </SignInFrame>
  );
}
