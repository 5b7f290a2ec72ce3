import type { ComponentType } from 'react';
import type { AccountDialogName } from './account-dialog-names.ts';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { AutoLogoutDialog } from './auto-logout-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { DateDialog } from './date-dialog.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { LanguageDialog, ThemeDialog, WeeklyDialog } from './setting-dialogs.tsx';

const dialogs: Record<AccountDialogName, ComponentType<AccountDialogProps>> = {
  changeUsername: NameDialog,
  changeEmail: EmailDialog,
  changeDateSettings: DateDialog,
  changeLanguage: LanguageDialog,
  changeTheme: ThemeDialog,
  changeWeeklySubscription: WeeklyDialog,
  changeAutoLogout: AutoLogoutDialog,
  changePassword: PasswordDialog,
  changeContact: ContactDialog,
};

/** The dialog of a query parameter. */
export function AccountDialog({ name, ...props }: AccountDialogProps & { name: AccountDialogName }) {
  const Chosen = dialogs[name];
  return <Chosen {...props} />;
}
