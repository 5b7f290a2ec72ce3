import type { DispatchPlan, DispatchService } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { alarmAt, createAlarm } from '../dispatch-queries.ts';
import { DispatchBanner } from './dispatch-banner.tsx';
import classes from './dialog.module.css';

/** What help is asked for, and what it is about. */
export interface DispatchSubject {
  locationId: string;
  locationName: string;
  cameraId?: string | undefined;
  alertId?: string | undefined;
}

interface DispatchDialogProps {
  subject: DispatchSubject;
  onClose: () => void;
}

const services = ['police', 'fire', 'medical'] as const satisfies readonly DispatchService[];

/** Whether the location has an alarm that stands in the way of another one; one that never arrived does not. */
const useIsBlocked = (locationId: string): boolean => {
  const alarm = useQuery(alarmAt(locationId)).data?.alarm;
  return alarm !== undefined && alarm !== null && alarm.delivery.state !== 'refused';
};

/** Says plainly what will be asked of the monitoring service and where help is sent, then does it. */
export function DispatchDialog({ subject, onClose }: DispatchDialogProps) {
  const { t } = useTranslation();
  const { locationId, locationName, cameraId = null, alertId = null } = subject;
  // An address may have been mended a moment ago, and help goes by what holds now.
  const plan = useQuery({ ...callQuery(dispatchAlarmsCalls.plan, { params: { locationId } }), staleTime: 0 });
  const [wanted, setWanted] = useState<readonly DispatchService[]>(['police']);
  const isBlocked = useIsBlocked(locationId);
  const create = useMutation({
    mutationFn: () => createAlarm({ locationId, cameraId, alertId, services: [...wanted] }),
    onSuccess: ({ id, number }) => {
      toastSuccess({
        title: t('dispatchAlarms.create.done', { number: String(number) }),
        text: t('dispatchAlarms.create.doneText', { id }),
      });
      onClose();
    },
  });
  const isReady = plan.data !== undefined && isComplete(plan.data) && !isBlocked && wanted.length > 0;
  return (
    <Dialog title={t('dispatchAlarms.create.title', { place: locationName })} width={475} onClose={onClose}>
      <Stack gap={16}>
        <DispatchBanner locationId={locationId} isBare />
        {plan.data === undefined && plan.error === null && <LoadingRows rows={2} />}
        {plan.data === undefined && plan.error !== null && (
          <ErrorState
            title={t('dispatchAlarms.create.planFailed')}
            failure={plan.error}
            onRetry={() => void plan.refetch()}
          />
        )}
        {plan.data !== undefined && !isBlocked && (
          <Plan plan={plan.data} subject={subject}>
            <Checkbox.Group
              label={t('dispatchAlarms.create.services')}
              value={[...wanted]}
              onChange={(chosen) => setWanted(services.filter((service) => chosen.includes(service)))}
            >
              <Stack gap={8} className={classes.services}>
                {services.map((service) => (
                  <Checkbox key={service} value={service} label={t(`dispatchAlarms.service.${service}`)} />
                ))}
              </Stack>
            </Checkbox.Group>
          </Plan>
        )}
        {create.error !== null && <FormFailure failure={create.error} title={t('dispatchAlarms.failed.create')} />}
      </Stack>
      <DialogActions>
        <Button variant="default" className={classes.deed} onClick={onClose} data-autofocus>
          {t('common.actions.cancel')}
        </Button>
        {isReady && (
          <Button color="red" className={classes.deed} loading={create.isPending} onClick={() => create.mutate()}>
            {t('dispatchAlarms.create.confirm')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const isComplete = ({ isInstalled, alarmsLeft, place, phone }: DispatchPlan): boolean =>
  isInstalled && alarmsLeft !== 0 && place !== null && phone !== null;

/** Where help goes and whom the service calls; or what is missing, and that nobody comes. */
function Plan({ plan, subject, children }: { plan: DispatchPlan; subject: DispatchSubject; children: ReactNode }) {
  const { t } = useTranslation();
  const { isInstalled, alarmsLeft, place, phone } = plan;
  if (!isInstalled) return <Missing>{t('errors.dispatch_not_installed')}</Missing>;
  if (alarmsLeft === 0) return <Missing>{t('errors.dispatch_quota_used')}</Missing>;
  if (place === null)
    return (
      <Missing>
        {t('dispatchAlarms.create.noAddress', { place: subject.locationName })}{' '}
        {phone === null && t('dispatchAlarms.create.noPhone')} {t('dispatchAlarms.create.callYourself')}{' '}
        <Link to="/edit-location/$locationId" params={{ locationId: subject.locationId }}>
          {t('dispatchAlarms.create.addAddress')}
        </Link>
      </Missing>
    );
  const { address, coordinates, name } = place;
  const isReachable = phone !== null;
  return (
    <>
      <div>
        <p>{t('dispatchAlarms.create.lead')}</p>
        <p className={classes.address}>
          {name !== subject.locationName && (
            <>
              <bdi>{name}</bdi>
              <br />
            </>
          )}
          <bdi translate="no">
            {address ?? (coordinates === null ? '' : `${coordinates.lat.toFixed(5)}, ${coordinates.lon.toFixed(5)}`)}
          </bdi>
        </p>
        {isReachable && (
          <p className={classes.callBack}>
            {t('dispatchAlarms.create.callBack')} <bdi dir="ltr">{phone}</bdi>
          </p>
        )}
      </div>
      {isReachable ? (
        children
      ) : (
        <Missing>
          {t('dispatchAlarms.create.noPhone')} {t('dispatchAlarms.create.callYourself')}{' '}
          <Link to="/account/details" search={{ changeContact: 'true' }}>
            {t('dispatchAlarms.create.addPhone')}
          </Link>
        </Missing>
      )}
      {isReachable && alarmsLeft !== null && (
        <p className={classes.note}>
          {t('dispatchAlarms.create.left', { count: alarmsLeft, shown: formatCount(alarmsLeft) })}
        </p>
      )}
    </>
  );
}

function Missing({ children }: { children: ReactNode }) {
  return (
    <p className={classes.missing} role="alert">
      {children}
    </p>
  );
}
