import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** An answer of an RTSP server as it stood on the wire; header names in lower case. */
export interface RtspReply {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** One interleaved RTP packet, its header read. */
export interface RtpSeen {
  channel: number;
  sequence: number;
  timestamp: number;
  marker: boolean;
  payload: Buffer;
}

/** A bare RTSP client for tests: it sends exactly what it is told and shows everything that comes back. */
export interface RtspTestClient {
  request(method: string, uri: string, headers?: Record<string, string>): Promise<RtspReply>;
  /** Every interleaved RTP packet so far (even channels). */
  packets: RtpSeen[];
  /** Number of RTCP packets so far (odd channels). */
  reports(): number;
  /** Resolves when `seen` is true; rejects after 5 s or when the server closes first. */
  until(seen: () => boolean): Promise<void>;
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>;
  /** Stops reading from the socket, as a hung reader does. */
  pause(): void;
  send(bytes: Buffer): void;
  end(): void;
}

interface Parsed {
  rest: Buffer;
  reply?: RtspReply;
  frame?: { channel: number; data: Buffer };
}

function parseReply(rest: Buffer): Parsed {
  const end = rest.indexOf('\r\n\r\n');
  if (end < 0) return { rest };
  const [first = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map(
      (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
    ),
  );
  const bodyEnd = end + 4 + Number(headers.get('content-length') ?? 0);
  if (rest.length < bodyEnd) return { rest };
  return {
    rest: rest.subarray(bodyEnd),
    reply: { status: Number(first.split(' ')[1]), headers, body: rest.toString('utf8', end + 4, bodyEnd) },
  };
}

function parseNext(rest: Buffer): Parsed {
  if (rest[0] !== 0x24) return parseReply(rest);
  if (rest.length < 4 || rest.length < 4 + rest.readUInt16BE(2)) return { rest };
  const end = 4 + rest.readUInt16BE(2);
  return { rest: rest.subarray(end), frame: { channel: rest[1]!, data: rest.subarray(4, end) } };
}

function opened(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
}

/** What has come back so far, and who waits for more. */
interface Inbox {
  replies: RtspReply[];
  packets: RtpSeen[];
  reports: number;
  over: boolean;
  wakers: Set<() => void>;
}

function takeFrame(inbox: Inbox, { channel, data }: { channel: number; data: Buffer }): void {
  if (channel % 2 === 1) inbox.reports += 1;
  else
    inbox.packets.push({
      channel,
      sequence: data.readUInt16BE(2),
      timestamp: data.readUInt32BE(4),
      marker: data[1]! >= 0x80,
      payload: data.subarray(12),
    });
}

/** Fills the inbox from a socket; resolves when the socket has closed. */
function fillInbox(socket: Socket, inbox: Inbox): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  const wake = (): void => inbox.wakers.forEach((waker) => waker());
  // The close that follows tells what matters.
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let parsed = parseNext(rest); parsed.reply || parsed.frame; parsed = parseNext(rest)) {
      rest = parsed.rest;
      if (parsed.reply) inbox.replies.push(parsed.reply);
      if (parsed.frame) takeFrame(inbox, parsed.frame);
    }
    wake();
  });
  return new Promise((resolve) => {
    socket.once('close', () => {
      inbox.over = true;
      wake();
      resolve();
    });
  });
}

function waitUntil(inbox: Inbox, seen: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error?: Error): void => {
      clearTimeout(timer);
      inbox.wakers.delete(check);
      if (error) reject(error);
      else resolve();
    };
    const check = (): void => {
      if (seen()) finish();
      else if (inbox.over) finish(new Error('the server closed the connection'));
    };
    const timer = setTimeout(() => finish(new Error('not seen within 5 s')), 5000);
    inbox.wakers.add(check);
    check();
  });
}

/** Connects to a server on loopback. */
export async function connectRtspTestClient(port: number): Promise<RtspTestClient> {
  const socket = connect(port, '127.0.0.1');
  await opened(socket);
  const inbox: Inbox = { replies: [], packets: [], reports: 0, over: false, wakers: new Set() };
  const closed = fillInbox(socket, inbox);
  let sequence = 0;
  return {
    packets: inbox.packets,
    closed,
    until: (seen) => waitUntil(inbox, seen),
    reports: () => inbox.reports,
    pause: () => void socket.pause(),
    send: (sent) => void socket.write(sent),
    end: () => void socket.destroy(),
    async request(method, uri, headers = {}) {
      sequence += 1;
      const lines = Object.entries({ CSeq: String(sequence), ...headers }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      const before = inbox.replies.length;
      socket.write(`${method} ${uri} RTSP/1.0\r\n${lines.join('')}\r\n`);
      await waitUntil(inbox, () => inbox.replies.length > before);
      return inbox.replies[before]!;
    },
  };
}

/** SETUP of the given tracks over TCP and PLAY; returns the session id. */
export async function playOverTcp(client: RtspTestClient, uri: string, tracks = [0]): Promise<string> {
  let session = '';
  for (const track of tracks) {
    const reply = await client.request('SETUP', `${uri}/trackID=${track}`, {
      Transport: `RTP/AVP/TCP;unicast;interleaved=${track * 2}-${track * 2 + 1}`,
      ...(session ? { Session: session } : {}),
    });
    if (reply.status !== 200) throw new Error(`SETUP was answered with ${reply.status}`);
    session = (reply.headers.get('session') ?? '').split(';')[0] ?? '';
  }
  const reply = await client.request('PLAY', uri, { Session: session, Range: 'npt=0.000-' });
  if (reply.status !== 200) throw new Error(`PLAY was answered with ${reply.status}`);
  return session;
}
