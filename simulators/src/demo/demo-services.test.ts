import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startDemoServices } from './demo-services.ts';

let other: Server | null = null;
afterEach(() => void other?.close());

const takePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    other = server;
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });

it('leaves NoonLight out where another program has its port, says so on the page, and plays everything else', async () => {
  const taken = await takePort();
  const services = await startDemoServices({}, taken);
  expect(services.isNoonLightReached).toBe(false);
  expect(services.ports.noonLight).not.toBe(taken);
  const page = await (await fetch(services.desk.url)).text();
  expect(page).toContain('Another program uses the port');
  expect(page).toContain('Slack');
  await services.stop();
});

it('plays NoonLight where the server looks for it', async () => {
  const free = await takePort();
  await new Promise((resolve) => other?.close(resolve));
  const services = await startDemoServices({}, free);
  expect(services.isNoonLightReached).toBe(true);
  expect(services.ports.noonLight).toBe(free);
  await services.stop();
});
