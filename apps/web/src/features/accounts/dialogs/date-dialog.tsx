import { NativeSelect } from '@mantine/core';
import type { DateSettings } from '@sightline/contracts/accounts/account';
import { useTranslation } from 'react-i18next';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { saveSettings } from '../save-settings.ts';
import { useSaved } from '../use-saved.ts';

const dateFormats = ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'] as const;
const examples = { 'DD/MM/YYYY': '31/12/2026', 'MM/DD/YYYY': '12/31/2026', 'YYYY-MM-DD': '2026-12-31' } as const;

/** How dates and times are written for the person. */
export function DateDialog({ profile, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: profile.settings.dateSettings,
    send: (dateSettings: DateSettings) => saveSettings({ dateSettings }),
    onDone: useSaved(onClose),
  });
  const system = { value: 'system', label: t('accounts.dialogs.system') };
  return (
    <FormDialog
      title={t('accounts.dialogs.dates')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <NativeSelect
        label={t('accounts.dialogs.dateFormat')}
        data={[system, ...dateFormats.map((value) => ({ value, label: examples[value] }))]}
        data-autofocus
        {...form.getInputProps('dateFormat')}
      />
      <NativeSelect
        label={t('accounts.dialogs.timeFormat')}
        data={[
          system,
          { value: '24h', label: t('accounts.dialogs.h24') },
          { value: '12h', label: t('accounts.dialogs.h12') },
        ]}
        {...form.getInputProps('timeFormat')}
      />
      <NativeSelect
        label={t('accounts.dialogs.firstDay')}
        data={[
          system,
          ...(['sunday', 'monday', 'saturday'] as const).map((value) => ({
            value,
            label: t(`accounts.dialogs.${value}`),
          })),
        ]}
        {...form.getInputProps('firstDayOfWeek')}
      />
    </FormDialog>
  );
}
