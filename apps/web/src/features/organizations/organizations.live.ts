import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { callKey } from '../../platform/api/client.ts';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads the organization again when somebody changed its settings. */
export const startLive = (): (() => void) =>
  onEvent('organizations.changed', () => {
    refreshSoon(callKey(organizationsCalls.getCurrent));
    refreshSoon(callKey(organizationsCalls.getAnalyticsSwitches));
  });
