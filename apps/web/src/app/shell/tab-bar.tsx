import { Menu } from '@mantine/core';
import { IconHelpCircle, IconMenu2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavigationItems } from './navigation-items.tsx';
import { OrganizationMenuItems } from './organization-menu-items.tsx';
import { UserMenuItems } from './user-menu-items.tsx';
import classes from './shell.module.css';

/** On phones the rail becomes a bar at the foot: places, and everything else behind More. */
export function TabBar({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.tabs} aria-label={t('shell.nav.label')}>
      <NavigationItems />
      <Menu position="top-end" width={280}>
        <Menu.Target>
          <button type="button" className={classes.item}>
            <IconMenu2 size={20} stroke={1.5} aria-hidden="true" />
            {t('shell.nav.more')}
          </button>
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflow: 'auto' }}>
          <OrganizationMenuItems />
          <Menu.Item leftSection={<IconHelpCircle size={16} stroke={1.6} />} onClick={onHelp}>
            {t('shell.nav.help')}
          </Menu.Item>
          <Menu.Divider />
          <UserMenuItems />
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
