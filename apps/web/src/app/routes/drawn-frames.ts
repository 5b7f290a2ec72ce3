import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import {
  accountArea,
  databaseArea,
  developerArea,
  inOrganization,
  root,
  settingsArea,
  shell,
} from '../../platform/routes/frames.ts';
import { LateNotFound, LateRouteFailure } from '../late-pages.tsx';

/** Says how the frames are drawn; once, before the router is made. */
export const drawFrames = (): void => {
  const failing = { errorComponent: LateRouteFailure, notFoundComponent: LateNotFound };
  root.update({ component: Outlet, ...failing });
  shell.update({ component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'), ...failing });
  inOrganization.update({
    component: lazyRouteComponent(() => import('../shell/organization-content.tsx'), 'OrganizationContent'),
  });
  settingsArea.update({
    component: lazyRouteComponent(() => import('../shell/areas/settings-area.tsx'), 'SettingsArea'),
  });
  databaseArea.update({
    component: lazyRouteComponent(() => import('../shell/areas/database-area.tsx'), 'DatabaseArea'),
  });
  accountArea.update({ component: lazyRouteComponent(() => import('../shell/areas/account-area.tsx'), 'AccountArea') });
  developerArea.update({
    component: lazyRouteComponent(() => import('../shell/areas/developer-area.tsx'), 'DeveloperArea'),
  });
};
