import { orgVariablesCalls } from '@sightline/contracts/org-variables/org-variables.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads variables and their change log again when one was made, changed or deleted. */
export const startLive = (): (() => void) =>
  onEvent('org-variables.changed', () => {
    refreshSoon(callKey(orgVariablesCalls.list));
    refreshSoon(callKey(orgVariablesCalls.changes));
  });
