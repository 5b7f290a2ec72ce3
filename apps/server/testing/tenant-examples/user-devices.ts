import type { TenantExamples } from '../tenant-things.ts';

// The public half of a key pair that nobody has.
const browserKeys = {
  p256dh: 'BL4bcsui32DikuRI2a5M1dwq5r5gjb-JqUpIMDYRJD80JGgAbBpsbtEePkAYgsuwtyZ1hSQ4mV1y9-HGiLWRHMo',
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
};

export const tenantExamples: TenantExamples = {
  'userDevices.list': () => ({}),
  'userDevices.register': () => ({
    body: {
      deviceUid: 'a-browser',
      name: 'Browser',
      subscription: { endpoint: 'https://192.88.0.1/push', keys: browserKeys },
    },
  }),
  'userDevices.update': () => ({ params: { deviceUid: 'a-browser' }, body: { enabled: false } }),
  'userDevices.remove': () => ({ params: { deviceUid: 'a-browser' } }),
  'userDevices.sendTest': () => ({ params: { deviceUid: 'a-browser' } }),
  'userDevices.getSchedule': () => ({}),
  'userDevices.setSchedule': () => ({ body: { enabled: false, timezone: 'UTC', days: [[], [], [], [], [], [], []] } }),
  'userDevices.getNotices': () => ({}),
  'userDevices.setNotices': () => ({ body: { coreOffline: true, cameraOffline: false } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'userDevices.sendTest': 'a message to oneself',
};
