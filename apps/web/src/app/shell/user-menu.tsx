import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/session-store.ts';
import { initialsOf } from './navigation.ts';
import { UserMenuItems } from './user-menu-items.tsx';
import classes from './shell.module.css';

/** The person: language, theme, sign out. */
export function UserMenu() {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <Menu position="right-end" width={280} closeOnItemClick={false}>
      <Menu.Target>
        <button type="button" className={classes.round} aria-label={t('shell.user.menu', { name: user.name })}>
          <span className={classes.initials} data-shape="person">
            {initialsOf(user.name)}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <UserMenuItems />
      </Menu.Dropdown>
    </Menu>
  );
}
