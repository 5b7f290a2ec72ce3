import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { CameraPagePlace } from '@sightline/domain/cameras/camera-page-place';
import { createServer, type Http2Server } from 'node:http2';
import type { Socket } from 'node:net';
import type { DeviceNetworks } from '../../platform/device-networks/device-networks.ts';
import { socketOver } from '@sightline/node-io/sockets/socket-over';
import { authorityOf, CameraAgent, connectToCamera, type CameraTarget } from './camera-connection.ts';
import type { CameraPagesWorkerConfig } from './camera-pages-messages.ts';
import { passRequest, passSocket } from './camera-requests.ts';
import { dialPageServer } from './server-connection.ts';

/** More than this on one core is an attack or a loop. */
const maxPages = 16;
/** Requests and sockets of one page at a time. */
const maxStreams = 32;

interface OpenPage {
  cameraId: string;
  place: CameraPagePlace;
  end: () => void;
}

const isSamePlace = (a: CameraPagePlace, b: CameraPagePlace | undefined): boolean =>
  b !== undefined && a.scheme === b.scheme && a.host === b.host && a.port === b.port;

/** Answers requests that come through `bytes` by asking one camera. */
function serveCamera(target: CameraTarget, bytes: Socket): () => void {
  const agent = new CameraAgent(target);
  const server: Http2Server = createServer({
    settings: { enableConnectProtocol: true, maxConcurrentStreams: maxStreams },
  });
  server.on('stream', (stream, headers) => {
    // The other side left; its `close` ends the request.
    stream.on('error', () => undefined);
    const isSocket = headers[':method'] === 'CONNECT' && headers[':protocol'] === 'websocket';
    if (isSocket) passSocket({ target, agent }, stream, headers);
    else if (headers[':method'] === 'CONNECT') stream.respond({ ':status': 400 }, { endStream: true });
    else passRequest({ target, agent }, stream, headers);
  });
  server.on('sessionError', () => bytes.destroy());
  server.emit('connection', bytes);
  return () => {
    bytes.destroy();
    agent.destroy();
  };
}

/** Ways to the own pages of cameras. Each leads to one host and port that this core itself was told of, and ends by itself. */
export class CameraPagesService {
  readonly #networks: DeviceNetworks;
  readonly #opened = new Map<string, OpenPage>();
  #config: CameraPagesWorkerConfig | null = null;

  constructor(networks: DeviceNetworks) {
    this.#networks = networks;
  }

  get count(): number {
    return this.#opened.size;
  }

  /** A page that was switched off, or is elsewhere now, ends. */
  configure(config: CameraPagesWorkerConfig): void {
    this.#config = config;
    for (const page of this.#opened.values()) if (!isSamePlace(page.place, this.#placeOf(page.cameraId))) page.end();
  }

  /** Looks whether the page answers, and opens the way to it. */
  async open(input: EdgeCommandInput<'cameraPage.open'>): Promise<EdgeCommandOutput<'cameraPage.open'>> {
    const config = this.#config;
    if (config === null) throw new AppError('core_part_down');
    if (this.#opened.size >= maxPages) throw new AppError('too_many');
    const place = this.#placeOf(input.cameraId);
    if (!place) throw new AppError('camera_page_off');
    const target = { ...place, address: await this.#addressOf(place.host), certificate: input.certificate };
    const { socket, certificate } = await connectToCamera(target);
    socket.destroy();
    const bytes = await socketOver(
      await dialPageServer({ serverUrl: config.serverUrl, serverCa: config.serverCa, token: input.token }),
    );
    this.#keep(input, { place, bytes, end: serveCamera({ ...target, certificate }, bytes) });
    // What was saved meanwhile counts.
    this.configure(this.#config ?? config);
    return { origin: `${place.scheme}://${authorityOf(place)}`, certificate };
  }

  close(pageId: string): Record<string, never> {
    this.#opened.get(pageId)?.end();
    return {};
  }

  stop(): void {
    for (const page of this.#opened.values()) page.end();
  }

  #placeOf(cameraId: string): CameraPagePlace | undefined {
    return this.#config?.pages.find((page) => page.cameraId === cameraId)?.place;
  }

  /** The address of a device; never one of the machine that this core runs on, unless whoever runs it listed that. */
  async #addressOf(host: string): Promise<string> {
    const address = await this.#networks.resolve(host);
    if (this.#networks.isThisMachine(address)) throw new AppError('camera_address_refused', { host });
    return address;
  }

  #keep(
    { pageId, cameraId, forMs }: EdgeCommandInput<'cameraPage.open'>,
    way: { place: CameraPagePlace; bytes: Socket; end: () => void },
  ): void {
    const end = (): void => {
      clearTimeout(timer);
      this.#opened.delete(pageId);
      way.end();
    };
    const timer = setTimeout(end, forMs);
    this.#opened.set(pageId, { cameraId, place: way.place, end });
    way.bytes.once('close', end);
    if (way.bytes.destroyed) end();
  }
}
