import { createRouter } from '@tanstack/react-router';
import { LateNotFound, LateRouteFailure } from './late-pages.tsx';
import { accountRoutes } from './routes/account-routes.ts';
import { aliasRoutes } from './routes/alias-routes.ts';
import { authRoutes } from './routes/auth-routes.ts';
import { developerRoutes } from './routes/developer-routes.ts';
import { deviceRoutes } from './routes/device-routes.ts';
import { publicRoutes } from './routes/public-routes.ts';
import { inOrganization, root, shell } from './routes/root-route.tsx';
import { settingsRoutes } from './routes/settings-routes.ts';
import { shellRoutes } from './routes/shell-routes.ts';
import { workRoutes } from './routes/work-routes.ts';
import { parseSearch, stringifySearch } from './search-parameters.ts';

const routeTree = root.addChildren([
  ...aliasRoutes,
  ...authRoutes,
  ...publicRoutes,
  shell.addChildren([
    ...shellRoutes,
    accountRoutes,
    developerRoutes,
    inOrganization.addChildren([...deviceRoutes, ...workRoutes, settingsRoutes]),
  ]),
]);

/** The one router. Links and addresses are checked against it at compile time. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: LateRouteFailure,
  defaultNotFoundComponent: LateNotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
