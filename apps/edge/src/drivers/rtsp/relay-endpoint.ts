import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { formatResponse, headerOf, type RtspMessage } from '@sightline/media/rtsp/rtsp-message';
import { createRtspParser } from '@sightline/media/rtsp/rtsp-parser';

export interface RelayEndpointEvents {
  request: (message: RtspMessage) => void;
  interleaved: (channel: number, packet: Uint8Array) => void;
  /** The reader has taken what was kept for it. */
  drained: () => void;
  /** The reader is gone. Not after `close`. */
  left: () => void;
}

export interface ReaderAnswer {
  status: number;
  text: string;
  headers: readonly (readonly [string, string])[];
  body: string;
}

/** With more than this waiting for the reader nothing further is to be brought. */
const maxKeptBytes = 4 * 1024 * 1024;

/** An address on this machine for one reader: the first who knows its path comes in, and nobody after. */
export class RelayEndpoint {
  readonly #events: RelayEndpointEvents;
  readonly #server: Server;
  readonly #callers = new Set<Socket>();
  readonly #path = `/${randomBytes(16).toString('hex')}`;
  #url = '';
  #reader: Socket | null = null;
  #closed = false;

  constructor(events: RelayEndpointEvents) {
    this.#events = events;
    this.#server = createServer((socket) => this.#call(socket));
  }

  /** Answers the URL that the reader is to be told. */
  async open(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.on('error', reject);
      this.#server.listen({ port: 0, host: '127.0.0.1' }, () => resolve());
    });
    this.#url = `rtsp://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#path}`;
    return this.#url;
  }

  /** No more may be kept for the reader. */
  get isFull(): boolean {
    return (this.#reader?.writableLength ?? 0) > maxKeptBytes;
  }

  answer(request: RtspMessage, answer: ReaderAnswer): void {
    const headers = [['CSeq', headerOf(request, 'cseq')] as const, ...answer.headers];
    if (this.#reader?.writable === true) this.#reader.write(formatResponse({ ...answer, headers }), 'latin1');
  }

  /** Hands a packet on. The bytes are copied. */
  interleaved(channel: number, packet: Uint8Array): void {
    const reader = this.#reader;
    if (reader === null || !reader.writable) return;
    const frame = Buffer.allocUnsafe(packet.length + 4);
    frame.set([0x24, channel, packet.length >> 8, packet.length & 0xff]);
    frame.set(packet, 4);
    // All that one reading brought leaves in one writing.
    if (reader.writableCorked === 0) {
      reader.cork();
      process.nextTick(() => reader.uncork());
    }
    reader.write(frame);
  }

  /** Lets the reader have what is on its way, and hangs up. */
  hangUp(): void {
    this.#reader?.end();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const caller of this.#callers) caller.destroy();
    if (this.#server.listening) await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #call(socket: Socket): void {
    this.#callers.add(socket);
    socket.setNoDelay(true);
    // What matters is the close that follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#callers.delete(socket);
      if (socket === this.#reader && !this.#closed) this.#events.left();
    });
    const parser = createRtspParser({
      message: (message) => {
        if (this.#isReader(socket, message)) this.#events.request(message);
        else socket.destroy();
      },
      interleaved: (channel, packet) => this.#events.interleaved(channel, packet),
      broken: () => socket.destroy(),
    });
    socket.on('data', (chunk) => parser.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
  }

  #isReader(socket: Socket, message: RtspMessage): boolean {
    if (message.kind !== 'request' || this.#closed) return false;
    if (this.#reader !== null) return this.#reader === socket;
    if (message.url !== this.#url) return false;
    this.#reader = socket;
    socket.on('drain', () => this.#events.drained());
    this.#server.close();
    for (const caller of this.#callers) if (caller !== socket) caller.destroy();
    return true;
  }
}
