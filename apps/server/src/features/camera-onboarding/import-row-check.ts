import type { ImportRowInput } from '@sightline/contracts/camera-onboarding/camera-import';
import { deviceHost, devicePort } from '@sightline/contracts/cameras/device-address';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { name as cameraName } from '@sightline/contracts/shared/ids';
import { addressFault, isHost, splitAddress } from '@sightline/domain/cameras/stream-address';
import { isAccount } from '../cameras/cameras.public.ts';

const onvifPort = 80;
const rtspPort = 554;
const accountLimit = 200;

/** A row of a list as it is kept: either an address of a stream, or a device that is asked by ONVIF. */
export interface CheckedRow {
  line: number;
  name: string;
  host: string;
  port: number;
  /** Without credentials; empty when the device says itself what it offers. */
  url: string;
  credentials: { username: string; password: string };
  cause: ErrorCode | null;
  /** Columns that are wrong, by their headings. */
  fields: string[];
}

interface Address {
  url: string;
  account: { username: string; password: string };
  fault: ErrorCode | null;
}

/** An IPv6 address stands in brackets where a port may follow. */
const inUrl = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/** A whole RTSP address, or the path of one at the host and port of the row. */
function addressOf(connectionString: string, host: string, port: number | null): Address {
  const isPath = connectionString.startsWith('/') && host !== '';
  const whole = isPath ? `rtsp://${inUrl(host)}:${String(port ?? rtspPort)}${connectionString}` : connectionString;
  const { url, ...account } = splitAddress(whole);
  return { url, account, fault: addressFault(url) ?? (isAccount(account) ? null : 'camera_url_invalid') };
}

function portOf(text: string): { port: number | null; isWrong: boolean } {
  if (text === '') return { port: null, isWrong: false };
  const read = /^\d{1,5}$/.test(text) ? devicePort.safeParse(Number(text)) : null;
  return read?.success ? { port: read.data, isWrong: false } : { port: null, isWrong: true };
}

/** Judges a row of a file; what is wrong in it is said by the headings of its columns. */
export function checkRow(row: ImportRowInput): CheckedRow {
  const name = cameraName.safeParse(row.name);
  const [host, connectionString] = [row.ip.trim(), row.connectionString.trim()];
  const { port, isWrong: isPortWrong } = portOf(row.port.trim());
  const isHostWrong = host !== '' && !(deviceHost.safeParse(host).success && isHost(inUrl(host)));
  // A path at a host that is none is not what is wrong.
  const isJudged = connectionString !== '' && !(isHostWrong && connectionString.startsWith('/'));
  const address = isJudged ? addressOf(connectionString, host, port) : null;
  const fault = address?.fault ?? null;
  const fields = [
    ...(name.success ? [] : ['name']),
    ...(isHostWrong || (host === '' && address === null) ? ['ip'] : []),
    ...(isPortWrong ? ['port'] : []),
    ...(isAccount({ username: row.username.trim(), password: '' }) ? [] : ['username']),
    ...(isAccount({ username: '', password: row.password }) ? [] : ['password']),
    ...(fault === null ? [] : ['connection string']),
  ];
  const typed = { username: row.username.trim().slice(0, accountLimit), password: row.password.slice(0, accountLimit) };
  return {
    line: row.line,
    name: name.success ? name.data : row.name.trim().slice(0, 120),
    host: host.slice(0, 253),
    port: port ?? onvifPort,
    url: fault === null ? (address?.url ?? '') : '',
    credentials: typed.username === '' && typed.password === '' ? (fault === null ? (address?.account ?? typed) : typed) : typed,
    cause: fields.length === 0 ? null : fields.length === 1 && fault !== null ? fault : 'validation_failed',
    fields,
  };
}
