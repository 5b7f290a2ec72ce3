import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/page/section.tsx';
import { scheduleQuery } from './device-queries.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import classes from './user-devices.module.css';

/** When notifications may arrive. */
export function ScheduleSection() {
  const { t } = useTranslation();
  const schedule = useQuery(scheduleQuery());
  return (
    <Section title={t('userDevices.schedule.title')}>
      <p className={classes.lead}>{t('userDevices.schedule.lead')}</p>
      <ListScreen list={schedule} failed={t('userDevices.schedule.failed')} rows={2}>
        {(data) => <ScheduleForm saved={data} />}
      </ListScreen>
    </Section>
  );
}
