import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { DateSettings } from '@sightline/contracts/accounts/account';
import { useTranslation } from 'react-i18next';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { saveSettings } from '../save-settings.ts';
import { useSaving } from '../use-saving.ts';

const dateFormats = ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'] as const;
const examples = { 'DD/MM/YYYY': '31/12/2026', 'MM/DD/YYYY': '12/31/2026', 'YYYY-MM-DD': '2026-12-31' } as const;

/** How dates and times are written for the person. */
export function DateDialog({ profile, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const form = useForm<DateSettings>({ initialValues: profile.settings.dateSettings });
  const save = useSaving((dateSettings: DateSettings) => saveSettings({ dateSettings }), onClose);
  const system = { value: 'system', label: t('accounts.dialogs.system') };
  return (
    <FormDialog
      title={t('accounts.dialogs.dates')}
      isBusy={save.isPending}
      failure={save.error}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
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
