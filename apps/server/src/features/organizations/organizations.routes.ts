import type { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { OrganizationsService } from './organizations.service.ts';

/** Handlers of the organization calls. */
export const organizationsRoutes = (service: OrganizationsService): CallHandlers<typeof organizationsCalls> => ({
  create: ({ body }, { actor }) => service.create(actor, body),
  getCurrent: (_input, { actor }) => service.getCurrent(actor),
  getAnalyticsSwitches: (_input, { actor }) => service.getAnalyticsSwitches(actor),
  setAnalyticsSwitches: ({ body }, { actor }) => service.setAnalyticsSwitches(actor, body),
  removeCurrent: ({ body }, { actor }) => service.removeCurrent(actor, body.name),
  updateCurrent: ({ body }, { actor }) => service.updateCurrent(actor, body),
});
