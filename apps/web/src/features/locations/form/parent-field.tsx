import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../ui/forms/optional-label.tsx';
import type { LocationValues } from './location-values.ts';
import { ParentSelect } from './parent-select.tsx';

interface ParentFieldProps {
  form: UseFormReturnType<LocationValues>;
  locationId: string | undefined;
  isDisabled: boolean;
}

/** Below which site a site lies. */
export function ParentField({ form, locationId, isDisabled }: ParentFieldProps) {
  const { t } = useTranslation();
  return (
    <ParentSelect
      label={<OptionalLabel>{t('locations.form.parent')}</OptionalLabel>}
      parentId={form.values.parentId}
      locationId={locationId}
      isDisabled={isDisabled}
      error={form.errors.parentId}
      onChange={(parentId) => form.setFieldValue('parentId', parentId)}
    />
  );
}
