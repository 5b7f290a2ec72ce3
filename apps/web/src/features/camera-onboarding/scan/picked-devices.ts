import type { CameraScan } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import type { ImportRowInput } from '@sightline/contracts/camera-onboarding/camera-import';
import type { Account } from '../../../ui/forms/account-fields.tsx';

/** A device that a scan found. */
export type Found = CameraScan['devices'][number];

/** A device that was picked: its name, and an account of its own instead of the common one. */
export interface Picked {
  device: Found;
  name: string;
  account: Account | null;
}

export const keyOfDevice = ({ host, port }: Found): string => `${host} ${String(port)}`;

/** Devices that can be asked for their streams. One that is a camera already may be a recorder, which has more of them. */
export const isPickable = ({ isOnvif }: Found): boolean => isOnvif;

/** Pickable devices of which there is no camera yet. */
export const isNew = (device: Found): boolean => isPickable(device) && device.cameraCount === 0;

/** A name to begin with. */
export const nameOfDevice = ({ name, manufacturer, model, host }: Found): string => {
  const said = name.trim() === '' ? `${manufacturer} ${model}`.trim() : name.trim();
  return (said === '' ? host : said).slice(0, 120);
};

/** Picked devices as rows of a list, which the server works on. */
export const rowsOfPicked = (picked: readonly Picked[], common: Account): ImportRowInput[] =>
  picked.map(({ device, name, account }, index) => ({
    line: index + 2,
    name,
    ip: device.host,
    port: String(device.port),
    ...(account ?? common),
    connectionString: '',
  }));
