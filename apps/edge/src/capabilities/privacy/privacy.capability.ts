import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';

/** What organizations and locations allow of recognition: cameras are listed within it. */
export const privacyCapability: EdgeCapability<object> = {
  verb: 'privacy',
  owns: () => ({ organizationSwitches: {}, locationPrivacy: {} }),
  start: () => ({}),
};
