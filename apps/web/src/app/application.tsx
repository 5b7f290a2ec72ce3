import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../platform/api/query-client.ts';
import { startTranslations } from '../platform/i18n/i18n.ts';
import { expectsSession } from '../platform/session/session-hint.ts';
import { router } from './router.tsx';
import { PageLife } from './session-life/page-life.tsx';
import { startUpDone } from './start-up/start-up-wiring.ts';
import { textsIn } from './texts.ts';
import { ThemeProvider } from './theme-provider.tsx';
import { beginUpdates } from './updates.ts';

const ToastArea = lazy(async () => ({ default: (await import('../ui/toasts/toast-area.tsx')).ToastArea }));

// The page that says "the server is away" must be here before the server goes away.
const preloadMs = 2000;

/** Fetches the screen of this address while it is still asked who is there; the router alone would begin with it after the answer. */
const fetchFirstScreen = (): void => {
  if (!expectsSession()) return;
  const [routes] = router.getMatchedRoutes(location.pathname);
  // One that cannot be fetched is tried again, and told of, when it is shown.
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined);
};

/** Draws the application; what it shows first is on its way already. */
export const showApplication = async (): Promise<void> => {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  fetchFirstScreen();
  await startTranslations(textsIn);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider>
          <RouterProvider router={router} />
          <PageLife />
          <Suspense>
            <ToastArea />
          </Suspense>
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  beginUpdates();
  void startUpDone().then(() => setTimeout(() => void import('./pages/route-failure.tsx'), preloadMs));
};
