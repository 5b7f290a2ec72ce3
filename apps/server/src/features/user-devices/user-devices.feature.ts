import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { userDevicesAudit } from './user-devices.audit.ts';
import { offlineNotices } from './offline-notices.ts';
import { contactOf } from './push-contact.ts';
import { startPushSender } from './push-sender.ts';
import { userDevicesRoutes } from './user-devices.routes.ts';
import { createUserDevicesService } from './user-devices.service.ts';

/** Browsers of people that want notifications. */
export const userDevicesFeature: ServerFeature<ServerContext> = {
  noun: 'user-devices',
  audits: userDevicesAudit,
  start: async (context) => {
    const pushing = { ...context, contact: contactOf(context.config) };
    const sender = await startPushSender(pushing);
    const notices = offlineNotices(context);
    notices.start();
    return {
      routes: [answer('userDevices', userDevicesCalls, userDevicesRoutes(createUserDevicesService(pushing)))],
      stop: async () => {
        await notices.stop();
        await sender.stop();
      },
    };
  },
};
