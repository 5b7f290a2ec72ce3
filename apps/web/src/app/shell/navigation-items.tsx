import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { navigation } from './navigation.ts';
import classes from './shell.module.css';

/** Places of the application, the same in rail and tab bar. */
export function NavigationItems() {
  const { t } = useTranslation();
  const path = useLocation({ select: (location) => location.pathname });
  return navigation.map(({ to, label, icon: Icon, owns }) => (
    <Link key={to} to={to} className={classes.item} data-current={owns.test(path)} aria-current={owns.test(path) ? 'page' : undefined}>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      {t(label)}
    </Link>
  ));
}
