import { IconMenu2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavigationItems } from './menus/navigation-items.tsx';
import { ShellMenu } from './menus/shell-menu.tsx';
import classes from './shell.module.css';

/** On phones the rail becomes a bar at the foot: places, and everything else behind More. */
export function TabBar() {
  const { t } = useTranslation();
  return (
    <nav className={classes.tabs} aria-label={t('shell.nav.label')}>
      <NavigationItems />
      <ShellMenu kind="more" className={classes.item}>
        <IconMenu2 size={20} stroke={1.5} aria-hidden="true" />
        {t('shell.nav.more')}
      </ShellMenu>
    </nav>
  );
}
