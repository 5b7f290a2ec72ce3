import { concatBytes } from '../bytes/bytes.ts';
import { parseHead, type RtspMessage } from './rtsp-message.ts';

export interface RtspParserEvents {
  message: (message: RtspMessage) => void;
  /** RTP or RTCP on an interleaved channel. The view is only valid during the call. */
  interleaved: (channel: number, packet: Uint8Array) => void;
  /** The peer does not speak RTSP, or sends more than is allowed. The parser takes nothing further. */
  broken: (reason: 'not_rtsp' | 'too_large') => void;
}

export interface RtspParser {
  push(chunk: Uint8Array): void;
  /** Bytes skipped while looking for the next frame after garbage. */
  bytesSkipped(): number;
}

const maxHead = 64 * 1024;
const maxBody = 256 * 1024;
// Garbage before the first valid message means "not RTSP"; afterwards more is tolerated, but not for ever.
const maxGarbageBefore = 512;
const maxGarbageAfter = 4 * 1024 * 1024;
const dollarSign = 0x24;
const maxChannel = 31;

/**
 * Cuts the byte stream of an RTSP connection into messages and interleaved packets. Complete packets inside a chunk are
 * handed on as views without copying. After garbage it looks for the next `$` frame or `RTSP/` line.
 */
export function createRtspParser(events: RtspParserEvents): RtspParser {
  return new StreamParser(events);
}

const noBytes: Uint8Array = new Uint8Array(0);

class StreamParser implements RtspParser {
  readonly #events: RtspParserEvents;
  #rest = noBytes;
  #dead = false;
  #spoken = false;
  #garbage = 0;
  #skipped = 0;

  constructor(events: RtspParserEvents) {
    this.#events = events;
  }

  push(chunk: Uint8Array): void {
    if (this.#dead) return;
    const bytes = this.#rest.length === 0 ? chunk : concatBytes([this.#rest, chunk]);
    let at = 0;
    while (!this.#dead && at < bytes.length) {
      const taken = this.#step(bytes, at);
      if (taken === 0) break;
      at += taken;
    }
    // The remainder is copied: the chunk's memory belongs to the socket.
    if (!this.#dead) this.#rest = at < bytes.length ? bytes.slice(at) : noBytes;
  }

  bytesSkipped(): number {
    return this.#skipped;
  }

  // Answers the bytes taken at `at`; 0 = wait for more.
  #step(bytes: Uint8Array, at: number): number {
    if (bytes[at] === dollarSign && this.#spoken) {
      const size = interleavedSize(bytes, at);
      if (size === null) return this.#skipGarbage(bytes, at);
      if (size === 0) return 0;
      this.#events.interleaved(bytes[at + 1]!, bytes.subarray(at + 4, at + size));
      return this.#good(size);
    }
    const parsed = readMessage(bytes, at);
    // A web server is recognised by its first line: it may keep the connection open for as long as we wait.
    if (parsed === 'garbage' && !this.#spoken && latin1(bytes, at, Math.min(at + 5, bytes.length)) === 'HTTP/')
      return this.#fail('not_rtsp');
    if (parsed === 'garbage') return this.#skipGarbage(bytes, at);
    if (parsed === 'too_large') return this.#fail(this.#spoken ? 'too_large' : 'not_rtsp');
    if (parsed === 'wait') return 0;
    this.#good(parsed.size);
    this.#events.message(parsed.message);
    return parsed.size;
  }

  #good(size: number): number {
    this.#spoken = true;
    this.#garbage = 0;
    return size;
  }

  #skipGarbage(bytes: Uint8Array, at: number): number {
    let next = at + 1;
    while (next < bytes.length && !mayStart(bytes, next)) next++;
    this.#garbage += next - at;
    this.#skipped += next - at;
    if (this.#garbage > (this.#spoken ? maxGarbageAfter : maxGarbageBefore)) return this.#fail('not_rtsp');
    return next - at;
  }

  #fail(reason: 'not_rtsp' | 'too_large'): number {
    this.#dead = true;
    this.#rest = noBytes;
    this.#events.broken(reason);
    return 0;
  }
}

// Size with the 4-byte head; 0 = incomplete; null = cannot be a frame of ours.
function interleavedSize(bytes: Uint8Array, at: number): number | null {
  if (bytes.length - at < 2) return 0;
  if (bytes[at + 1]! > maxChannel) return null;
  if (bytes.length - at < 5) return 0;
  const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
  // RTP and RTCP are both version 2: cheap proof that this is a frame and not a dollar sign in garbage.
  if (length < 4 || bytes[at + 4]! >> 6 !== 2) return null;
  return bytes.length - at < length + 4 ? 0 : length + 4;
}

function mayStart(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at]!;
  return byte === dollarSign || (byte === 0x52 && (at + 1 >= bytes.length || bytes[at + 1] === 0x54));
}

type Parsed = { message: RtspMessage; size: number } | 'wait' | 'garbage' | 'too_large';

function readMessage(bytes: Uint8Array, at: number): Parsed {
  if (bytes[at]! < 0x41 || bytes[at]! > 0x5a) return 'garbage';
  const headEnd = findHeadEnd(bytes, at);
  if (headEnd < 0) {
    if (bytes.length - at > maxHead) return 'too_large';
    return looksLikeText(bytes, at) ? 'wait' : 'garbage';
  }
  const head = parseHead(latin1(bytes, at, headEnd));
  if (head === null) return 'garbage';
  const bodyAt = headEnd + (bytes[headEnd] === 0x0d ? 4 : 2);
  const length = Number(head.headers.get('content-length')?.[0] ?? '0');
  if (!Number.isInteger(length) || length < 0 || length > maxBody) return 'too_large';
  if (bytes.length < bodyAt + length) return 'wait';
  return { message: { ...head, body: latin1(bytes, bodyAt, bodyAt + length) }, size: bodyAt + length - at };
}

function findHeadEnd(bytes: Uint8Array, at: number): number {
  const end = Math.min(bytes.length, at + maxHead);
  for (let i = bytes.indexOf(0x0a, at); i >= 0 && i < end; i = bytes.indexOf(0x0a, i + 1)) {
    if (bytes[i + 1] === 0x0a) return i;
    if (i >= 1 && bytes[i - 1] === 0x0d && bytes[i + 1] === 0x0d && bytes[i + 2] === 0x0a) return i - 1;
  }
  return -1;
}

// An incomplete head must at least begin like text, else binary garbage would be waited for for ever.
function looksLikeText(bytes: Uint8Array, at: number): boolean {
  const end = Math.min(bytes.length, at + 64);
  for (let i = at; i < end; i++) {
    const byte = bytes[i]!;
    if (byte !== 0x0a && byte !== 0x0d && byte !== 0x09 && (byte < 0x20 || byte > 0x7e)) return false;
  }
  return true;
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += 8192) text += String.fromCharCode(...bytes.subarray(at, Math.min(to, at + 8192)));
  return text;
}
