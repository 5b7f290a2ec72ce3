import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/session-store.ts';
import { initialsOf } from './initials.ts';
import { ShellMenu } from './shell-menu.tsx';
import classes from './shell.module.css';

/** The active organization: its settings, and switching to another. */
export function OrganizationMenu() {
  const { t } = useTranslation();
  const { organization } = useSession();
  const name = organization?.orgName ?? t('shell.organization.none');
  return (
    <ShellMenu kind="organization" className={classes.round} label={`${initialsOf(name)}: ${t('shell.organization.menu', { name })}`}>
      <span className={classes.initials}>{initialsOf(name)}</span>
    </ShellMenu>
  );
}
