import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/session-store.ts';
import { LogoMark } from '../../ui/logo/logo-mark.tsx';
import { homeOf } from '../../platform/routes/guard-rules.ts';
import { UpdateHint } from '../session-life/update-hint.tsx';
import { DeveloperMenu } from './menus/developer-menu.tsx';
import { HelpLink } from './menus/help-link.tsx';
import { NavigationItems } from './menus/navigation-items.tsx';
import { OrganizationMenu } from './menus/organization-menu.tsx';
import { PartnersLink } from './menus/partners-link.tsx';
import { UserMenu } from './menus/user-menu.tsx';
import classes from './shell.module.css';

/** The rail, 65 px at the start side: places above; help, partners, developers, organization and person at the foot. */
export function Rail() {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <nav className={classes.rail} aria-label={t('shell.nav.label')}>
      <Link to={homeOf(user)} className={classes.mark} aria-label={t('shell.nav.home')}>
        <LogoMark />
      </Link>
      <div className={classes.items}>
        <NavigationItems />
      </div>
      <div className={classes.foot}>
        <UpdateHint />
        <PartnersLink />
        <HelpLink />
        <DeveloperMenu />
        <OrganizationMenu />
        <UserMenu />
      </div>
    </nav>
  );
}
