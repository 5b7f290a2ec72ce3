import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { CertifiedKey } from '../identity/self-signed-certificate.ts';
import { RtspConnection } from './rtsp-connection.ts';
import type { RtspServer, RtspServerOptions, StreamOptions } from './rtsp-server-api.ts';
import { createServedStream, endConnections, faultSwitches, formatOf, playOnce } from './served-stream.ts';
import type { ServedStream } from './served-stream.ts';
import type { SharedClock } from './stream-source.ts';

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function serverFor(key: CertifiedKey | undefined): Server {
  if (key === undefined) return createServer();
  const cert = `-----BEGIN CERTIFICATE-----\n${key.certificate}\n-----END CERTIFICATE-----\n`;
  return createTlsServer({ key: key.privatePem, cert });
}

/** `rtsp://host:port/a/b?x=1/trackID=0` → `a/b?x=1` and track 0. */
function splitUri(uri: string): { path: string; trackId: number | null } {
  const path = uri.replace(/^rtsps?:\/\/[^/]*/i, '').replace(/^\//, '');
  const track = /\/?trackID=(\d+)$/.exec(path);
  const bare = track ? path.slice(0, track.index) : path;
  return { path: bare.replace(/\/$/, ''), trackId: track ? Number(track[1]) : null };
}

function findStream(
  streams: Map<string, ServedStream>,
  uri: string,
): { stream: ServedStream; trackId: number | null } | null {
  const { path, trackId } = splitUri(uri);
  const stream = streams.get(path) ?? streams.get(path.split('?')[0] ?? '');
  return stream ? { stream, trackId } : null;
}

function mustFind(streams: Map<string, ServedStream>, path: string): ServedStream {
  const stream = streams.get(path);
  if (!stream) throw new Error(`no stream ${path}`);
  return stream;
}

/**
 * Starts an RTSP server for simulated cameras; see `rtsp-server-api.ts` for what it can do.
 * Rejects with the system's error when the port is taken.
 */
export async function startRtspServer(options: RtspServerOptions = {}): Promise<RtspServer> {
  const host = options.host ?? '127.0.0.1';
  const streams = new Map<string, ServedStream>();
  const clocks = new Map<string, SharedClock>();
  const connections = new Set<RtspConnection>();
  const server = serverFor(options.key);
  const port = await listen(server, options.port ?? 0, host);
  server.on(options.key === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    const connection = new RtspConnection(socket, { host, port, find: (uri) => findStream(streams, uri) });
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
  });
  const removeStream = (path: string): void => {
    const stream = mustFind(streams, path);
    streams.delete(path);
    endConnections(stream);
    stream.source.stop();
  };
  const addStream = async (path: string, stream: StreamOptions): Promise<void> => {
    if (streams.has(path)) throw new Error(`stream ${path} exists already`);
    const name = stream.clock ?? path;
    const clock = clocks.get(name) ?? { epochMs: null };
    clocks.set(name, clock);
    streams.set(path, await createServedStream(path, stream, clock));
  };
  return {
    port,
    host,
    addStream,
    removeStream,
    url: (path) => `${options.key === undefined ? 'rtsp' : 'rtsps'}://${host}:${port}/${path}`,
    paths: () => [...streams.keys()],
    playOnce: (path, file, times = 1) => playOnce(mustFind(streams, path), file, times),
    lastPlay: (path) => mustFind(streams, path).lastPlay,
    faults: (path) => faultSwitches(mustFind(streams, path)),
    stats: (path) => ({ ...mustFind(streams, path).stats }),
    format: (path) => formatOf(mustFind(streams, path)),
    heard: (path) => mustFind(streams, path).speaker.heard(),
    async stop() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const connection of connections) connection.destroy();
      for (const stream of streams.values()) stream.source.stop();
      await closed;
    },
  };
}
