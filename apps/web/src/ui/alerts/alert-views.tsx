import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../platform/session/may.ts';
import classes from './alert-views.module.css';

/** The screens of alerts, in the order of the day: what waits, what was, what watches. */
const views = [
  { to: '/alert/monitoring', name: 'alerts.views.monitoring' },
  { to: '/alert/log', name: 'alerts.views.log' },
  { to: '/alert/list', name: 'alerts.views.rules' },
] as const;

/** Leads from one screen of alerts to the others; stands in the head of each. */
export function AlertViews() {
  const { t } = useTranslation();
  // Who only makes rules sees no alerts.
  const isHandling = useMay('AlertMonitoring');
  return (
    <nav className={classes.views} aria-label={t('alerts.views.label')}>
      {views
        .filter(({ to }) => isHandling || to === '/alert/list')
        .map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            className={classes.view}
            activeProps={{ 'data-current': 'true', 'aria-current': 'page' }}
            activeOptions={{ includeSearch: false }}
          >
            {t(name)}
          </Link>
        ))}
    </nav>
  );
}
