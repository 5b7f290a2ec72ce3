import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { ErrorState } from '../states/error-state.tsx';
import { missingPermission } from '../permissions/missing-permission.ts';
import { NoAccessPage } from './no-access-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** A page about one thing whose thing did not load: unknown, not allowed, or a failure that can be tried again. */
export function EntityFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const error = toApiError(failure);
  const { code } = error;
  if (code === 'not_found' || code === 'bad_request' || code === 'validation_failed') return <NotFoundPage />;
  if (code === 'forbidden') return <NoAccessPage permission={missingPermission(error)} />;
  return (
    <ErrorState
      title={t('shell.failed.title')}
      failure={failure}
      stillWorks={t('shell.failed.detail')}
      onRetry={onRetry}
    />
  );
}
