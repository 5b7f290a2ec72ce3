import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { enterSession } from '../../platform/session/session-actions.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from './sign-in.module.css';

/** E-mail and password. A refusal stays under the password, which then has the focus. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
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
      onSignedIn();
    },
    onError: (failure) => {
      if (toApiError(failure).code !== 'sign_in_refused') return;
      form.setFieldError('password', t('errors.sign_in_refused'));
      password.current?.focus();
    },
  });
  const isOtherFailure = signIn.error !== null && toApiError(signIn.error).code !== 'sign_in_refused';
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
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
        visibilityToggleButtonProps={{ 'aria-label': t('sessions.signIn.showPassword') }}
        {...form.getInputProps('password')}
      />
      {isOtherFailure && <FormFailure failure={signIn.error} />}
      <Button type="submit" fullWidth loading={signIn.isPending} className={classes.submit}>
        {t('sessions.signIn.submit')}
      </Button>
    </form>
  );
}
