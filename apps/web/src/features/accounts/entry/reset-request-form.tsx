import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { EntryForm } from './entry-form.tsx';
import { AddressField } from '../fields/person-fields.tsx';
import { usePersonRules } from '../fields/use-person-rules.ts';

interface ResetRequestFormProps {
  email: string;
  /** The answer tells nothing about whether there is such an account. */
  onSent: (email: string) => void;
}

/** Asks for the link of a new password. */
export function ResetRequestForm({ email, onSent }: ResetRequestFormProps) {
  const { t } = useTranslation();
  const rules = usePersonRules();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { email },
    validate: { email: rules.email },
    send: (values) => call(accountsCalls.requestPasswordReset, { body: { email: values.email.trim() } }),
    onDone: (_answer, values) => onSent(values.email.trim()),
  });
  return (
    <EntryForm onSubmit={onSubmit} submitLabel={t('accounts.reset.submit')} isSending={isSending} failure={failure}>
      <AddressField field={form.getInputProps('email')} isFirst />
    </EntryForm>
  );
}
