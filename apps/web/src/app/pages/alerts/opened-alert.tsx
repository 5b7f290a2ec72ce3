import type { AlertDetail as Detail } from '@sightline/contracts/alerts/alert';
import { Suspense, lazy, type ReactNode } from 'react';
import { AlertActions } from '../../../features/alerts/detail/alert-actions.tsx';
import { AlertDetail } from '../../../features/alerts/detail/alert-detail.tsx';
import { MoreMenu } from '../../../features/alerts/detail/more-menu.tsx';
import { DispatchBanner } from '../../../features/dispatch-alarms/dispatch/dispatch-banner.tsx';
import { DispatchButton } from '../../../features/dispatch-alarms/dispatch/dispatch-button.tsx';
import type { DispatchSubject } from '../../../features/dispatch-alarms/dispatch/dispatch-dialog.tsx';
import type { Monitoring } from './use-monitoring.ts';

const AlertStage = lazy(async () => ({ default: (await import('./alert-stage.tsx')).AlertStage }));

const renderStage = (alert: Detail): ReactNode => (
  <Suspense>
    <AlertStage alert={alert} />
  </Suspense>
);

const subjectOf = ({ id, locationId, locationName, cameraId, cameraDeletedAtUtcMs }: Detail): DispatchSubject => ({
  locationId,
  locationName,
  alertId: id,
  cameraId: cameraDeletedAtUtcMs === null ? (cameraId ?? undefined) : undefined,
});

/** The alert that is being looked at, with what can be done about it. */
export function OpenedAlert({ id, monitoring }: { id: string; monitoring: Monitoring }) {
  const { rows, total, deeds, does, close } = monitoring;
  const index = rows.findIndex((row) => row.id === id);
  return (
    <AlertDetail
      key={id}
      id={id}
      place={index < 0 ? null : { index: index + 1, total }}
      onClose={close}
      onKeep={() => does('take')}
      renderStage={renderStage}
      renderMore={(alert) => <MoreMenu alert={alert} deeds={deeds} />}
      renderActions={(alert) => (
        <>
          <DispatchBanner locationId={alert.locationId} />
          <AlertActions
            alert={alert}
            deeds={deeds}
            onDeed={does}
            extra={<DispatchButton subject={subjectOf(alert)} />}
          />
        </>
      )}
    />
  );
}
