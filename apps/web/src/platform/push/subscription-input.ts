import type { PushSubscriptionInput } from '@sightline/contracts/user-devices/user-device';

/** The server's key as the push manager wants it: bytes of its base64url form. */
export const keyBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.codePointAt(0) ?? 0);

/** What the server needs to know of a subscription; null when the browser gave no keys. */
export const subscriptionInput = ({ endpoint, keys }: PushSubscriptionJSON): PushSubscriptionInput | null => {
  const { p256dh, auth } = keys ?? {};
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? null
    : { endpoint, keys: { p256dh, auth } };
};

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** A name by which people recognise their browser in the list of devices, for instance "Chrome, Windows". */
export const deviceName = (userAgent: string): string => {
  const find = (known: readonly (readonly [string, string])[]): string | undefined =>
    known.find(([mark]) => userAgent.includes(mark))?.[1];
  return [find(browsers), find(systems)].filter((one) => one !== undefined).join(', ') || 'Browser';
};
