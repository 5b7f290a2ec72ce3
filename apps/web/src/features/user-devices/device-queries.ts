import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { callQuery } from '../../platform/api/client.ts';
import { notificationState } from '../../platform/push/push-device.ts';

/** Own browsers that asked for notifications. */
export const devicesQuery = () => callQuery(userDevicesCalls.list, {});

/** When notifications may arrive. */
export const scheduleQuery = () => callQuery(userDevicesCalls.getSchedule, {});

/** What the person wants to be told of. */
export const noticesQuery = () => callQuery(userDevicesCalls.getNotices, {});

/** What this browser says of itself; asked anew whenever somebody comes back to the page, since its settings are elsewhere. */
export const hereQuery = () => ({
  queryKey: ['notifications of this browser'],
  queryFn: notificationState,
  staleTime: 0,
  refetchOnWindowFocus: 'always' as const,
});
