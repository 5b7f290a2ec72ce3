import type { CameraScan, DeviceChannel } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import type { ImportRowInput } from '@sightline/contracts/camera-onboarding/camera-import';
import type { Account } from '../../../ui/forms/account-fields.tsx';

/** A device that a scan found. */
export type Found = CameraScan['devices'][number];

/** A channel of a device with the name of the camera that it becomes when it is picked. */
export interface PickedChannel {
  channel: DeviceChannel;
  isPicked: boolean;
  name: string;
}

/** A device that was picked: its name, and an account of its own instead of the common one. */
export interface Picked {
  device: Found;
  name: string;
  account: Account | null;
  /** Its channels once it was asked for them; null: the server takes the first that is no camera yet. */
  channels: readonly PickedChannel[] | null;
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

/** Channels that can become cameras. One that is a camera under another address may become one again: devices may say the same of themselves. */
export const canBePicked = ({ main, added }: DeviceChannel): boolean =>
  main !== null && (added === null || added.isElsewhere);

/** Channels as they are first shown: all new ones are picked, and numbered where there are several. */
export const firstChannels = (device: Found, channels: readonly DeviceChannel[]): PickedChannel[] =>
  channels.map((channel, index) => ({
    channel,
    isPicked: canBePicked(channel) && channel.added === null,
    name: channels.length === 1 ? nameOfDevice(device) : `${nameOfDevice(device).slice(0, 115)} ${String(index + 1)}`,
  }));

/** What becomes a camera, each with its name and its channel; the device itself while its channels are not known. */
const wantedOf = ({ name, channels }: Picked): { name: string; channel: string }[] =>
  channels === null
    ? [{ name, channel: '' }]
    : channels.flatMap((one) => (one.isPicked ? [{ name: one.name, channel: one.channel.channel }] : []));

/** Whether something becomes a camera and all of that has a name. */
export const isComplete = (picked: readonly Picked[]): boolean => {
  const wanted = picked.flatMap(wantedOf);
  return wanted.length > 0 && wanted.every(({ name }) => name.trim() !== '');
};

/** Picked devices and channels as rows of a list, which the server works on. */
export const rowsOfPicked = (picked: readonly Picked[], common: Account): ImportRowInput[] =>
  picked
    .flatMap((one) => wantedOf(one).map((wanted) => ({ ...wanted, one })))
    .map(({ name, channel, one: { device, account } }, index) => ({
      line: index + 2,
      name,
      ip: device.host,
      port: String(device.port),
      ...(account ?? common),
      connectionString: '',
      ...(channel === '' ? {} : { channel }),
    }));
