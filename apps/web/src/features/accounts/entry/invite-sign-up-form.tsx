import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { enterSession } from '../../../platform/session/session-actions.ts';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { EntryForm } from './entry-form.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { NameFields } from '../fields/person-fields.tsx';
import { usePersonRules } from '../fields/use-person-rules.ts';
import classes from './entry.module.css';

interface InvitedPerson {
  firstName: string;
  lastName: string;
  password: string;
}

/** The account of an invited address; whoever makes it is in the organization and signed in. */
export function InviteSignUpForm({
  token,
  email,
  onJoined,
}: {
  token: string;
  email: string;
  onJoined: (session: Session) => void;
}) {
  const { t } = useTranslation();
  const { firstName, password } = usePersonRules();
  const { form, onSubmit, isSending, failure } = useCallForm<InvitedPerson, Session>({
    initialValues: { firstName: '', lastName: '', password: '' },
    validate: { firstName, password },
    send: async (person) => {
      const body = {
        token,
        firstName: person.firstName.trim(),
        lastName: person.lastName.trim(),
        password: person.password,
      };
      const made = await call(usersCalls.signUpByInvite, { body });
      return call(sessionsCalls.signIn, { body: { email: made.email, password: person.password } });
    },
    atField: { password_too_weak: 'password' },
    onDone: (session) => {
      enterSession(session);
      onJoined(session);
    },
  });
  return (
    <EntryForm onSubmit={onSubmit} submitLabel={t('accounts.invite.signUp')} isSending={isSending} failure={failure}>
      <p className={classes.text}>{t('accounts.invite.signUpLead')}</p>
      <NameFields firstName={form.getInputProps('firstName')} lastName={form.getInputProps('lastName')} />
      {/* Password managers keep the password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('accounts.field.password')}
        value={form.values.password}
        known={[email, form.values.firstName, form.values.lastName]}
        field={form.getInputProps('password')}
      />
    </EntryForm>
  );
}
