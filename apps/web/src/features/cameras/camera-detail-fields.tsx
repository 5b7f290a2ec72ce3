import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { Location } from '@sightline/contracts/locations/location';
import { useTranslation } from 'react-i18next';
import { choicesWith } from '../../ui/forms/choices-with.ts';
import type { CameraForm } from './use-camera-form.ts';

interface CameraDetailFieldsProps {
  form: CameraForm;
  locations: readonly Location[];
  autoFocus?: boolean;
}

/** What people call the camera, where it is, and how long its footage is kept. */
export function CameraDetailFields({ form, locations, autoFocus = false }: CameraDetailFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('cameras.form.name')}
        required
        placeholder={t('cameras.form.nameExample')}
        maxLength={120}
        autoFocus={autoFocus}
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t('cameras.form.site')}
        data={choicesWith(
          locations.map(({ id, name }) => ({ value: id, label: name })),
          form.getValues().locationId,
        )}
        {...form.getInputProps('locationId')}
      />
      <TextInput
        label={t('cameras.form.retention')}
        description={t('cameras.form.retentionHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        maxLength={4}
        {...form.getInputProps('retentionDays')}
      />
      <Switch
        label={t('cameras.form.recording')}
        checked={form.getValues().recordingMode === 'continuous'}
        onChange={(event) => form.setFieldValue('recordingMode', event.currentTarget.checked ? 'continuous' : 'off')}
      />
    </>
  );
}
