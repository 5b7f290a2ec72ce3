import { IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '../../ui/logo/logo-mark.tsx';
import { NavigationItems } from './navigation-items.tsx';
import { OrganizationMenu } from './organization-menu.tsx';
import { UserMenu } from './user-menu.tsx';
import classes from './shell.module.css';

/** The rail, 65 px at the start side: places above, help, organization and person at the foot. */
export function Rail({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.rail} aria-label={t('shell.nav.label')}>
      <Link to="/location/home" className={classes.mark} aria-label={t('shell.nav.home')}>
        <LogoMark />
      </Link>
      <div className={classes.items}>
        <NavigationItems />
      </div>
      <div className={classes.foot}>
        <button type="button" className={classes.round} aria-label={t('shell.nav.help')} title={t('shell.nav.help')} onClick={onHelp}>
          <IconHelpCircle size={20} stroke={1.5} aria-hidden="true" />
        </button>
        <OrganizationMenu />
        <UserMenu />
      </div>
    </nav>
  );
}
