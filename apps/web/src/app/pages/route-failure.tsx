import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { missingPermission } from '../../ui/permissions/missing-permission.ts';
import { NoAccessPage } from '../../ui/pages/no-access-page.tsx';
import { NotFoundPage } from '../../ui/pages/not-found-page.tsx';

const retryMs = 5000;

/** A screen that could not be shown. Where the server is away it tries again by itself. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const failure = toApiError(error);
  const isAway = failure.code === 'unavailable';
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  useEffect(() => {
    if (!isAway) return undefined;
    const timer = setInterval(() => {
      reset();
      void router.invalidate();
    }, retryMs);
    return () => clearInterval(timer);
  }, [isAway, reset, router]);
  if (failure.code === 'not_found') return <NotFoundPage />;
  if (failure.code === 'forbidden') return <NoAccessPage permission={missingPermission(failure)} />;
  return (
    <ErrorState
      title={t(isAway ? 'shell.serverAway.title' : 'shell.failed.title')}
      failure={error}
      stillWorks={t(isAway ? 'shell.serverAway.detail' : 'shell.failed.detail')}
      onRetry={retry}
    />
  );
}
