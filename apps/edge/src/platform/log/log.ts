import pino from 'pino';
import { z } from 'zod';
import { machineClock } from '../clock.ts';
import type { LogFiles } from './log-files.ts';

export type Log = pino.Logger;

/** Fields that never reach a log line, at any depth we use. */
const secrets = ['password', 'credentials', 'username', 'uploadToken', 'token', 'privateKey', 'code'];

const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const secretNames = '(?:password|credentials|uploadToken|token|privateKey)';
const secretField = new RegExp(`("${secretNames}"\\s*:\\s*)${quoted}`, 'g');
/** A text as JSON holds it, within a text that is JSON already. */
const quotedTwice = String.raw`\\"(?:[^"\\]|\\\\(?:\\.|[^\\"]))*\\"`;
/** JSON that a message repeats, and objects as the runtime prints them when a process ends by an error. */
const repeatedField = new RegExp(String.raw`(\\"${secretNames}\\"\s*:\s*)${quotedTwice}`, 'g');
const printedField = new RegExp(String.raw`\b(${secretNames}:\s*)(?:'(?:[^'\\]|\\.)*'|${quotedTwice})`, 'g');
/** Passwords hold `/` and `@` as well; what follows a host with a port is none. */
const account = /([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/"@:[]*:(?!\d{1,5}(?:[/?#\s"\\]|$))[^\s"]*@|[^\s/"@]+@)/gi;
/** Simple devices take the password in the address. */
const secretQuery = /([?&;](?:password|passwd|pwd|pass)=)[^&\s"\\]+/gi;

/** Takes out what must not be read: accounts inside of addresses, secrets deep inside of fields, claim codes. */
export const maskSecrets = (line: string): string =>
  line
    .replaceAll(account, '$1***@')
    .replaceAll(secretQuery, '$1***')
    .replaceAll(secretField, '$1"***"')
    .replaceAll(repeatedField, '$1***')
    .replaceAll(printedField, '$1***')
    .replaceAll(/(--claim[ =])[0-9A-Za-z-]{12,20}/g, '$1***');

/** JSON lines to `stream` (standard output unless said), with secrets removed and credentials in addresses masked. */
export function makeLog(name: string, stream?: pino.DestinationStream): Log {
  return pino(
    {
      name,
      base: { name },
      redact: { paths: secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), remove: true },
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: maskSecrets },
    },
    stream ?? pino.destination({ fd: 1, sync: true }),
  );
}

/** Takes a line that a child process said; `isSpoken`: as its own log, and not as what native code and the runtime print beside it. */
export type ChildLines = (child: string, line: string, isSpoken: boolean) => void;

const childLines = new WeakMap<Log, ChildLines>();

/** Where lines of children go of the process that has this log; undefined: to standard output, without a detour. */
export const childLinesOf = (log: Log): ChildLines | undefined => childLines.get(log);

/** A log that goes to `output` (standard output unless said) and into files, together with what children say. */
export function makeFiledLog(
  name: string,
  files: LogFiles,
  output: pino.DestinationStream = pino.destination({ fd: 1, sync: true }),
): Log {
  const write = (line: string): void => {
    output.write(line);
    files.write(line);
  };
  const log = makeLog(name, { write });
  childLines.set(log, (child, line, isSpoken) => write(`${maskSecrets(childLine(child, line, isSpoken))}\n`));
  return log;
}

const ownLine = z.looseObject({
  level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
  time: z.number(),
});
/** A line waits for no longer than this between a child and the file. */
const lateMs = 60_000;

/**
 * Native code prints what cameras sent, line feeds and all: whatever such a line says of itself, it is what this child said, now. Only
 * the child's own log is believed, about its level and its time.
 */
function childLine(child: string, line: string, isSpoken: boolean): string {
  const [name] = child.split(' ');
  const nowMs = machineClock.nowUtcMs();
  const own = isSpoken ? readOwn(line) : null;
  if (own === null) return JSON.stringify({ level: 'warn', time: nowMs, name, msg: line });
  const { level, time, ...rest } = own;
  return JSON.stringify({ level, time: Math.abs(time - nowMs) <= lateMs ? time : nowMs, ...rest, name });
}

function readOwn(line: string): z.infer<typeof ownLine> | null {
  if (!line.startsWith('{"level"')) return null;
  try {
    return ownLine.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    // Cut, or no log at all: said in plain words.
    return null;
  }
}
