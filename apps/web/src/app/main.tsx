import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/heebo';
import '../ui/theme/mantine-styles.ts';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { queryClient } from '../platform/api/query-client.ts';
import { startTranslations } from '../platform/i18n/i18n.ts';
import { logCritical } from '../platform/log/log.ts';
import { listenToOtherTabs } from './other-tabs.ts';
import { router } from './router.tsx';
import { PageLife } from './session-life/page-life.tsx';
import { beginStartUp, startUpDone } from './start-up-wiring.ts';
import { ThemeProvider } from './theme-provider.tsx';
import { beginUpdates } from './updates.ts';

const ToastArea = lazy(async () => ({ default: (await import('../ui/toasts/toast-area.tsx')).ToastArea }));

const start = async (): Promise<void> => {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  listenToOtherTabs();
  // Neither waits for the other: the question who is there is on its way while the texts come.
  beginStartUp();
  await startTranslations();
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
};

// The page that says "the server is away" must be here before the server goes away.
const preloadMs = 2000;

start().then(beginUpdates, (failure: unknown) => logCritical('The application could not start', failure));
void startUpDone().then(() => setTimeout(() => void import('./pages/route-failure.tsx'), preloadMs));
