import type { ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

// Rarely seen, so not part of the first download; fetched when the page is idle.
const NotFoundPage = lazy(async () => ({ default: (await import('./pages/not-found-page.tsx')).NotFoundPage }));
const RouteFailure = lazy(async () => ({ default: (await import('./pages/route-failure.tsx')).RouteFailure }));

/** Nothing at this address. */
export function LateNotFound() {
  return (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  );
}

/** A screen that could not be shown. */
export function LateRouteFailure(props: ErrorComponentProps) {
  return (
    <Suspense>
      <RouteFailure {...props} />
    </Suspense>
  );
}
