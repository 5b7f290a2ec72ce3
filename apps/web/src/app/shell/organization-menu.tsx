import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/session-store.ts';
import { initialsOf } from './navigation.ts';
import { ShellMenu } from './shell-menu.tsx';
import classes from './shell.module.css';

/** The active organization: its settings, and switching to another. */
export function OrganizationMenu() {
  const { t } = useTranslation();
  const session = useSession();
  const active = session.organizations.find(({ organizationId }) => organizationId === session.activeOrganizationId);
  if (active === undefined) return null;
  return (
    <ShellMenu kind="organization" className={classes.round} label={`${initialsOf(active.name)}: ${t('shell.organization.menu', { name: active.name })}`}>
      <span className={classes.initials}>{initialsOf(active.name)}</span>
    </ShellMenu>
  );
}
