import { randomBytes, randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { DhcpProbe } from '../dhcp-server.ts';
import { readOffer, writeDiscover } from './dhcp-question.ts';

/** Servers first ping the address that they are about to offer: dnsmasq for 3 s. */
const waitMs = 7_000;
const againMs = 2_000;
const clientPort = 68;
const serverPort = 67;

/**
 * Asks as a device would that has just been plugged in, and listens for offers. The question goes to the network of one
 * interface only. Port 68 takes rights, and may be in use by the machine's own client.
 */
export const probeDhcp: DhcpProbe = ({ address, broadcast }) =>
  new Promise((resolve) => {
    const number = randomInt(2 ** 32 - 1);
    const hardware = randomBytes(6);
    // Locally given and of one device: no vendor's.
    hardware[0] = 0x02;
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    const end = (found: Awaited<ReturnType<DhcpProbe>>): void => {
      clearTimeout(timer);
      clearInterval(again);
      socket.removeAllListeners('message');
      socket.close();
      resolve(found);
    };
    const ask = (): void =>
      socket.send(writeDiscover(number, hardware), serverPort, broadcast, (error) =>
        error ? end('notPossible') : undefined,
      );
    let again: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => end('nobody'), waitMs);
    socket.once('error', () => end('notPossible'));
    socket.on('message', (bytes, from) => {
      const server = readOffer(bytes, number);
      // What this core offers itself is no other server.
      if (server !== null && server !== address) end({ server: server === '0.0.0.0' ? from.address : server });
    });
    socket.bind(clientPort, () => {
      socket.setBroadcast(true);
      ask();
      again = setInterval(ask, againMs);
    });
  });
