import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../platform/session/may.ts';
import classes from './alert-views.module.css';

/** The screens of alerts, in the order of the day: what waits, what was, what watches, what arms it. */
const views = [
  { to: '/alert/monitoring', name: 'alerts.views.monitoring', rights: ['AlertMonitoring'] },
  { to: '/alert/log', name: 'alerts.views.log', rights: ['AlertMonitoring'] },
  { to: '/alert/list', name: 'alerts.views.rules', rights: ['AlertMonitoring', 'AlertEdit'] },
  { to: '/alert/alarms/list', name: 'alerts.views.alarms', rights: ['AlarmManagementEdit'] },
] as const;

/** Leads from one screen of alerts to the others; stands in the head of each. */
export function AlertViews() {
  const { t } = useTranslation();
  // Who only makes rules, or arms, sees no alerts.
  const held: Record<(typeof views)[number]['rights'][number], boolean> = {
    AlertMonitoring: useMay('AlertMonitoring'),
    AlertEdit: useMay('AlertEdit'),
    AlarmManagementEdit: useMay('AlarmManagementEdit'),
  };
  return (
    <nav className={classes.views} aria-label={t('alerts.views.label')}>
      {views
        .filter(({ rights }) => rights.some((right) => held[right]))
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
