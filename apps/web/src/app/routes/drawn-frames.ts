import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { accountArea, developerArea, inOrganization, root, settingsArea, shell } from '../../platform/routes/frames.ts';
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
  accountArea.update({ component: lazyRouteComponent(() => import('../shell/areas/account-area.tsx'), 'AccountArea') });
  developerArea.update({
    component: lazyRouteComponent(() => import('../shell/areas/developer-area.tsx'), 'DeveloperArea'),
  });
};
