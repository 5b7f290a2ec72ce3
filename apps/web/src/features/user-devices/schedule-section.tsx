import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/page/section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { scheduleQuery } from './device-queries.ts';
import { ScheduleForm } from './schedule-form.tsx';
import classes from './user-devices.module.css';

/** When notifications may arrive. */
export function ScheduleSection() {
  const { t } = useTranslation();
  const schedule = useQuery(scheduleQuery());
  return (
    <Section title={t('userDevices.schedule.title')}>
      <p className={classes.lead}>{t('userDevices.schedule.lead')}</p>
      {schedule.data === undefined && schedule.error === null && <LoadingRows rows={2} />}
      {schedule.data === undefined && schedule.error !== null && (
        <ErrorState
          title={t('userDevices.schedule.failed')}
          failure={schedule.error}
          onRetry={() => void schedule.refetch()}
        />
      )}
      {schedule.data !== undefined && <ScheduleForm saved={schedule.data} />}
    </Section>
  );
}
