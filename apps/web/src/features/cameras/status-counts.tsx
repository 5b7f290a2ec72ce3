import type { CameraState } from '@sightline/contracts/cameras/camera';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { Row } from '../../ui/layout/row.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { cameraLevels, cameraStates } from './camera-state-level.ts';
import { camerasInState } from './camera-queries.ts';
import classes from './status-counts.module.css';

interface StatusCountsProps {
  /** Cameras by state where the page has counted all of them itself; asked for here where it has not. */
  counted: Partial<Record<CameraState, number>> | undefined;
}

/** How many cameras are in each state, as links to the list. States that nobody is in are left out. */
export function StatusCounts({ counted }: StatusCountsProps) {
  const { t } = useTranslation();
  const asked = useQueries({
    queries: counted === undefined ? cameraStates.map((state) => camerasInState(state, 1)) : [],
  });
  return (
    <Row as="ul" wrap gap={16} rowGap={4}>
      {cameraStates.map((state, index) => {
        const total = (counted === undefined ? asked[index]?.data?.total.value : counted[state]) ?? 0;
        if (total === 0) return null;
        return (
          <li key={state}>
            <Link to="/location/list" search={{ status: state }} className={classes.count}>
              <StatusLabel level={cameraLevels[state]}>
                {t(`cameras.count.${state}`, { count: total, shown: formatCount(total) })}
              </StatusLabel>
            </Link>
          </li>
        );
      })}
    </Row>
  );
}
