import { randomBytes } from 'node:crypto';
import { connect, type ClientHttp2Session } from 'node:http2';
import { AppError } from '@sightline/contracts/shared/errors';
import { createWebSocketStream, type WebSocket } from 'ws';
import { socketOver } from '@sightline/node-io/sockets/socket-over';

const arriveMs = 10_000;
const streamWindowBytes = 524_288;
const tunnelWindowBytes = 2_097_152;

interface Awaited {
  taken: (socket: WebSocket) => void;
  timer: NodeJS.Timeout;
}

/** Where cores come to that were asked to open a way to a page: each with a token that opens once, within 10 s. */
export class PageTunnels {
  readonly #awaited = new Map<string, Awaited>();
  readonly #patienceMs: number;

  constructor(patienceMs = arriveMs) {
    this.#patienceMs = patienceMs;
  }

  /** A token for a core, and the way that it opens. `cancel` when it will not come; `arrived` then fails with `core_timeout`. */
  arrange(): { token: string; arrived: Promise<ClientHttp2Session>; cancel: () => void } {
    const token = randomBytes(32).toString('base64url');
    const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
    const end = (): void => {
      clearTimeout(timer);
      this.#awaited.delete(token);
    };
    const cancel = (): void => {
      end();
      reject(new AppError('core_timeout'));
    };
    const timer = setTimeout(cancel, this.#patienceMs);
    this.#awaited.set(token, {
      timer,
      taken: (socket) => {
        end();
        resolve(socket);
      },
    });
    const arrived = promise.then((socket) => openTunnel(socket, this.#patienceMs));
    // Who cancels does not wait for it.
    arrived.catch(() => undefined);
    return { token, arrived, cancel };
  }

  /** A core arrives. A token that is unknown, used or late is refused. */
  arrive(token: string, socket: WebSocket): void {
    socket.on('error', () => socket.terminate());
    const awaited = this.#awaited.get(token);
    if (!awaited) return socket.close(4004, 'not_found');
    socket.pause();
    awaited.taken(socket);
  }
}

/** HTTP/2 through the WebSocket of a core: many requests at once, each with a back-pressure of its own. */
async function openTunnel(socket: WebSocket, patienceMs: number): Promise<ClientHttp2Session> {
  const bytes = createWebSocketStream(socket);
  bytes.on('error', () => socket.terminate());
  bytes.once('close', () => socket.terminate());
  const carrier = await socketOver(bytes);
  socket.resume();
  const tunnel = connect('http://camera', {
    createConnection: () => carrier,
    settings: { initialWindowSize: streamWindowBytes, enablePush: false },
  });
  const opened = Promise.withResolvers<ClientHttp2Session>();
  // A core that comes and says nothing is as one that does not come.
  const timer = setTimeout(() => tunnel.destroy(), patienceMs);
  tunnel.once('close', () => clearTimeout(timer));
  // Its `close` follows.
  tunnel.on('error', (cause) => opened.reject(new AppError('core_offline', {}, { cause })));
  tunnel.once('close', () => opened.reject(new AppError('core_offline')));
  // Only then it is known that WebSockets can pass.
  tunnel.once('remoteSettings', () => {
    clearTimeout(timer);
    tunnel.setLocalWindowSize(tunnelWindowBytes);
    opened.resolve(tunnel);
  });
  return opened.promise;
}
