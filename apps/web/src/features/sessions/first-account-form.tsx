import { Button, PasswordInput, TextInput } from '@mantine/core';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { currentLanguage } from '../../platform/i18n/i18n.ts';
import { logProblem } from '../../platform/log/log.ts';
import { enterSession } from '../../platform/session/session-actions.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { looksLikeEmail } from './looks-like-email.ts';
import classes from './sign-in.module.css';

const passwordLength = 10;

interface FirstAccount {
  name: string;
  email: string;
  password: string;
}

/** Mails, and other browsers, then speak the language in which the account was made. */
const keepLanguage = async (): Promise<void> => {
  try {
    await call(accountsCalls.updateSettings, { body: { lang: currentLanguage() } });
  } catch (failure) {
    logProblem('The language could not be kept', failure);
  }
};

/** The first account of a new installation; whoever makes it is signed in. */
export function FirstAccountForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: '', email: '', password: '' },
    validateInputOnBlur: true,
    validate: {
      name: (value) => (value.trim() === '' ? t('sessions.firstAccount.nameMissing') : null),
      email: (value) => (looksLikeEmail(value) ? null : t('sessions.firstAccount.emailWrong')),
      password: (value) => (value.length < passwordLength ? t('errors.password_too_weak') : null),
    },
    send: ({ name, email, password }: FirstAccount) =>
      call(sessionsCalls.createFirstAccount, { body: { name: name.trim(), email: email.trim(), password } }),
    onDone: (session) => {
      enterSession(session);
      void keepLanguage();
      onSignedIn();
    },
  });
  return (
    <Stack as="form" gap={16} className={classes.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label={t('sessions.firstAccount.name')}
        autoComplete="name"
        maxLength={120}
        autoFocus
        {...form.getInputProps('name')}
      />
      <TextInput
        type="email"
        label={t('sessions.signIn.email')}
        autoComplete="username"
        inputMode="email"
        dir="ltr"
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('sessions.signIn.password')}
        description={t('sessions.firstAccount.passwordHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        dir="ltr"
        visibilityToggleButtonProps={{ 'aria-label': t('common.account.showPassword') }}
        {...form.getInputProps('password')}
      />
      {failure !== null && <FormFailure failure={failure} />}
      <Button type="submit" fullWidth loading={isSending} className={classes.submit}>
        {t('sessions.firstAccount.submit')}
      </Button>
    </Stack>
  );
}
