import { AppError } from '@sightline/contracts/shared/errors';
import type { CameraPagePlace } from '@sightline/domain/cameras/camera-page-place';
import { Agent, type ClientRequestArgs } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';

const connectMs = 5_000;
/** What one page may have open at its camera; small devices take few. */
const maxConnections = 12;

/** The one place that a page may call: what was typed, and the address that was found for it. */
export interface CameraTarget extends CameraPagePlace {
  address: string;
  /** SHA-256 of the only certificate that is believed; null before the first look. */
  certificate: string | null;
}

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');
const inBrackets = (host: string): string => (isIP(bare(host)) === 6 ? `[${bare(host)}]` : host);

/** Host and port as they stand in requests and links; the port of the scheme itself is left out. */
export const authorityOf = ({ scheme, host, port }: CameraPagePlace): string =>
  port === (scheme === 'https' ? 443 : 80) ? inBrackets(host) : `${inBrackets(host)}:${String(port)}`;

const fingerprintOf = (socket: TLSSocket): string | null =>
  socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase() ?? null;

function whenOpen(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown): void => {
      socket.destroy();
      reject(new AppError('camera_unreachable', {}, { cause }));
    };
    const timer = setTimeout(fail, connectMs);
    socket.once('error', fail);
    socket.once(event, () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve();
    });
    socket.once('close', () => clearTimeout(timer));
  });
}

/**
 * Connects to a camera. Its certificate need not be signed by anybody, but must be the known one: that is looked at before a
 * byte is sent. Fails with `camera_unreachable`, or `camera_page_certificate_changed` with the `fingerprint` of the new one.
 */
export async function connectToCamera(target: CameraTarget): Promise<{ socket: Socket; certificate: string | null }> {
  const { address, host, port } = target;
  if (target.scheme === 'http') {
    const socket = connect({ host: address, port });
    await whenOpen(socket, 'connect');
    return { socket, certificate: null };
  }
  const servername = isIP(bare(host)) === 0 ? { servername: host } : {};
  // Cameras sign their certificates themselves; which one is the camera's says its fingerprint.
  const socket = connectTls({ host: address, port, rejectUnauthorized: false, ...servername });
  await whenOpen(socket, 'secureConnect');
  const certificate = fingerprintOf(socket);
  if (certificate !== null && (target.certificate === null || target.certificate === certificate))
    return { socket, certificate };
  socket.destroy();
  throw new AppError('camera_page_certificate_changed', { fingerprint: certificate });
}

/** Keeps connections to one camera, and can make none to anything else. */
export class CameraAgent extends Agent {
  readonly #target: CameraTarget;

  constructor(target: CameraTarget) {
    super({ keepAlive: true, maxSockets: maxConnections, maxFreeSockets: 4 });
    this.#target = target;
  }

  override createConnection(
    _options: ClientRequestArgs,
    done?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    void this.#connect(done);
  }

  async #connect(done?: (error: Error | null, stream: Duplex) => void): Promise<void> {
    try {
      const { socket } = await connectToCamera(this.#target);
      done?.(null, socket);
    } catch (error) {
      done?.(error as Error, undefined as unknown as Duplex);
    }
  }
}
