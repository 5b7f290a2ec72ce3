import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { analyticsSwitches, analyticsSwitchesUpdate } from './analytics-switches.ts';
import { organization, organizationInput, organizationUpdate } from './organization.ts';

export const organizationsCalls = {
  create: defineCall({
    method: 'POST',
    path: '/api/v1/organizations',
    permission: 'signedIn',
    summary:
      'Makes an organization with the caller as its administrator. Switch to it to work in it. Nobody makes one who is in 200 already.',
    body: organizationInput,
    output: organization,
    status: 201,
    errors: ['too_many'],
  }),
  getCurrent: defineCall({
    method: 'GET',
    path: '/api/v1/organizations/current',
    permission: 'member',
    summary: 'Answers the active organization.',
    output: organization,
  }),
  updateCurrent: defineCall({
    method: 'PATCH',
    path: '/api/v1/organizations/current',
    permission: 'OrganizationEdit',
    summary: 'Changes the active organization; absent fields stay. Refused where nobody could sign in any more.',
    body: organizationUpdate,
    output: organization,
    errors: ['sign_in_locks_out', 'mfa_own_first'],
  }),
  getAnalyticsSwitches: defineCall({
    method: 'GET',
    path: '/api/v1/organizations/current/analytics-switches',
    permission: 'member',
    summary: 'Says which recognition the active organization allows its cameras.',
    output: analyticsSwitches,
  }),
  setAnalyticsSwitches: defineCall({
    method: 'PATCH',
    path: '/api/v1/organizations/current/analytics-switches',
    permission: 'OrganizationEdit',
    summary:
      'Allows recognition to the cameras of the active organization, or forbids it; absent ones stay. Off wins over the switch of each camera.',
    body: analyticsSwitchesUpdate,
    output: analyticsSwitches,
  }),
  removeCurrent: defineCall({
    method: 'DELETE',
    path: '/api/v1/organizations/current',
    permission: 'OrganizationEdit',
    summary:
      'Deletes the active organization after its name was typed. Cores are let go first; its people are signed out of it within two seconds. The default one stays.',
    body: z.object({ name: z.string().max(200) }),
    output: z.object({}),
    errors: ['organization_not_empty', 'organization_name_wrong', 'organization_fixed'],
  }),
};
