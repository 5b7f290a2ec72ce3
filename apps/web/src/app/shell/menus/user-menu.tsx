import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/session-store.ts';
import { initialsOf } from './initials.ts';
import { ShellMenu } from './shell-menu.tsx';
import classes from '../shell.module.css';

/** The person: language, theme, sign out. */
export function UserMenu() {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <ShellMenu
      kind="user"
      className={classes.round}
      label={`${initialsOf(user.name)}: ${t('shell.user.menu', { name: user.name })}`}
    >
      <span className={classes.initials} data-shape="person">
        {initialsOf(user.name)}
      </span>
    </ShellMenu>
  );
}
