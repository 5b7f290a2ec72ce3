import { useForm } from '@mantine/form';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { currentLanguage } from '../../../platform/i18n/i18n.ts';
import { EntryForm } from './entry-form.tsx';
import { failedFieldsOf } from '../fields/failed-fields-of.ts';
import { PasswordField } from '../fields/password-field.tsx';
import { AddressField, NameFields } from '../fields/person-fields.tsx';
import { usePersonRules } from '../fields/use-person-rules.ts';
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
  const agree = (
    <p className={classes.fine}>
      <Trans
        i18nKey="accounts.signUp.agree"
        components={{ terms: <Link to="/terms" target="_blank" />, privacy: <Link to="/privacy" target="_blank" /> }}
      />
    </p>
  );
  return (
    <EntryForm
      onSubmit={form.onSubmit((values) => signUp.mutate(values))}
      submitLabel={t('accounts.signUp.submit')}
      isSending={signUp.isPending}
      failure={signUp.error}
      foot={agree}
    >
      <NameFields firstName={form.getInputProps('firstName')} lastName={form.getInputProps('lastName')} />
      <AddressField field={form.getInputProps('email')} />
      <PasswordField
        label={t('accounts.field.password')}
        value={password}
        known={[email, firstName, lastName]}
        field={form.getInputProps('password')}
      />
    </EntryForm>
  );
}
