import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { currentLanguage } from '../../platform/i18n/i18n.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { OptionalLabel } from '../../ui/forms/optional-label.tsx';
import { Grid } from '../../ui/layout/grid.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { failedFieldsOf } from './failed-fields-of.ts';
import { PasswordField } from './password-field.tsx';
import { usePersonRules } from './use-person-rules.ts';
import classes from './entry.module.css';

interface SignUp {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** Makes an account; its address is confirmed by mail. */
export function SignUpForm({ onMade }: { onMade: (email: string) => void }) {
  const { t } = useTranslation();
  const rules = usePersonRules();
  const form = useForm<SignUp>({
    initialValues: { firstName: '', lastName: '', email: '', password: '' },
    validateInputOnBlur: ['email'],
    validate: rules,
  });
  const signUp = useMutation({
    mutationFn: ({ firstName, lastName, email, password }: SignUp) =>
      call(accountsCalls.signUp, {
        body: {
          firstName: firstName.trim(),
          lastName: lastName.trim(),
          email: email.trim(),
          password,
          lang: currentLanguage(),
        },
      }),
    onSuccess: ({ email }) => onMade(email),
    onError: (failure) => form.setErrors(failedFieldsOf(failure, t)),
  });
  const { firstName, lastName, email, password } = form.values;
  return (
    <Stack
      as="form"
      gap={16}
      className={classes.form}
      onSubmit={form.onSubmit((values) => signUp.mutate(values))}
      noValidate
    >
      <Grid columns={2} gap={16} align="end">
        <TextInput
          label={t('accounts.field.firstName')}
          autoComplete="given-name"
          maxLength={120}
          autoFocus
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label={<OptionalLabel>{t('accounts.field.lastName')}</OptionalLabel>}
          autoComplete="family-name"
          maxLength={120}
          {...form.getInputProps('lastName')}
        />
      </Grid>
      <TextInput
        type="email"
        label={t('accounts.field.email')}
        autoComplete="username"
        inputMode="email"
        dir="ltr"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={t('accounts.field.password')}
        value={password}
        known={[email, firstName, lastName]}
        field={form.getInputProps('password')}
      />
      {signUp.error !== null && <FormFailure failure={signUp.error} />}
      <Button type="submit" fullWidth loading={signUp.isPending} className={classes.submit}>
        {t('accounts.signUp.submit')}
      </Button>
      <p className={classes.fine}>
        <Trans
          i18nKey="accounts.signUp.agree"
          components={{ terms: <Link to="/terms" target="_blank" />, privacy: <Link to="/privacy" target="_blank" /> }}
        />
      </p>
    </Stack>
  );
}
