import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './devices.module.css';

const views = [
  { id: 'home', to: '/location/home', label: 'cameras.views.home' },
  { id: 'list', to: '/location/list', label: 'cameras.views.list' },
] as const;

/** Two views of the same devices; links, so that each has an address. */
export function DevicesViews({ current }: { current: 'home' | 'list' }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.views} aria-label={t('cameras.views.label')}>
      {views.map(({ id, to, label }) => (
        <Link key={id} to={to} className={classes.view} aria-current={id === current ? 'page' : undefined}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
