import { Button } from '@mantine/core';
import { IconAlertTriangle, IconUrgent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { useMay } from '../../../platform/session/may.ts';
import { alarmAt } from '../dispatch-queries.ts';
import { serviceWords } from '../dispatch-words.ts';
import classes from './banner.module.css';

const nowEveryMs = 5_000;

interface DispatchBannerProps {
  locationId: string;
  /** Without the way to the alarm management, for where one is not to be led away. */
  isBare?: boolean;
}

/** Says that an alarm is active at a location and where it stands with the monitoring service; nothing while none is. */
export function DispatchBanner({ locationId, isBare = false }: DispatchBannerProps) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  const mayDispatch = useMay('AlarmManagementEdit', locationId);
  const { data, error, refetch } = useQuery({ ...alarmAt(locationId), enabled: mayDispatch });
  if (!mayDispatch) return null;
  if (error !== null && data === undefined)
    return (
      <p className={classes.banner} data-concern="waiting" data-bare={isBare} role="alert">
        <IconAlertTriangle size={20} stroke={1.5} aria-hidden="true" />
        <span className={classes.words}>
          <strong>{t('dispatchAlarms.failed.check')}</strong> {t(`errors.${toApiError(error).code}`)}
        </span>
        <Button variant="subtle" size="compact-md" onClick={() => void refetch()}>
          {t('common.actions.retry')}
        </Button>
      </p>
    );
  const alarm = data?.alarm;
  if (alarm === undefined || alarm === null) return null;
  const { concern, text } = serviceWords(t, alarm, nowUtcMs);
  const number = String(alarm.number);
  return (
    <p className={classes.banner} data-concern={concern} data-bare={isBare} role="status" data-testid="dispatch-banner">
      <IconUrgent size={20} stroke={1.5} aria-hidden="true" />
      <span className={classes.words}>
        <strong>
          {t(`dispatchAlarms.banner.${alarm.lifecycle === 'active' ? 'since' : 'made'}`, {
            number,
            time: formatSince(alarm.dispatchTime, nowUtcMs, alarm.timeZone),
          })}
        </strong>{' '}
        {text}
      </span>
      {!isBare && (
        <Link to="/alarm-management" className={classes.open}>
          {t('dispatchAlarms.banner.open')}
        </Link>
      )}
    </p>
  );
}
