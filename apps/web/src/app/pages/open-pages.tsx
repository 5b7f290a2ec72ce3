import { lazy, Suspense, type ReactNode } from 'react';
import { useIsSignedIn } from '../../platform/session/session-store.ts';
import { NoAccessPage } from '../../ui/pages/no-access-page.tsx';
import { NotFoundPage } from '../../ui/pages/not-found-page.tsx';

const OuterHeader = lazy(async () => ({ default: (await import('../shell/outer-header.tsx')).OuterHeader }));

/** Outside of the shell, so without rail. Whoever is signed in keeps the menus, and so a way on; to others there is only the page. */
function Framed({ children }: { children: ReactNode }) {
  const isSignedIn = useIsSignedIn();
  return (
    <>
      {isSignedIn && (
        <Suspense>
          <OuterHeader />
        </Suspense>
      )}
      <main>{children}</main>
    </>
  );
}

/** The page of refusals at its own address. */
export function OpenNoAccessPage() {
  return (
    <Framed>
      <NoAccessPage />
    </Framed>
  );
}

/** The page of what is not there at its own address. */
export function OpenNotFoundPage() {
  return (
    <Framed>
      <NotFoundPage />
    </Framed>
  );
}
