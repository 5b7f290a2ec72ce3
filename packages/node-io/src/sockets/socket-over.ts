import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

/** Two sockets of the system that are joined with each other. */
async function socketPair(): Promise<[Socket, Socket]> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const there = Promise.withResolvers<Socket>();
  here.once('error', there.reject);
  const connected = once(here, 'connect');
  server.on('connection', (socket) => {
    // Anybody on this machine may knock; only our own end is taken.
    void connected.then(() => (socket.remotePort === here.localPort ? there.resolve(socket) : socket.destroy()));
  });
  try {
    return [here, await there.promise];
  } finally {
    server.close();
  }
}

/**
 * A socket of the system that carries the bytes of a stream: Node's HTTP/2 ends the process by an assertion when what it
 * writes to is a stream of JavaScript that is destroyed meanwhile. Either end takes the other one along.
 */
export async function socketOver(bytes: Duplex): Promise<Socket> {
  const [own, bridge] = await socketPair();
  for (const socket of [own, bridge]) socket.on('error', () => socket.destroy());
  own.setNoDelay(true);
  bridge.setNoDelay(true);
  pipeline(bridge, bytes, () => bytes.destroy());
  pipeline(bytes, bridge, () => bridge.destroy());
  return own;
}
