/** A mail as it arrived. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers of the whole mail, names in lower case. */
  headers: Map<string, string>;
  text: string;
  html: string;
  attachments: { filename: string; content: Buffer }[];
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function takeApart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end === -1 ? raw.length : end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers, body: end === -1 ? '' : raw.slice(end + 4) };
}

const fromQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

function contentOf({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable' ? fromQuotedPrintable(body) : Buffer.from(body, 'utf8');
}

/** The leaves of a mail, whatever they are nested in. */
function leavesOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(part.headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [part];
  const pieces = part.body.split(`--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => leavesOf(takeApart(piece.replace(/^\r\n/, '').replace(/\r\n$/, ''))));
}

/** Words outside of ASCII in a header. */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(words, 'base64')
        : fromQuotedPrintable(words.replaceAll('_', ' '))
      ).toString('utf8'),
    );

/** Reads a mail as its reader's program would. */
export function readMail(raw: string, envelope: { from: string; to: string[] }): ReceivedMail {
  const whole = takeApart(raw);
  const leaves = leavesOf(whole);
  const typeOf = ({ headers }: Part) => headers.get('content-type') ?? '';
  const named = leaves.filter(({ headers }) => headers.get('content-disposition')?.startsWith('attachment') ?? false);
  const textOf = (type: string): string => {
    const leaf = leaves.find((one) => typeOf(one).startsWith(type) && !named.includes(one));
    return leaf ? contentOf(leaf).toString('utf8').replaceAll('\r\n', '\n') : '';
  };
  return {
    ...envelope,
    headers: new Map([...whole.headers].map(([name, value]) => [name, decodeWords(value)])),
    text: textOf('text/plain'),
    html: textOf('text/html'),
    attachments: named.map((leaf) => ({
      filename: /filename="?([^";]+)"?/.exec(leaf.headers.get('content-disposition') ?? '')?.[1] ?? '',
      content: contentOf(leaf),
    })),
  };
}
