import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { apiLimit, immixPlace, integration, integrationDetails, integrationService, quota } from './integration.ts';
import { integrationLimits } from './integration-services.ts';

/** As it goes into the head of a request. */
const token = z
  .string()
  .trim()
  .max(integrationLimits.token)
  .regex(/^[\x21-\x7e]+$/);
const address = z.url({ protocol: /^https?$/ }).max(integrationLimits.address);

export const integrationsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/integrations',
    permission: 'OrganizationEdit',
    summary: 'Lists every service that can be installed, and which are.',
    output: z.object({ items: z.array(integration) }),
  }),
  details: defineCall({
    method: 'GET',
    path: '/api/v1/integrations/details',
    permission: 'OrganizationEdit',
    summary: 'Answers the quotas of the organization.',
    output: integrationDetails,
  }),
  saveQuotas: defineCall({
    method: 'PUT',
    path: '/api/v1/integrations/quotas',
    permission: 'OrganizationEdit',
    summary: 'Saves quotas; those that are left out stay.',
    body: integrationDetails.partial(),
    output: integrationDetails,
  }),
  limits: defineCall({
    method: 'GET',
    path: '/api/v1/integrations/limits',
    permission: 'OrganizationEdit',
    summary: 'Tells how much of each quota was used in this month.',
    query: z.object({ service: apiLimit.shape.service.optional() }),
    output: z.object({ items: z.array(apiLimit) }),
  }),
  vccLogs: defineCall({
    method: 'GET',
    path: '/api/v1/integrations/vcc-logs',
    permission: 'OrganizationEdit',
    summary: 'Tells how often the AI counting service was used on each day of this month; no day where it never was.',
    output: z.object({ items: z.array(z.object({ day: z.iso.date(), count: z.number().int() })) }),
  }),
  installSlack: defineCall({
    method: 'POST',
    path: '/api/v1/integrations/slack/install',
    permission: 'OrganizationEdit',
    summary:
      'Installs Slack by the address of an incoming webhook, after a first message got there. Demands what one needs to see alerts oneself, on the whole organization.',
    body: z.object({ url: address }),
    output: integration,
    status: 201,
    errors: ['address_refused', 'integration_installed', 'integration_unreachable', 'grant_exceeds_own'],
  }),
  installTeam3: defineCall({
    method: 'POST',
    path: '/api/v1/integrations/team3/install',
    permission: 'OrganizationEdit',
    summary:
      'Installs Team3 by the address that it takes messages at, after a first one got there. Its secret is answered only now.',
    body: z.object({ url: address }),
    output: integration.extend({ secret: z.string() }),
    status: 201,
    errors: ['address_refused', 'integration_installed', 'integration_unreachable', 'grant_exceeds_own'],
  }),
  installNoonLight: defineCall({
    method: 'POST',
    path: '/api/v1/integrations/noonlight/install',
    permission: 'OrganizationEdit',
    summary:
      'Installs NoonLight with a server token, after NoonLight took it, and the alarms that it may be given in a month.',
    body: z.object({ token, quota }),
    output: integration,
    status: 201,
    errors: ['integration_key_refused', 'integration_installed', 'integration_unreachable'],
  }),
  installSightline: defineCall({
    method: 'POST',
    path: '/api/v1/integrations/sightline/install',
    permission: 'OrganizationEdit',
    summary: 'Limits how many events other programs may post in a month; once installed, limits them anew.',
    body: z.object({ quota }),
    output: integration,
    status: 201,
  }),
  installImmix: defineCall({
    method: 'POST',
    path: '/api/v1/integrations/immix/install',
    permission: 'OrganizationEdit',
    summary: 'Installs Immix by the host and port at which it takes alarms, after a first one got there.',
    body: immixPlace,
    output: integration,
    status: 201,
    errors: ['address_refused', 'integration_installed', 'immix_install_failed', 'grant_exceeds_own'],
  }),
  uninstall: defineCall({
    method: 'DELETE',
    path: '/api/v1/integrations/{service}',
    permission: 'OrganizationEdit',
    summary: 'Uninstalls a service; what waits for it is not sent any more.',
    params: z.object({ service: integrationService }),
    output: z.object({}),
    errors: ['integration_not_installed'],
  }),
};
