import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads integrations again when one was installed or uninstalled, when quotas changed, and when the receiver of one began or ceased to fail. */
export const startLive = (): (() => void) => {
  const { list, details, limits } = integrationsCalls;
  const refresh = (): void => {
    for (const one of [list, details, limits]) refreshSoon(callKey(one));
  };
  const stops = [
    onEvent('integrations.changed', () => {
      refresh();
      refreshSoon(callKey(dispatchAlarmsCalls.service));
    }),
    onEvent('webhooks.changed', () => refreshSoon(callKey(list))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
