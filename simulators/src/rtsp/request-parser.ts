/** A request as it stood on the wire; header names in lower case. */
export interface RtspRequest {
  method: string;
  uri: string;
  headers: Map<string, string>;
}

export type ParsedItem =
  | { kind: 'request'; request: RtspRequest }
  | { kind: 'frame'; channel: number; data: Buffer }
  | { kind: 'bad' };

const maxHeadBytes = 64 * 1024;

function parseHead(text: string): RtspRequest | null {
  const [first = '', ...lines] = text.split('\r\n');
  const match = /^([A-Z_]+) (\S+) RTSP\/1\.\d$/.exec(first);
  if (!match) return null;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) return null;
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { method: match[1]!, uri: match[2]!, headers };
}

/** Cuts a client's bytes into requests and interleaved frames (receiver reports, and sound for a speaker). */
export function createRequestParser(): (chunk: Buffer) => ParsedItem[] {
  let rest: Buffer = Buffer.alloc(0);
  const take = (): ParsedItem | null => {
    if (rest.length === 0) return null;
    if (rest[0] === 0x24) {
      const end = rest.length < 4 ? Infinity : 4 + rest.readUInt16BE(2);
      if (rest.length < end) return null;
      const item: ParsedItem = { kind: 'frame', channel: rest[1]!, data: Buffer.from(rest.subarray(4, end)) };
      rest = rest.subarray(end);
      return item;
    }
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return rest.length > maxHeadBytes ? { kind: 'bad' } : null;
    const request = parseHead(rest.toString('latin1', 0, end));
    const body = Number(request?.headers.get('content-length') ?? 0);
    if (!request || !(body >= 0) || body > maxHeadBytes) return { kind: 'bad' };
    if (rest.length < end + 4 + body) return null;
    rest = rest.subarray(end + 4 + body);
    return { kind: 'request', request };
  };
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const items: ParsedItem[] = [];
    for (let item = take(); item; item = take()) {
      items.push(item);
      if (item.kind === 'bad') break;
    }
    return items;
  };
}
