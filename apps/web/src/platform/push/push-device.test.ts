import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { appInfoQuery } from '../app-info/app-info.ts';
import { notificationState, turnOnNotifications } from './push-device.ts';
import { deviceName, keyBytes, subscriptionInput } from './subscription-input.ts';

const logged: unknown[] = [];
const sent: { url: string; body: unknown }[] = [];
const kept = new Map<string, string>();
const json = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };

const browser = (
  permission: NotificationPermission,
  subscribe = (): Promise<unknown> => Promise.resolve({ toJSON: () => json }),
): void => {
  const pushManager = { subscribe, getSubscription: () => Promise.resolve(null) };
  vi.stubGlobal('Notification', { permission, requestPermission: () => Promise.resolve(permission) });
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537',
    serviceWorker: { getRegistration: () => Promise.resolve({ pushManager }) },
  });
  vi.stubGlobal('window', { PushManager: Object, Notification: Object });
};

beforeEach(() => {
  logged.length = 0;
  sent.length = 0;
  vi.spyOn(console, 'warn').mockImplementation((text) => void logged.push(text));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('fetch', (url: string, request: { body?: string }) => {
    sent.push({ url, body: JSON.parse(request.body ?? 'null') });
    return Promise.resolve(Response.json({ deviceUid: 'd' }, { status: 201 }));
  });
  queryClient.setQueryData(appInfoQuery().queryKey, { pushPublicKey: 'AQID' } as never);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('notifications of this browser', () => {
  it('PUSH-004 only logs when the person does not allow them', async () => {
    browser('denied');
    expect(await turnOnNotifications()).toBeNull();
    expect([logged, sent]).toEqual([['Could not subscribe to notifications'], []]);
  });

  it('PUSH-004 only logs when the push service does not answer', async () => {
    browser('granted', () => Promise.reject(new Error('no push service')));
    expect(await turnOnNotifications()).toBeNull();
    expect(logged).toEqual(['Could not subscribe to notifications']);
  });

  it('PUSH-001 sends endpoint and keys of the subscription, under the same name of the browser each time', async () => {
    browser('granted');
    await turnOnNotifications();
    await turnOnNotifications();
    expect(sent[0]).toMatchObject({
      url: '/api/v1/user-devices/web',
      body: { name: 'Chrome, Windows', subscription: json },
    });
    expect(sent[1]?.body).toEqual(sent[0]?.body);
  });

  it('says that they are not possible, not allowed, or off', async () => {
    browser('granted');
    expect(await notificationState()).toBe('off');
    browser('denied');
    expect(await notificationState()).toBe('denied');
    vi.stubGlobal('window', {});
    expect(await notificationState()).toBe('unsupported');
  });

  it('reads the key of the server, and refuses a subscription without keys', () => {
    expect([...keyBytes('-_8B')]).toEqual([251, 255, 1]);
    expect(subscriptionInput({ endpoint: 'https://push.example/1' })).toBeNull();
    expect(deviceName('curl/8')).toBe('Browser');
  });
});
