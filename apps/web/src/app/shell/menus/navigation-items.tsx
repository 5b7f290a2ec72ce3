import { Link, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/session-store.ts';
import { mainRole } from '../../../platform/routes/guard-rules.ts';
import { activeEntry, drawnEntries } from './menu.ts';
import { mainMenu } from './main-menu.ts';
import { useMenuViewer } from './use-menu-viewer.ts';
import classes from '../shell.module.css';

/** Places of the application, the same in rail and tab bar. */
export function NavigationItems() {
  const { t } = useTranslation();
  const path = useLocation({ select: (location) => location.pathname });
  const viewer = useMenuViewer();
  const { user } = useSession();
  const active = activeEntry(mainMenu, path);
  // Operators begin elsewhere: their devices are the list.
  const devices = mainRole(user) === 'USER' ? '/location/home' : '/location/list';
  return drawnEntries(mainMenu, viewer).map(({ key, to, name, short, icon: Icon, separator, badge: Badge }) => (
    <Link
      key={key}
      to={key === 'devices' ? devices : to}
      className={classes.item}
      data-current={key === active?.key}
      data-separator={separator === true}
      aria-current={key === active?.key ? 'page' : undefined}
      {...(short !== undefined && { 'aria-label': t(name), title: t(name) })}
    >
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      {t(short ?? name)}
      {Badge !== undefined && (
        <Suspense>
          <Badge />
        </Suspense>
      )}
    </Link>
  ));
}
