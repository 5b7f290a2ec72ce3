import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { cameraLevels, cameraStates } from './camera-state-level.ts';
import { camerasInState } from './camera-queries.ts';
import classes from './status-counts.module.css';

/** How many cameras are in each state, as links to the list. States that nobody is in are left out. */
export function StatusCounts() {
  const { t } = useTranslation();
  const counts = useQueries({ queries: cameraStates.map((state) => camerasInState(state, 1)) });
  return (
    <ul className={classes.counts}>
      {cameraStates.map((state, index) => {
        const total = counts[index]?.data?.total.value ?? 0;
        if (total === 0) return null;
        return (
          <li key={state}>
            <Link to="/location/list" search={{ status: state }} className={classes.count}>
              <StatusLabel level={cameraLevels[state]}>{t(`cameras.count.${state}`, { count: total, shown: formatCount(total) })}</StatusLabel>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
