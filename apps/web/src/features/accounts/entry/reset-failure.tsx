import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import classes from './entry.module.css';

/** Why no password was set; a link that is used up leads to asking for another. */
export function ResetFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  return (
    <Stack gap={16}>
      <FormFailure failure={failure} />
      {toApiError(failure).code === 'link_invalid' && (
        <p className={classes.fine}>
          <Link to="/auth/forgot-password">{t('accounts.reset.again')}</Link>
        </p>
      )}
    </Stack>
  );
}
