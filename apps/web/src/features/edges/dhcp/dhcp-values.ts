import type { DhcpSettings } from '@sightline/contracts/edges/dhcp';

const part = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const address = new RegExp(`^${part}(\\.${part}){3}$`);

/** Whether a text is an address of version 4. */
export const isAddress = (text: string): boolean => address.test(text.trim());

/** Whether a text is a hardware address, with colons, hyphens or nothing between. */
export const isHardwareAddress = (text: string): boolean =>
  /^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$|^[0-9a-f]{12}$/i.test(text.trim());

/** Whether a text may be the name of a device in its network, or is empty. */
export const isHostName = (text: string): boolean =>
  /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)?$/.test(text.trim());

/** Whether minutes of a lease are as many as the core takes; a field that was emptied holds a text. */
export const isLease = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 2 && value <= 10_080;

/** Settings as they are sent: blanks around a pasted address are no part of it. */
export const trimmedSettings = (settings: DhcpSettings): DhcpSettings => ({
  ...settings,
  rangeStart: settings.rangeStart.trim(),
  rangeEnd: settings.rangeEnd.trim(),
});
