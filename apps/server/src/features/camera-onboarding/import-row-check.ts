import type { CellProblem, ImportRowInput, RowFault } from '@sightline/contracts/camera-onboarding/camera-import';
import { deviceHost, devicePort } from '@sightline/contracts/cameras/device-address';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { name as cameraName } from '@sightline/contracts/shared/ids';
import { addressFault, isHost, splitAddress } from '@sightline/domain/cameras/stream-address';
import { isAccount } from '../cameras/cameras.public.ts';

const onvifPort = 80;
const rtspPort = 554;
const accountLimit = 200;
const nameLimit = 120;

/** A row of a list as it is kept: either an address of a stream, or a device that is asked by ONVIF. */
export interface CheckedRow {
  line: number;
  name: string;
  host: string;
  port: number;
  /** Without credentials; empty when the device says itself what it offers. */
  url: string;
  /** Of a device that is asked: its channel; empty for the first that is no camera yet. */
  channel: string;
  credentials: { username: string; password: string };
  cause: ErrorCode | null;
  faults: RowFault[];
}

interface Address {
  url: string;
  account: { username: string; password: string };
  fault: ReturnType<typeof addressFault>;
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

function portOf(text: string): { port: number | null; problem: CellProblem | null } {
  if (text === '') return { port: null, problem: null };
  // A number with a sign or a fraction is one, though none of a port.
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return { port: null, problem: 'notNumber' };
  const read = /^\d+$/.test(text) ? devicePort.safeParse(Number(text)) : null;
  return read?.success ? { port: read.data, problem: null } : { port: null, problem: 'outOfRange' };
}

const nameProblem = (text: string): CellProblem | null => {
  if (cameraName.safeParse(text).success) return null;
  if (text.trim() === '') return 'missing';
  return text.trim().length > nameLimit ? 'tooLong' : 'invalid';
};

const accountProblem = (account: { username: string; password: string }): CellProblem | null => {
  if (isAccount(account)) return null;
  return (account.username + account.password).length > accountLimit ? 'tooLong' : 'invalid';
};

/** Judges a row of a file; what is wrong in it is said of each cell by the heading of its column. */
export function checkRow(row: ImportRowInput): CheckedRow {
  const [host, connectionString] = [row.ip.trim(), row.connectionString.trim()];
  const { port, problem: portProblem } = portOf(row.port.trim());
  const isHostWrong = host !== '' && !(deviceHost.safeParse(host).success && isHost(inUrl(host)));
  // A path at a host that is none is not what is wrong.
  const isAssessed = connectionString !== '' && !(isHostWrong && connectionString.startsWith('/'));
  const address = isAssessed ? addressOf(connectionString, host, port) : null;
  const fault = address?.fault ?? null;
  const problems: Record<string, CellProblem | null> = {
    name: nameProblem(row.name),
    ip: isHostWrong ? 'invalid' : host === '' && address === null ? 'missing' : null,
    port: portProblem,
    username: accountProblem({ username: row.username.trim(), password: '' }),
    password: accountProblem({ username: '', password: row.password }),
    'connection string': fault,
  };
  const wrong = Object.entries(problems).flatMap(([column, problem]) =>
    problem === null ? [] : [{ column, problem }],
  );
  const ofRow = row.hasOpenQuote === true ? 'openQuote' : row.hasOtherCells === true ? 'cellCount' : null;
  const faults: RowFault[] = ofRow === null ? wrong : [{ column: 'row', problem: ofRow }];
  const typed = { username: row.username.trim().slice(0, accountLimit), password: row.password.slice(0, accountLimit) };
  return {
    line: row.line,
    name: row.name.trim().slice(0, nameLimit),
    host: host.slice(0, 253),
    port: port ?? onvifPort,
    url: fault === null ? (address?.url ?? '') : '',
    channel: row.channel ?? '',
    credentials:
      typed.username === '' && typed.password === '' ? (fault === null ? (address?.account ?? typed) : typed) : typed,
    cause: faults.length === 0 ? null : faults.length === 1 && fault !== null ? fault : 'validation_failed',
    faults,
  };
}
