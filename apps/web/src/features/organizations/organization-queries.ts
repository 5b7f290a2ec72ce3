import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { callQuery } from '../../platform/api/client.ts';

/** The active organization with its settings. */
export const currentOrganization = () => callQuery(organizationsCalls.getCurrent, {});

/** Which recognition the active organization allows its cameras. */
export const recognitionAllowed = () => callQuery(organizationsCalls.getAnalyticsSwitches, {});
