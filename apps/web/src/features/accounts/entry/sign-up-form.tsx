import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { currentLanguage } from '../../../platform/i18n/i18n.ts';
import { TextWithParts } from '../../../ui/page/text-with-parts.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { EntryForm } from './entry-form.tsx';
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
  const { form, onSubmit, isSending, failure } = useCallForm<SignUp, { email: string }>({
    initialValues: { firstName: '', lastName: '', email: '', password: '' },
    validateInputOnBlur: ['email'],
    validate: rules,
    send: ({ firstName, lastName, email, password }) =>
      call(accountsCalls.signUp, {
        body: {
          firstName: firstName.trim(),
          lastName: lastName.trim(),
          email: email.trim(),
          password,
          lang: currentLanguage(),
        },
      }),
    atField: { password_too_weak: 'password', email_taken: 'email' },
    onDone: ({ email }) => onMade(email),
  });
  const { firstName, lastName, email, password } = form.values;
  const agree = (
    <p className={classes.fine}>
      <TextWithParts
        text={t('accounts.signUp.agree')}
        parts={{ terms: <Link to="/terms" target="_blank" />, privacy: <Link to="/privacy" target="_blank" /> }}
      />
    </p>
  );
  return (
    <EntryForm
      onSubmit={onSubmit}
      submitLabel={t('accounts.signUp.submit')}
      isSending={isSending}
      failure={failure}
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
