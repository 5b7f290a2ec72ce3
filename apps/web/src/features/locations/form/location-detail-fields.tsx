import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { pointOf } from '../../../platform/geo/degrees.ts';
import { FieldPair } from '../../../ui/forms/form.tsx';
import { OptionalLabel } from '../../../ui/forms/optional-label.tsx';
import { LatePointPicker } from '../../../ui/map/late-point-picker.tsx';
import type { LocationValues } from './location-values.ts';
import { ParentField } from './parent-field.tsx';

interface LocationDetailFieldsProps {
  form: UseFormReturnType<LocationValues>;
  /** The site itself, which cannot lie below itself; absent for a new one. */
  locationId?: string;
  isDisabled?: boolean;
}

/** What else is known of a site: where it is in the tree and on the globe, and notes. */
export function LocationDetailFields({ form, locationId, isDisabled = false }: LocationDetailFieldsProps) {
  const { t } = useTranslation();
  const text = (field: 'city' | 'state' | 'zip', maxLength: number) => (
    <TextInput
      label={<OptionalLabel>{t(`locations.form.${field}`)}</OptionalLabel>}
      maxLength={maxLength}
      disabled={isDisabled}
      {...form.getInputProps(field)}
    />
  );
  const degrees = (field: 'lat' | 'lon') => (
    <TextInput
      label={<OptionalLabel>{t(`locations.form.${field}`)}</OptionalLabel>}
      inputMode="decimal"
      dir="ltr"
      maxLength={24}
      disabled={isDisabled}
      {...form.getInputProps(field)}
      onChange={(event) => {
        form.setFieldValue(field, event.currentTarget.value);
        // Whether one of them may be empty depends on the other.
        form.validateField(field === 'lat' ? 'lon' : 'lat');
      }}
    />
  );
  return (
    <>
      <FieldPair>
        {text('city', 100)}
        {text('state', 100)}
      </FieldPair>
      <FieldPair>{text('zip', 20)}</FieldPair>
      <ParentField form={form} locationId={locationId} isDisabled={isDisabled} />
      <FieldPair>
        {degrees('lat')}
        {degrees('lon')}
      </FieldPair>
      {!isDisabled && (
        <LatePointPicker
          point={pointOf(form.getValues())}
          onPick={({ lat, lon }) => {
            form.setFieldValue('lat', String(lat));
            form.setFieldValue('lon', String(lon));
            form.clearFieldError('lat');
            form.clearFieldError('lon');
          }}
        />
      )}
      <Textarea
        label={<OptionalLabel>{t('locations.form.notes')}</OptionalLabel>}
        maxLength={2000}
        autosize
        minRows={3}
        maxRows={10}
        disabled={isDisabled}
        {...form.getInputProps('notes')}
      />
    </>
  );
}
