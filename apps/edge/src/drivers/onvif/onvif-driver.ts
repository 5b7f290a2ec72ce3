import { AppError } from '@sightline/contracts/shared/errors';
import type { DeviceNetworks } from '../../platform/device-networks/device-networks.ts';
import type { ServicePlaces } from './device-calls.ts';
import {
  devicePlace,
  readClockOffset,
  readInformation,
  readMacAddress,
  readServices,
  rebootDevice,
  writeClock,
} from './device-calls.ts';
import { openPullPoint } from './event-calls.ts';
import { readImaging, writeImaging } from './imaging-calls.ts';
import { readProfiles, readStreamUrl } from './media-calls.ts';
import type { OnvifConnection, OnvifConnectionOptions } from './onvif-connection.ts';
import { openConnection } from './onvif-connection.ts';
import type { OnvifDevice, OnvifPort, OnvifTarget } from './onvif-port.ts';
import { goToPreset, moveHead, readIsMoving, readPresets, removePreset, savePreset, stopHead } from './ptz-calls.ts';

interface DriverOptions {
  networks: DeviceNetworks;
  nowUtcMs: () => number;
  /** Bound of each call. */
  timeoutMs?: number;
}

const usualTimeoutMs = 6_000;

function deviceOf(connection: OnvifConnection, nowUtcMs: () => number): OnvifDevice {
  let asked: Promise<ServicePlaces> | null = null;
  // Asked once; a failure is asked again.
  const places = (): Promise<ServicePlaces> =>
    (asked ??= readServices(connection).catch((error: unknown) => {
      asked = null;
      throw error;
    }));
  const ptz = async () => ({ connection, place: (await places()).ptz });
  const imaging = async () => ({ connection, place: (await places()).imaging });
  return {
    address: connection.address,
    get clockOffsetMs() {
      return connection.clockOffsetMs;
    },
    information: () => readInformation(connection),
    macAddress: () => readMacAddress(connection),
    async services() {
      const { ptz: head, imaging: picture, events } = await places();
      return { ptz: head !== undefined, imaging: picture !== undefined, events: events !== undefined };
    },
    profiles: async () => readProfiles(connection, await places()),
    streamUrl: async (token) => readStreamUrl(connection, await places(), token),
    presets: async (profile) => readPresets(await ptz(), profile),
    isMoving: async (profile) => readIsMoving(await ptz(), profile),
    move: async (profile, speed, forMs) => moveHead(await ptz(), profile, { speed, forMs }),
    stopMoving: async (profile) => stopHead(await ptz(), profile),
    goToPreset: async (profile, preset) => goToPreset(await ptz(), profile, preset),
    savePreset: async (profile, name) => savePreset(await ptz(), profile, name),
    removePreset: async (profile, preset) => removePreset(await ptz(), profile, preset),
    imaging: async (source) => readImaging(await imaging(), source),
    setImaging: async (source, wanted) => writeImaging(await imaging(), source, wanted),
    async setClock() {
      await writeClock(connection, nowUtcMs());
      connection.clockOffsetMs = await readClockOffset(connection, nowUtcMs);
    },
    reboot: () => rebootDevice(connection),
    openEvents: async () => openPullPoint(connection, (await places()).events),
  };
}

/** Something listens there and answers in SOAP, be it with a refusal. */
async function isThere(options: OnvifConnectionOptions): Promise<boolean> {
  try {
    const connection = await openConnection(options);
    const body = '<GetSystemDateAndTime xmlns="http://www.onvif.org/ver10/device/wsdl"/>';
    await connection.call(devicePlace(connection), { body, isOpen: true });
    return true;
  } catch (error) {
    return (
      error instanceof AppError &&
      (error.code === 'onvif_unsupported' || error.code === 'onvif_refused' || 'said' in error.data)
    );
  }
}

/** Speaks ONVIF over HTTP, in our own few calls: see docs/decisions/0012-onvif-client.md. */
export function createOnvifDriver({ networks, nowUtcMs, timeoutMs = usualTimeoutMs }: DriverOptions): OnvifPort {
  return {
    async open(target: OnvifTarget) {
      const connection = await openConnection({ ...target, networks, nowUtcMs, timeoutMs });
      connection.clockOffsetMs = await readClockOffset(connection, nowUtcMs);
      return deviceOf(connection, nowUtcMs);
    },
    isThere: ({ timeoutMs: limitMs, ...place }) =>
      isThere({ ...place, credentials: { username: '', password: '' }, networks, nowUtcMs, timeoutMs: limitMs }),
  };
}
