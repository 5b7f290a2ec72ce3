import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage } from '../../../platform/i18n/i18n.ts';
import { languages, type Language } from '../../../platform/i18n/language.ts';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import { saveSettings } from '../save-settings.ts';

const saveLanguage = async (lang: Language): Promise<void> => {
  await saveSettings({ lang });
  // The page may show another language than the account had: the browser's own.
  await chooseLanguage(lang);
};

/** Language of the screens and of mails. */
export function LanguageDialog({ onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  return (
    <ChoiceDialog
      title={t('accounts.dialogs.language')}
      label={t('common.language.label')}
      value={currentLanguage()}
      options={languages.map((value) => ({ value, label: t(`common.language.${value}`), lang: value }))}
      onSave={saveLanguage}
      onClose={onClose}
    />
  );
}

const themes = ['system', 'light', 'dark'] as const;

/** Light, dark, or as the system has it. */
export function ThemeDialog({ onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const saveTheme = async (theme: (typeof themes)[number]): Promise<void> => {
    await saveSettings({ theme });
    setColorScheme(theme === 'system' ? 'auto' : theme);
  };
  return (
    <ChoiceDialog
      title={t('accounts.dialogs.theme')}
      label={t('common.theme.label')}
      value={colorScheme === 'auto' ? 'system' : colorScheme}
      options={themes.map((value) => ({ value, label: t(`common.theme.${value === 'system' ? 'auto' : value}`) }))}
      onSave={saveTheme}
      onClose={onClose}
    />
  );
}

/** Whether the weekly summary comes by mail. */
export function WeeklyDialog({ profile, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  return (
    <ChoiceDialog
      title={t('accounts.dialogs.weekly')}
      lead={t('accounts.dialogs.weeklyLead')}
      label={t('accounts.details.weekly')}
      value={profile.settings.subForWeekly ? 'yes' : 'no'}
      options={[
        { value: 'yes', label: t('accounts.dialogs.weeklyYes') },
        { value: 'no', label: t('accounts.dialogs.weeklyNo') },
      ]}
      onSave={(value) => saveSettings({ subForWeekly: value === 'yes' })}
      onClose={onClose}
    />
  );
}
