import type { OnvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import { channelsOf } from '@sightline/domain/cameras/profile-choice';
import type { Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { machineOf, type DeviceIdentity } from '../cameras/cameras.public.ts';
import { foundAt } from './camera-scans.repository.ts';

type Said = Pick<OnvifDevice, 'manufacturer' | 'model' | 'serial' | 'macAddress' | 'profiles'>;

/** A serial number with its maker and model; null where the device has none. */
export const serialMark = ({ manufacturer, model, serial }: Omit<Said, 'macAddress' | 'profiles'>): string | null =>
  serial === '' ? null : `${manufacturer} ${model} ${serial}`;

/**
 * What is kept of a device with the camera that it becomes: what the actor's last scans found where it is reached, and what it `said` of
 * itself when it was asked for its streams.
 */
export async function addedDevice(
  trx: Work,
  actor: MemberActor,
  { edgeId, host, port, said }: { edgeId: string; host: string; port: number; said: Said },
): Promise<DeviceIdentity> {
  const { organizationId, userId } = actor;
  const near = await foundAt(trx, { organizationId, userId }, { edgeId, port });
  const found = near.find((device) => machineOf(device.host) === machineOf(host));
  return {
    // Scans of before the cores said it have none.
    deviceUuid: found?.uuid ?? null,
    deviceSerial: serialMark(said),
    // Of a device with several cards the one that is reached, as the next scan will find it.
    deviceMac: found?.macAddress ?? said.macAddress,
    deviceChannels: channelsOf(said.profiles).length || null,
  };
}
