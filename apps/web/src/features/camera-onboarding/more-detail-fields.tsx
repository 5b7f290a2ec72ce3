import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../ui/forms/optional-label.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import type { MoreDetails } from './more-details.ts';

interface MoreDetailFieldsProps {
  value: MoreDetails;
  onChange: (value: MoreDetails) => void;
}

/** What the wizard asks beside name, place and streams. */
export function MoreDetailFields({ value, onChange }: MoreDetailFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Textarea
        label={<OptionalLabel>{t('cameraOnboarding.details.description')}</OptionalLabel>}
        maxLength={500}
        rows={2}
        value={value.description}
        onChange={(event) => onChange({ ...value, description: event.currentTarget.value })}
      />
      <DeliveryFields value={value} onChange={(change) => onChange({ ...value, ...change })} />
    </>
  );
}
