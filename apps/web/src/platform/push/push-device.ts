import type { UserDevice } from '@sightline/contracts/user-devices/user-device';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { appInfoQuery } from '../app-info/app-info.ts';
import { logProblem } from '../log/log.ts';
import { deviceUid } from './device-uid.ts';
import { deviceName, keyBytes, subscriptionInput } from './subscription-input.ts';

/** `unsupported`: no service worker or push here, for instance on plain HTTP. `denied`: the person, or the browser, does not allow it. */
export type NotificationState = 'unsupported' | 'denied' | 'off' | 'on';

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const registration = async (): Promise<ServiceWorkerRegistration> => {
  const known = await navigator.serviceWorker.getRegistration('/');
  if (known === undefined) throw new Error('there is no service worker');
  return known;
};

/** Whether this browser gets notifications. */
export const notificationState = async (): Promise<NotificationState> => {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription()) == null ? 'off' : 'on';
};

const register = async (subscription: PushSubscription): Promise<UserDevice> => {
  const input = subscriptionInput(subscription.toJSON());
  const uid = deviceUid();
  if (input === null || uid === null) throw new Error('the browser keeps nothing or gave no keys');
  return call(userDevicesCalls.register, {
    body: { deviceUid: uid, name: deviceName(navigator.userAgent), subscription: input },
  });
};

const subscribe = async (): Promise<UserDevice> => {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('notifications were not allowed');
  const { pushPublicKey } = await queryClient.ensureQueryData(appInfoQuery());
  const { pushManager } = await registration();
  return register(
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(pushPublicKey) }),
  );
};

/** Asks the person, subscribes this browser and registers it; null when that failed, which is only logged. Call it on a press. */
export const turnOnNotifications = async (): Promise<UserDevice | null> => {
  try {
    return await subscribe();
  } catch (failure) {
    logProblem('Could not subscribe to notifications', failure);
    return null;
  }
};

/** Ends the subscription of this browser; the server is told first, because it can still be asked again when the rest fails. */
export const turnOffNotifications = async (): Promise<void> => {
  const uid = deviceUid();
  if (uid !== null) await call(userDevicesCalls.remove, { params: { deviceUid: uid } });
  const worker = await navigator.serviceWorker.getRegistration('/');
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
};

/** Tells the server the subscription of this browser again where there is one: push services change addresses as they like. */
export const renewNotifications = async (): Promise<void> => {
  try {
    if ((await notificationState()) !== 'on') return;
    const subscription = await (await registration()).pushManager.getSubscription();
    if (subscription !== null) await register(subscription);
  } catch (failure) {
    logProblem('Could not subscribe to notifications', failure);
  }
};
