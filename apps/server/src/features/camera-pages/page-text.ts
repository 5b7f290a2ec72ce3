import { Transform, type TransformCallback } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { PageNames } from './page-request-headers.ts';

const rewritable = /^(text\/(html|css|javascript|xml)|application\/(x-)?(javascript|json|xml|xhtml\+xml))\s*(;|$)/i;
const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;
/** No address is longer; so much of a text waits for what follows it. */
const carriedChars = 320;

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Absolute addresses of the camera in a text, as scripts write them too (`http:\/\/`), with or without the port of the scheme. */
function addressesOf(cameraOrigin: string): RegExp {
  const { protocol, hostname, port } = new URL(cameraOrigin);
  const [page, socket] = protocol === 'https:' ? ['https', 'wss'] : ['http', 'ws'];
  const shownPort = port === '' ? `(?::${protocol === 'https:' ? '443' : '80'})?` : `:${port}`;
  return new RegExp(`(${page}|${socket}):(\\\\?/\\\\?/)${literal(hostname)}${shownPort}(?![\\w.:-])`, 'gi');
}

/**
 * Writes the address of the page in place of that of the camera, in a text that flows through. Bytes are taken for Latin-1
 * and come out as they were: only ASCII is replaced.
 */
class AddressRewriter extends Transform {
  readonly #pattern: RegExp;
  readonly #host: string;
  readonly #isSecure: boolean;
  #carried = '';

  constructor({ cameraOrigin, ownOrigin }: PageNames) {
    super();
    const own = new URL(ownOrigin);
    this.#pattern = addressesOf(cameraOrigin);
    this.#host = own.host;
    this.#isSecure = own.protocol === 'https:';
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pass(this.#carried + chunk.toString('latin1'), carriedChars);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#pass(this.#carried, 0);
    done();
  }

  #pass(text: string, kept: number): void {
    const until = text.length - kept;
    let out = '';
    let at = 0;
    for (const match of text.matchAll(this.#pattern)) {
      if (match.index >= until) break;
      const scheme = `${(match[1] ?? '').toLowerCase().startsWith('http') ? 'http' : 'ws'}${this.#isSecure ? 's' : ''}`;
      out += `${text.slice(at, match.index)}${scheme}:${match[2] ?? '//'}${this.#host}`;
      at = match.index + match[0].length;
    }
    const end = Math.max(at, until);
    out += text.slice(at, end);
    this.#carried = text.slice(end);
    if (out !== '') this.push(Buffer.from(out, 'latin1'));
  }
}

type Headers = Record<string, string | string[]>;
const changedByIt = new Set([
  'content-length',
  'content-encoding',
  'content-md5',
  'digest',
  'repr-digest',
  'content-digest',
  'accept-ranges',
]);

/**
 * What a text must pass through before it leaves, with the headers that then hold; null for what is passed as it is: other
 * kinds, parts of a text, and packings that are not known.
 */
export function textSteps(
  headers: Headers,
  status: number,
  names: PageNames,
): { steps: Transform[]; headers: Headers } | null {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (
    !rewritable.test(String(headers['content-type'] ?? '')) ||
    status === 206 ||
    headers['content-range'] !== undefined
  )
    return null;
  if (encoding !== 'identity' && !Object.hasOwn(decoders, encoding)) return null;
  const unpack = encoding === 'identity' ? [] : [decoders[encoding as keyof typeof decoders]() as Transform];
  return {
    steps: [...unpack, new AddressRewriter(names)],
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !changedByIt.has(name))),
  };
}
