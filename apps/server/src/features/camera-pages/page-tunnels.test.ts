import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { PageTunnels } from './page-tunnels.ts';

let server: WebSocketServer;
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => server.close());

it('CAM-015 a core that comes and says nothing is not waited for, and is hung up on', async () => {
  const tunnels = new PageTunnels(200);
  const { token, arrived } = tunnels.arrange();
  server.on('connection', (socket) => tunnels.arrive(token, socket));
  const core = new WebSocket(`ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  const hungUp = new Promise((resolve) => core.once('close', resolve));
  await expect(arrived).rejects.toMatchObject({ code: 'core_offline' });
  await hungUp;
});
