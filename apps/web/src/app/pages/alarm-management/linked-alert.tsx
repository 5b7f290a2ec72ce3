import type { Alert } from '@sightline/contracts/alerts/alert';
import { Link } from '@tanstack/react-router';
import { AlertRow } from '../../../features/alerts/queue/alert-row.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useMay } from '../../../platform/session/may.ts';
import classes from './linked-alert.module.css';

const nowEveryMs = 60_000;

/** An alert that leads to where alerts are handled, for whoever may go there. */
export function LinkedAlert({ alert }: { alert: Alert }) {
  const nowUtcMs = useNow(nowEveryMs);
  const mayOpen = useMay('AlertMonitoring');
  const row = <AlertRow alert={alert} nowUtcMs={nowUtcMs} />;
  if (!mayOpen) return <div className={classes.alert}>{row}</div>;
  return (
    <Link to="/alert/monitoring" search={{ alert: alert.id }} className={classes.alert}>
      {row}
    </Link>
  );
}
