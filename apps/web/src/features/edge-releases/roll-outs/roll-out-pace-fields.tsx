import { Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FieldPair } from '../../../ui/forms/form.tsx';
import { TimeField } from '../../../ui/time/time-field.tsx';
import type { RollOutValues } from './roll-out-values.ts';

/** How long each wave is watched, how many at once, and in which hours. */
export function RollOutPaceFields({ form }: { form: UseFormReturnType<RollOutValues> }) {
  const { t } = useTranslation();
  return (
    <>
      <FieldPair>
        <TextInput
          inputMode="numeric"
          label={t('edgeReleases.rollOut.form.settle')}
          {...form.getInputProps('settleMinutes')}
        />
        <TextInput
          inputMode="numeric"
          label={t('edgeReleases.rollOut.form.atOnce')}
          {...form.getInputProps('atOnce')}
        />
      </FieldPair>
      <Switch
        label={t('edgeReleases.rollOut.form.hours')}
        description={t('edgeReleases.rollOut.form.hoursHint')}
        {...form.getInputProps('hasHours', { type: 'checkbox' })}
      />
      {form.values.hasHours && (
        <FieldPair>
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              kind="clock"
              label={t(`edgeReleases.rollOut.form.${end}`)}
              value={form.values[end]}
              error={form.errors[end]}
              onChange={(clock) => form.setFieldValue(end, clock)}
              // No core is updated at hours that are not those in the fields.
              onWrong={(isWrong) => {
                if (isWrong) form.setFieldValue(end, '');
              }}
            />
          ))}
        </FieldPair>
      )}
    </>
  );
}
