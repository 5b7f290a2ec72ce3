import type { Schedule, ScheduleInput } from '@sightline/contracts/schedules/schedule';
import { useTranslation } from 'react-i18next';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { wrongPart } from './schedule-values.ts';

interface ScheduleFormDeps {
  initial: ScheduleInput;
  send: (values: ScheduleInput) => Promise<Schedule>;
  onDone: (saved: Schedule) => unknown;
}

/** The form of a schedule; refusals about its name, zone and hours are said there. */
export const useScheduleForm = ({ initial, send, onDone }: ScheduleFormDeps) => {
  const { t } = useTranslation();
  return useCallForm<ScheduleInput, Schedule>({
    initialValues: initial,
    validate: (values) => {
      const wrong = wrongPart(values);
      return {
        name: wrong === 'name' ? t('schedules.form.nameMissing') : null,
        hours: wrong === 'hours' ? t('schedules.form.hoursWrong') : null,
        exceptions: wrong === 'date' ? t('schedules.form.dateWrong') : null,
      };
    },
    send: (values) => send({ ...values, name: values.name.trim() }),
    onDone,
    atField: { name_taken: 'name', time_zone_unknown: 'timeZone', schedule_overlaps: 'hours' },
  });
};
