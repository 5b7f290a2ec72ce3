import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { EntryForm } from './entry-form.tsx';
import { OutboxNotice } from './outbox-notice.tsx';
import { AddressField } from '../fields/person-fields.tsx';
import { usePersonRules } from '../fields/use-person-rules.ts';
import classes from './entry.module.css';

/** Sends the link of the confirmation again. `email` is what is known of the address. */
export function VerifyAddress({ email }: { email: string }) {
  const { t } = useTranslation();
  const rules = usePersonRules();
  const { form, onSubmit, isSending, isSent, failure } = useCallForm({
    initialValues: { email },
    validate: { email: rules.email },
    send: (values) => call(accountsCalls.sendVerification, { body: { email: values.email.trim() } }),
  });
  const submit = { submitLabel: t('accounts.verify.resend'), isSending, failure, isQuiet: true };
  return (
    <EntryForm onSubmit={onSubmit} {...submit}>
      {email === '' && <AddressField field={form.getInputProps('email')} />}
      {isSent && (
        <p className={classes.text} role="status">
          {t('accounts.verify.resent')}
        </p>
      )}
      <OutboxNotice />
    </EntryForm>
  );
}
