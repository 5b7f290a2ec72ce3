import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startPatientTimeout } from './patient-timeout.ts';

/** Nothing of this process runs, as in a machine that was suspended. */
const standStill = (forMs: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);

test('an answer that came while the process stood still counts before the timeout does', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.write('answer')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const outcome = await new Promise<string>((resolve) => {
    const timeout = startPatientTimeout(() => resolve('timeout'), 200);
    socket.once('data', () => {
      timeout.stop();
      resolve('answer');
    });
    socket.write('ask', () => standStill(1_500));
  });
  socket.destroy();
  server.close();
  expect(outcome).toBe('answer');
});

test('fires where nothing came, also after it stood still, and not when it was stopped', async () => {
  const fired: string[] = [];
  const stopped = startPatientTimeout(() => fired.push('stopped'), 100);
  const refreshed = startPatientTimeout(() => fired.push('refreshed'), 100);
  const last = new Promise<void>((resolve) =>
    startPatientTimeout(() => {
      fired.push('late');
      resolve();
    }, 150),
  );
  stopped.stop();
  refreshed.refresh();
  standStill(1_000);
  await last;
  await expect.poll(() => fired.toSorted()).toEqual(['late', 'refreshed']);
});
