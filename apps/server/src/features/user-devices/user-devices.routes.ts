import type { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { UserDevicesService } from './user-devices.service.ts';

/** Handlers of the calls about the own browsers. */
export const userDevicesRoutes = (service: UserDevicesService): CallHandlers<typeof userDevicesCalls> => ({
  list: (_input, { actor }) => service.list(actor),
  register: ({ body }, { actor, request }) =>
    service.register(actor, { ...body, userAgent: request.headers['user-agent'] ?? null }),
  update: ({ params, body }, { actor }) => service.update(actor, params.deviceUid, body),
  remove: ({ params }, { actor }) => service.remove(actor, params.deviceUid),
  sendTest: ({ params }, { actor }) => service.sendTest(actor, params.deviceUid),
  getSchedule: (_input, { actor }) => service.getSchedule(actor),
  setSchedule: ({ body }, { actor }) => service.setSchedule(actor, body),
  getNotices: (_input, { actor }) => service.getNotices(actor),
  setNotices: ({ body }, { actor }) => service.setNotices(actor, body),
});
