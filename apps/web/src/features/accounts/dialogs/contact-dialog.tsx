import { Select, TextInput } from '@mantine/core';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { timeZones } from '../../../platform/time/own-zone.ts';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { OptionalLabel } from '../../../ui/forms/optional-label.tsx';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { accountChanged } from '../save-settings.ts';
import { useSaved } from '../use-saved.ts';

const phoneForm = /^\+?[0-9 ()-]{5,24}$/;
const shownAtOnce = 60;

const saveContact = async ({ phone, timezone }: { phone: string; timezone: string }): Promise<void> => {
  await call(accountsCalls.updateProfile, { body: { phone: phone.trim() === '' ? null : phone.trim(), timezone } });
  await accountChanged();
};

/** Telephone and time zone. */
export function ContactDialog({ profile, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const zones = useMemo(() => timeZones(), []);
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { phone: profile.phone ?? '', timezone: profile.timezone },
    validate: {
      phone: (value: string) =>
        value.trim() === '' || phoneForm.test(value.trim()) ? null : t('accounts.field.phoneWrong'),
    },
    send: saveContact,
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog
      title={t('accounts.dialogs.contact')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput
        type="tel"
        label={<OptionalLabel>{t('accounts.field.phone')}</OptionalLabel>}
        autoComplete="tel"
        dir="ltr"
        maxLength={24}
        data-autofocus
        {...form.getInputProps('phone')}
      />
      <Select
        label={t('accounts.field.timeZone')}
        data={zones}
        limit={shownAtOnce}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('accounts.field.zoneNone')}
        dir="ltr"
        {...form.getInputProps('timezone')}
      />
    </FormDialog>
  );
}
