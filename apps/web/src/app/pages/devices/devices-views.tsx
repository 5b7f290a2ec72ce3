import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { HomeView } from '../../home-view.ts';
import classes from './devices.module.css';

const views = [
  { id: 'home', to: '/location/home', label: 'cameras.views.home' },
  { id: 'list', to: '/location/list', label: 'cameras.views.list' },
  { id: 'map', to: '/location/map', label: 'cameras.views.map' },
  { id: 'floors', to: '/location/floors', label: 'cameras.views.floors' },
] as const;

/** Views of the same devices; links, so that each has an address. */
export function DevicesViews({ current }: { current: HomeView }) {
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
