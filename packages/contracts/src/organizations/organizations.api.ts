import { defineCall } from '../shared/call.ts';
import { organization, organizationInput } from './organization.ts';

export const organizationsCalls = {
  create: defineCall({
    method: 'POST',
    path: '/api/v1/organizations',
    permission: 'signedIn',
    summary: 'Makes an organization with the caller as its administrator. Switch to it to work in it.',
    body: organizationInput,
    output: organization,
    status: 201,
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
    summary: 'Changes name or colour of the active organization.',
    body: organizationInput.partial(),
    output: organization,
  }),
};
