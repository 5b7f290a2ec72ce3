import { pino, type DestinationStream, type Logger } from 'pino';
import { rememberingLines } from './recent-lines.ts';

export type Log = Logger;

const secretKeys = [
  'password',
  'newPassword',
  'currentPassword',
  'challenge',
  'manualCode',
  'backupCodes',
  'authorization',
  'cookie',
  'accessToken',
  'idToken',
  'refreshToken',
  'token',
  'uploadToken',
  'credentials',
  'signature',
  'code',
];
/** Where secrets can stand in what we log: at the top, in a body, in headers. */
const redactedPaths = secretKeys
  .filter((key) => key !== 'code')
  .flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  .concat(['req.headers["set-cookie"]', 'body.code', '*.body.code']);

/** Hides credentials in addresses and signatures in queries, wherever they stand in a text. */
export const maskSecrets = (text: string): string =>
  text
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"']*@/gi, '$1***@')
    .replace(/([?&](?:signature|token|session)=)[^&\s"']+/gi, '$1***');

interface LoggedError {
  type: string;
  message: string;
  stack?: string | undefined;
  code?: string | undefined;
  cause?: LoggedError;
}

/** What is worth keeping of an error. Drivers hang whole connections, with their secrets, on theirs. */
function loggedError(value: unknown, depth = 0): LoggedError {
  if (!(value instanceof Error)) return { type: typeof value, message: String(value).slice(0, 1000) };
  const { code } = value as { code?: unknown };
  return {
    type: value.name,
    message: value.message,
    stack: value.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(value.cause === undefined || depth >= 3 ? {} : { cause: loggedError(value.cause, depth + 1) }),
  };
}

/** Our log: JSON lines, secrets left out by name and in addresses. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { program: 'server' },
    redact: { paths: redactedPaths, censor: '***' },
    serializers: { err: (value: unknown) => loggedError(value) },
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      streamWrite: maskSecrets,
    },
  };
  return pino(options, rememberingLines(destination ?? pino.destination(1)));
}
