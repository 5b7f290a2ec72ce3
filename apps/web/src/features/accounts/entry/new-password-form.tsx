import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { EntryForm } from './entry-form.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { ResetFailure } from './reset-failure.tsx';
import { usePersonRules } from '../fields/use-person-rules.ts';

/** Sets a password by the secret of a mailed link. */
export function NewPasswordForm({ token, onSet }: { token: string; onSet: () => void }) {
  const { t } = useTranslation();
  const rules = usePersonRules();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { password: '' },
    validate: { password: rules.password },
    send: ({ password }) => call(accountsCalls.resetPassword, { body: { token, password } }),
    onDone: onSet,
  });
  return (
    <EntryForm
      onSubmit={onSubmit}
      submitLabel={t('accounts.reset.newSubmit')}
      isSending={isSending}
      failure={failure}
      failed={<ResetFailure failure={failure} />}
    >
      <PasswordField
        label={t('accounts.field.newPassword')}
        value={form.values.password}
        field={form.getInputProps('password')}
      />
    </EntryForm>
  );
}
