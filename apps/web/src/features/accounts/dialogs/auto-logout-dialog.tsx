import { Switch } from '@mantine/core';
import type { UserSettings } from '@sightline/contracts/accounts/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../../ui/forms/choice-list.tsx';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { saveSettings } from '../save-settings.ts';
import { useSaving } from '../use-saving.ts';

const minutesOffered = [5, 10, 15, 30, 60] as const;

/** Whether, and after how long without input, the person is signed out. */
export function AutoLogoutDialog({ profile, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(profile.settings.autoLogoutEnabled);
  const [minutes, setMinutes] = useState<UserSettings['autoLogout']>(profile.settings.autoLogout);
  const save = useSaving(() => saveSettings({ autoLogoutEnabled: isOn, autoLogout: minutes }), onClose);
  return (
    <FormDialog
      title={t('accounts.dialogs.autoLogout')}
      lead={t('accounts.dialogs.autoLogoutLead')}
      isBusy={save.isPending}
      failure={save.error}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
      onClose={onClose}
    >
      <Switch
        label={t('accounts.dialogs.autoLogoutSwitch')}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <ChoiceList
        label={t('accounts.dialogs.after')}
        value={String(minutes)}
        disabled={!isOn}
        options={minutesOffered.map((count) => ({
          value: String(count),
          label: t('accounts.dialogs.minutes', { count }),
        }))}
        onChange={(value) => setMinutes(minutesOffered.find((offered) => String(offered) === value) ?? 30)}
      />
    </FormDialog>
  );
}
