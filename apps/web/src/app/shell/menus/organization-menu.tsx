import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/session-store.ts';
import { ShellMenu } from './shell-menu.tsx';
import classes from '../shell.module.css';

/** The active organization: its settings, and switching to another. */
export function OrganizationMenu() {
  const { t } = useTranslation();
  const { organization } = useSession();
  const name = organization?.orgName ?? t('shell.organization.none');
  return (
    <ShellMenu kind="organization" className={classes.round} label={t('shell.organization.menu', { name })}>
      <span className={classes.initials} data-shape="organization">
        <IconBuilding size={16} stroke={1.6} aria-hidden="true" />
      </span>
    </ShellMenu>
  );
}
