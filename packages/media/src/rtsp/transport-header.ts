/** What the server answered to SETUP. */
export interface TransportReply {
  interleaved: { rtp: number; rtcp: number } | null;
  serverPorts: { rtp: number; rtcp: number } | null;
  ssrc: number | null;
  source: string | null;
}

/** Parses a Transport header; fields that make no sense are null. */
export function parseTransport(header: string): TransportReply {
  const fields = new Map<string, string>();
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0) fields.set(part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim());
  }
  const ssrc = /^[0-9a-f]{1,8}$/i.test(fields.get('ssrc') ?? '') ? Number.parseInt(fields.get('ssrc')!, 16) : null;
  return {
    interleaved: pair(fields.get('interleaved'), 255),
    serverPorts: pair(fields.get('server_port'), 65_535),
    ssrc,
    source: fields.get('source') ?? null,
  };
}

function pair(text: string | undefined, highest: number): { rtp: number; rtcp: number } | null {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text ?? '');
  if (match === null) return null;
  const rtp = Number(match[1]);
  const rtcp = match[2] === undefined ? rtp + 1 : Number(match[2]);
  return rtp <= highest && rtcp <= highest + 1 ? { rtp, rtcp } : null;
}

/** Session id and timeout in seconds (60 unless said) of a Session header. */
export function parseSessionHeader(header: string): { id: string; timeoutS: number } {
  const [id = '', ...rest] = header.split(';');
  const timeout = Number(/timeout\s*=\s*(\d{1,6})/i.exec(rest.join(';'))?.[1] ?? 60);
  return { id: id.trim(), timeoutS: timeout > 0 ? timeout : 60 };
}
