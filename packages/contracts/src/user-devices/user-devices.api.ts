import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { name, utcMs } from '../shared/ids.ts';
import { noticeChoice, notificationSchedule, pushSubscription, userDevice } from './user-device.ts';

const deviceParams = z.object({ deviceUid: z.string().min(1).max(100) });

export const userDevicesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/user-devices',
    permission: 'signedIn',
    summary: 'Lists the own browsers that asked for notifications.',
    output: z.object({ items: z.array(userDevice) }),
  }),
  register: defineCall({
    method: 'POST',
    path: '/api/v1/user-devices/web',
    permission: 'signedIn',
    summary: 'Registers this browser for notifications, or renews its subscription.',
    body: z.object({ deviceUid: z.string().min(8).max(100), name, subscription: pushSubscription }),
    output: userDevice,
    status: 201,
    errors: ['address_refused', 'too_many'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/user-devices/{deviceUid}',
    permission: 'signedIn',
    summary: 'Switches notifications of one browser on or off, or mutes it for a while.',
    params: deviceParams,
    body: z.object({ enabled: z.boolean().optional(), mutedUntil: utcMs.nullable().optional() }),
    output: userDevice,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/user-devices/{deviceUid}',
    permission: 'signedIn',
    summary: 'Forgets a browser.',
    params: deviceParams,
    output: z.object({}),
  }),
  sendTest: defineCall({
    method: 'POST',
    path: '/api/v1/user-devices/{deviceUid}/test',
    permission: 'signedIn',
    summary: 'Sends a test notification to one of the own browsers; at most one a second.',
    params: deviceParams,
    output: z.object({}),
    status: 202,
    errors: ['push_failed', 'rate_limited'],
  }),
  getSchedule: defineCall({
    method: 'GET',
    path: '/api/v1/user-devices/schedule',
    permission: 'signedIn',
    summary: 'Answers when notifications may arrive.',
    output: notificationSchedule,
  }),
  setSchedule: defineCall({
    method: 'POST',
    path: '/api/v1/user-devices/schedule',
    permission: 'signedIn',
    summary: 'Sets when notifications may arrive.',
    body: notificationSchedule,
    output: notificationSchedule,
    errors: ['time_zone_unknown'],
  }),
  getNotices: defineCall({
    method: 'GET',
    path: '/api/v1/user-devices/notices',
    permission: 'signedIn',
    summary: 'Answers what the caller wants to be notified of; nothing until it was chosen.',
    output: noticeChoice,
  }),
  setNotices: defineCall({
    method: 'PUT',
    path: '/api/v1/user-devices/notices',
    permission: 'signedIn',
    summary: 'Sets what the caller wants to be notified of, in every organization and for what may be seen there.',
    body: noticeChoice,
    output: noticeChoice,
  }),
};
