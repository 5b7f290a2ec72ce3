import type { ArmedAlarm, ArmedAlarmInput } from '@sightline/contracts/armed-alarms/armed-alarm';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { wrongFields } from './alarm-values.ts';

export type AlarmForm = UseFormReturnType<ArmedAlarmInput>;

interface AlarmFormDeps {
  initial: ArmedAlarmInput;
  send: (values: ArmedAlarmInput) => Promise<ArmedAlarm>;
  onDone: (saved: ArmedAlarm) => unknown;
}

/** The form of an alarm; a refusal about its name or schedule is said there. */
export const useAlarmForm = ({ initial, send, onDone }: AlarmFormDeps) => {
  const { t } = useTranslation();
  return useCallForm<ArmedAlarmInput, ArmedAlarm>({
    initialValues: initial,
    validate: (values) => {
      const wrong = wrongFields(values);
      return {
        name: wrong.name ? t('armedAlarms.form.nameMissing') : null,
        reArmMin: wrong.reArmMin ? t('armedAlarms.form.minutesWrong') : null,
        disArmMin: wrong.disArmMin ? t('armedAlarms.form.minutesWrong') : null,
        exitDelayS: wrong.exitDelayS ? t('armedAlarms.form.exitWrong') : null,
      };
    },
    send: (values) => send({ ...values, name: values.name.trim(), description: values.description.trim() }),
    onDone,
    atField: { name_taken: 'name', schedule_unknown: 'scheduleId' },
  });
};
