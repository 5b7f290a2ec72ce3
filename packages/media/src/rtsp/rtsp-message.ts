/** An answer of the server, or a request from it (some cameras send OPTIONS or ANNOUNCE). */
export interface RtspMessage {
  kind: 'response' | 'request';
  /** Status of a response; 0 for a request. */
  status: number;
  /** Reason phrase, or the request's method. */
  text: string;
  /** What a request is about; empty for a response. */
  url: string;
  /** Header names in lower case; repeated headers are kept in order (WWW-Authenticate comes once per scheme). */
  headers: ReadonlyMap<string, readonly string[]>;
  body: string;
}

/** First value of a header (name in lower case); empty when absent. */
export function headerOf(message: RtspMessage, name: string): string {
  return message.headers.get(name)?.[0] ?? '';
}

/** Writes a request. Header values must not hold line breaks: they are cut at the first one. */
export function formatRequest(request: {
  method: string;
  url: string;
  headers: readonly (readonly [string, string])[];
}): string {
  const lines = [`${request.method} ${clean(request.url)} RTSP/1.0`];
  for (const [name, value] of request.headers) lines.push(`${name}: ${clean(value)}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Writes an answer, as `formatRequest` writes a request. The length of the body (one byte per character) is told with it. */
export function formatResponse(response: {
  status: number;
  text: string;
  headers: readonly (readonly [string, string])[];
  body: string;
}): string {
  const lines = [`RTSP/1.0 ${response.status} ${clean(response.text)}`];
  for (const [name, value] of response.headers) lines.push(`${name}: ${clean(value)}`);
  return `${lines.join('\r\n')}\r\nContent-Length: ${response.body.length}\r\n\r\n${response.body}`;
}

function clean(value: string): string {
  return value.replace(/[\r\n].*$/s, '');
}

/** Parses the head of a message (without the empty line); null when its first line is not RTSP. */
export function parseHead(head: string): Omit<RtspMessage, 'body'> | null {
  const lines = head.split(/\r?\n/);
  const first = lines[0] ?? '';
  const response = /^RTSP\/\d\.\d (\d{3}) ?(.*)$/.exec(first);
  const request = response === null ? /^([A-Z_]{3,20}) (\S+) RTSP\/\d\.\d$/.exec(first) : null;
  if (response === null && request === null) return null;
  const headers = new Map<string, string[]>();
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const values = headers.get(name);
    if (values === undefined) headers.set(name, [line.slice(colon + 1).trim()]);
    else values.push(line.slice(colon + 1).trim());
  }
  return response !== null
    ? { kind: 'response', status: Number(response[1]), text: response[2]!, url: '', headers }
    : { kind: 'request', status: 0, text: request![1]!, url: request![2]!, headers };
}
