import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconKey } from '@tabler/icons-react';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { canUsePasskeys } from '../../platform/passkeys/passkey-browser.ts';
import { enterSession } from '../../platform/session/session-actions.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { challengeOf } from './challenge-of.ts';
import { OfferedProviders } from './offered-providers.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { usePasskeyWay } from './use-passkey-way.ts';
import classes from './sign-in.module.css';

interface SignInFormProps {
  /** Where to go afterwards; a provider brings it back. */
  redirectUrl: string | undefined;
  /** A provider that is offered before an address is typed. */
  knownProviderId: string | null;
  onSignedIn: (session: Session) => void;
  /** The password was right, and a second factor is set up. */
  onChallenge: (challenge: string) => void;
}

/**
 * E-mail and password, with the providers of the address's domain. A refusal stays under the password, which then has the
 * focus. Both fields are there from the beginning, so that password managers fill them in one go.
 */
export function SignInForm({ redirectUrl, knownProviderId, onSignedIn, onChallenge }: SignInFormProps) {
  const { t } = useTranslation();
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? t('sessions.signIn.emailMissing') : null),
      password: (value) => (value === '' ? t('sessions.signIn.passwordMissing') : null),
    },
  });
  const signIn = useMutation({
    mutationFn: (values: { email: string; password: string }) =>
      call(sessionsCalls.signIn, { body: { email: values.email.trim(), password: values.password } }),
    onSuccess: (session) => {
      enterSession(session);
      onSignedIn(session);
    },
    onError: (failure) => {
      const challenge = challengeOf(failure);
      if (challenge !== null) return onChallenge(challenge);
      if (toApiError(failure).code !== 'sign_in_refused') return;
      form.setFieldError('password', t('errors.sign_in_refused'));
      password.current?.focus();
    },
  });
  const passkey = usePasskeyWay({ onSignedIn });
  const isOtherFailure =
    signIn.error !== null && toApiError(signIn.error).code !== 'sign_in_refused' && challengeOf(signIn.error) === null;
  return (
    <Stack
      as="form"
      gap={16}
      className={classes.form}
      onSubmit={form.onSubmit((values) => signIn.mutate(values))}
      noValidate
    >
      <TextInput
        type="email"
        label={t('sessions.signIn.email')}
        autoComplete="username"
        inputMode="email"
        dir="ltr"
        autoFocus
        {...form.getInputProps('email')}
      />
      <PasswordInput
        ref={password}
        label={t('sessions.signIn.password')}
        autoComplete="current-password"
        dir="ltr"
        visibilityToggleButtonProps={{ 'aria-label': t('common.account.showPassword') }}
        {...form.getInputProps('password')}
      />
      <Link
        to="/auth/forgot-password"
        search={{ description: form.values.email.trim() || undefined }}
        className={classes.link}
      >
        {t('sessions.signIn.forgot')}
      </Link>
      {isOtherFailure && <SignInFailure failure={signIn.error} email={form.values.email.trim()} />}
      <Button type="submit" fullWidth loading={signIn.isPending} className={classes.submit}>
        {t('sessions.signIn.submit')}
      </Button>
      {canUsePasskeys() && (
        <Button
          variant="default"
          fullWidth
          loading={passkey.isPending}
          leftSection={<IconKey size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => passkey.mutate()}
        >
          {t('sessions.signIn.passkey')}
        </Button>
      )}
      {passkey.error !== null && <SignInFailure failure={passkey.error} />}
      <OfferedProviders email={form.values.email} redirectUrl={redirectUrl} knownId={knownProviderId} />
    </Stack>
  );
}
