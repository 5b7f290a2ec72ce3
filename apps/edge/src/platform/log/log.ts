import pino from 'pino';

export type Log = pino.Logger;

/** Fields that never reach a log line, at any depth we use. */
const secrets = ['password', 'credentials', 'username', 'uploadToken', 'token', 'privateKey', 'code'];

/** JSON lines to `stream` (standard output unless said), with secrets removed and RTSP credentials masked. */
export function makeLog(name: string, stream?: pino.DestinationStream): Log {
  return pino(
    {
      name,
      base: { name },
      redact: { paths: secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), remove: true },
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (line) => line.replaceAll(/(rtsps?:\/\/)[^\s/"@]+@/gi, '$1***@') },
    },
    stream ?? pino.destination({ fd: 1, sync: true }),
  );
}
