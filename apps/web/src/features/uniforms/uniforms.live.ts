import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads uniforms again when one was trained, renamed, deleted or looked for further, and when clothes were put together. */
export const startLive = (): (() => void) =>
  onEvent('uniforms.changed', () => {
    refreshSoon(callKey(uniformsCalls.list));
    refreshSoon(callKey(uniformsCalls.suggested));
  });
