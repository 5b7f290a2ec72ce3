import type { ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

// Rarely seen, so not part of the first download; fetched when the page is idle.
const NotFoundPage = lazy(async () => ({ default: (await import('../ui/pages/not-found-page.tsx')).NotFoundPage }));
const NothingGrantedPage = lazy(async () => ({
  default: (await import('./pages/nothing-granted-page.tsx')).NothingGrantedPage,
}));
const RouteFailure = lazy(async () => ({ default: (await import('./pages/route-failure.tsx')).RouteFailure }));

/** Nothing at this address. */
export function LateNotFound() {
  return (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  );
}

/** Nothing was given to this person yet. */
export function LateNothingGranted() {
  return (
    <Suspense>
      <NothingGrantedPage />
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
