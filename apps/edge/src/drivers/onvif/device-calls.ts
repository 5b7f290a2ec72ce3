import { AppError } from '@sightline/contracts/shared/errors';
import { deviceText, macAddressOf } from './device-text.ts';
import type { OnvifConnection, ServicePlace } from './onvif-connection.ts';
import { unlessUnsupported } from './onvif-connection.ts';
import type { DeviceInformation } from './onvif-port.ts';
import type { XmlElement } from './xml-element.ts';
import { allNamed, childrenNamed, elementAt, numberAt, textAt } from './xml-element.ts';

const space = 'xmlns="http://www.onvif.org/ver10/device/wsdl"';

/** Path of the device service that the standard fixes. */
export const devicePlace = ({ port }: { port: number }): ServicePlace => ({ port, path: '/onvif/device_service' });

const ask = (connection: OnvifConnection, body: string, isOpen = false): Promise<XmlElement> =>
  connection.call(devicePlace(connection), { body, isOpen });

function utcOf(answer: XmlElement): number | null {
  const utc = elementAt(answer, 'SystemDateAndTime', 'UTCDateTime');
  const [year, month, day] = ['Year', 'Month', 'Day'].map((name) => numberAt(utc, 'Date', name));
  const [hour, minute, second] = ['Hour', 'Minute', 'Second'].map((name) => numberAt(utc, 'Time', name));
  if (year == null || month == null || day == null || hour == null || minute == null || second == null) return null;
  const utcMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return year < 1970 || year > 2200 || Number.isNaN(utcMs) ? null : utcMs;
}

/** Device's clock minus ours, to about a second; null when the device does not say. Every device that speaks ONVIF answers this to anybody. */
export async function readClockOffset(connection: OnvifConnection, nowUtcMs: () => number): Promise<number | null> {
  const askedAtUtcMs = nowUtcMs();
  const answer = await ask(connection, `<GetSystemDateAndTime ${space}/>`, true).catch((error: unknown) => {
    // Some want a password even for this: the first protected call will tell whether it is right.
    const code = error instanceof AppError ? error.code : null;
    if (code === 'camera_credentials_refused' || code === 'onvif_unsupported' || code === 'onvif_refused') return null;
    throw error;
  });
  const deviceUtcMs = answer === null ? null : utcOf(answer);
  // The device says whole seconds: half of one is the middle of what it may mean.
  return deviceUtcMs === null ? null : Math.round(deviceUtcMs + 500 - (askedAtUtcMs + nowUtcMs()) / 2);
}

export async function readInformation(connection: OnvifConnection): Promise<DeviceInformation> {
  const answer = await ask(connection, `<GetDeviceInformation ${space}/>`);
  if (answer.name !== 'GetDeviceInformationResponse')
    throw new AppError('camera_not_onvif', { answer: deviceText(answer.name, 60) });
  const text = (name: string): string => deviceText(textAt(answer, name));
  return {
    manufacturer: text('Manufacturer'),
    model: text('Model'),
    firmware: text('FirmwareVersion'),
    serial: text('SerialNumber'),
  };
}

/** Hardware address of the first network of the device that has one. */
export async function readMacAddress(connection: OnvifConnection): Promise<string | null> {
  const answer = await unlessUnsupported(ask(connection, `<GetNetworkInterfaces ${space}/>`));
  if (answer === null) return null;
  return allNamed(answer, 'HwAddress').flatMap(({ text }) => macAddressOf(text) ?? [])[0] ?? null;
}

export type ServiceName = 'media' | 'media2' | 'ptz' | 'imaging' | 'events';
export type ServicePlaces = Partial<Record<ServiceName, ServicePlace>>;

const nameOfSpace: Record<string, ServiceName> = {
  'http://www.onvif.org/ver10/media/wsdl': 'media',
  'http://www.onvif.org/ver20/media/wsdl': 'media2',
  'http://www.onvif.org/ver20/ptz/wsdl': 'ptz',
  'http://www.onvif.org/ver20/imaging/wsdl': 'imaging',
  'http://www.onvif.org/ver10/events/wsdl': 'events',
};

const nameOfCapability: Record<string, ServiceName> = {
  Media: 'media',
  PTZ: 'ptz',
  Imaging: 'imaging',
  Events: 'events',
};

/**
 * Where the device says that a service is, at the host that we reached: path and query are the device's, and the port when
 * it names our host. Behind a router it names another host, and its port means nothing here.
 */
export function placeOf(
  connection: { host: string; address: string; port: number },
  named: string,
): ServicePlace | null {
  if (!URL.canParse(named)) return null;
  const url = new URL(named);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const isOurs = [connection.host, connection.address].some(
    (host) => url.hostname.replace(/^\[(.*)\]$/, '$1') === host.replace(/^\[(.*)\]$/, '$1').toLowerCase(),
  );
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { port: isOurs && port > 0 ? port : connection.port, path: `${url.pathname}${url.search}` };
}

/** The services that a device offers; older ones know `GetCapabilities` only. */
export async function readServices(connection: OnvifConnection): Promise<ServicePlaces> {
  const places: ServicePlaces = {};
  const add = (name: ServiceName | undefined, named: string): void => {
    const place = name === undefined ? null : placeOf(connection, named);
    if (name !== undefined && place !== null) places[name] ??= place;
  };
  const services = await unlessUnsupported(
    ask(connection, `<GetServices ${space}><IncludeCapability>false</IncludeCapability></GetServices>`),
  );
  for (const service of childrenNamed(services, 'Service'))
    add(nameOfSpace[textAt(service, 'Namespace')], textAt(service, 'XAddr'));
  if (places.media !== undefined || places.media2 !== undefined) return places;
  const capabilities = await ask(connection, `<GetCapabilities ${space}><Category>All</Category></GetCapabilities>`);
  for (const capability of elementAt(capabilities, 'Capabilities')?.children ?? [])
    add(nameOfCapability[capability.name], textAt(capability, 'XAddr'));
  return places;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Sets the device's clock; its time zone stays. */
export async function writeClock(connection: OnvifConnection, atUtcMs: number): Promise<void> {
  const at = new Date(atUtcMs);
  const time = `<tt:Time><tt:Hour>${two(at.getUTCHours())}</tt:Hour><tt:Minute>${two(at.getUTCMinutes())}</tt:Minute><tt:Second>${two(at.getUTCSeconds())}</tt:Second></tt:Time>`;
  const date = `<tt:Date><tt:Year>${String(at.getUTCFullYear())}</tt:Year><tt:Month>${two(at.getUTCMonth() + 1)}</tt:Month><tt:Day>${two(at.getUTCDate())}</tt:Day></tt:Date>`;
  const body = `<SetSystemDateAndTime ${space}><DateTimeType>Manual</DateTimeType><DaylightSavings>false</DaylightSavings><UTCDateTime>${time}${date}</UTCDateTime></SetSystemDateAndTime>`;
  await ask(connection, body);
}

export async function rebootDevice(connection: OnvifConnection): Promise<void> {
  await ask(connection, `<SystemReboot ${space}/>`);
}
