import { connect } from 'node:net';

/** Nobody waits longer for an answer to a knock. */
const knockMs = 2500;

/** Resolves once the machine answers at all, be it that it refuses; never when nothing comes back. Leaves nothing behind. */
export function knock({ host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: knockMs });
    socket.on('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve();
    });
  });
}
