import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const secretKeys = [
  'password',
  'newPassword',
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
  text.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"']*@/gi, '$1***@').replace(/([?&](?:signature|token|session)=)[^&\s"']+/gi, '$1***');

/** Our log: JSON lines, secrets left out by name and in addresses. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { program: 'server' },
    redact: { paths: redactedPaths, censor: '***' },
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      streamWrite: maskSecrets,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
