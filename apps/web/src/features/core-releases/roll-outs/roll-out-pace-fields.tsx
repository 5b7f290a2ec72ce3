import { Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import classes from '../../../ui/forms/form.module.css';
import type { RollOutValues } from './roll-out-values.ts';

/** How long each wave is watched, how many at once, and in which hours. */
export function RollOutPaceFields({ form }: { form: UseFormReturnType<RollOutValues> }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.pair}>
        <TextInput inputMode="numeric" label={t('coreReleases.rollOut.form.settle')} {...form.getInputProps('settleMinutes')} />
        <TextInput inputMode="numeric" label={t('coreReleases.rollOut.form.atOnce')} {...form.getInputProps('atOnce')} />
      </div>
      <Switch
        label={t('coreReleases.rollOut.form.hours')}
        description={t('coreReleases.rollOut.form.hoursHint')}
        {...form.getInputProps('hasHours', { type: 'checkbox' })}
      />
      {form.values.hasHours && (
        <div className={classes.pair}>
          <TextInput type="time" label={t('coreReleases.rollOut.form.from')} {...form.getInputProps('from')} />
          <TextInput type="time" label={t('coreReleases.rollOut.form.to')} {...form.getInputProps('to')} />
        </div>
      )}
    </>
  );
}
