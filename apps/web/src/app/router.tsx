import { createRouter } from '@tanstack/react-router';
import { LateNotFound, LateRouteFailure } from './late-pages.tsx';
import {
  accountArea,
  databaseArea,
  developerArea,
  inOrganization,
  root,
  settingsArea,
  shell,
} from '../platform/routes/frames.ts';
import { parseSearch, stringifySearch } from '../platform/routes/search-parameters.ts';
import { routesIn } from './declared-routes.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { aliasRoutes } from './routes/alias-routes.ts';
import { authRoutes } from './routes/auth-routes.ts';
import { databaseAreaRoutes, databaseRoutes } from './routes/database-routes.ts';
import { developerRoutes } from './routes/developer-routes.ts';
import { deviceRoutes } from './routes/device-routes.ts';
import { drawFrames } from './routes/drawn-frames.ts';
import { publicRoutes } from './routes/public-routes.ts';
import { settingsRoutes } from './routes/settings-routes.ts';
import { shellRoutes } from './routes/shell-routes.ts';
import { workRoutes } from './routes/work-routes.ts';

drawFrames();

const routeTree = root.addChildren([
  ...aliasRoutes,
  ...authRoutes,
  ...publicRoutes,
  ...routesIn('root'),
  shell.addChildren([
    ...shellRoutes,
    ...routesIn('shell'),
    accountArea.addChildren([...accountRoutes, ...routesIn('account')]),
    developerArea.addChildren([...developerRoutes, ...routesIn('developer')]),
    inOrganization.addChildren([
      ...deviceRoutes,
      ...workRoutes,
      ...databaseRoutes,
      ...routesIn('organization'),
      settingsArea.addChildren([...settingsRoutes, ...routesIn('settings')]),
      databaseArea.addChildren([...routesIn('database'), ...databaseAreaRoutes]),
    ]),
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
