import { linkPath } from '@sightline/contracts/link/link';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { LinkGateway } from './link-gateway.ts';

/** The WebSocket of cores. Open to all: who a core is, it proves by its key in the first message. */
export function mountLink(app: FastifyInstance, gateway: LinkGateway): void {
  app.get(
    linkPath,
    { websocket: true, config: { permission: 'public', call: 'link' }, schema: { hide: true } as object },
    (socket, { ip, raw }: { ip: string | undefined; raw: IncomingMessage }) =>
      // Whoever left meanwhile has no address any more.
      ip === undefined ? socket.terminate() : gateway.accept(socket, ip, raw.socket),
  );
}
