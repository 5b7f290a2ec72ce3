import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormActions } from '../../../ui/forms/form.tsx';

interface LocationFormFailureProps {
  failure: unknown;
  isReloading: boolean;
  onReload: () => void;
}

/** Why a site was not saved; where somebody else was faster, what they saved can be shown. */
export function LocationFormFailure({ failure, isReloading, onReload }: LocationFormFailureProps) {
  const { t } = useTranslation();
  return (
    <>
      <FormFailure failure={failure} />
      {toApiError(failure).code === 'conflict' && (
        <FormActions>
          <Button variant="default" loading={isReloading} onClick={onReload}>
            {t('locations.edit.reload')}
          </Button>
        </FormActions>
      )}
    </>
  );
}
