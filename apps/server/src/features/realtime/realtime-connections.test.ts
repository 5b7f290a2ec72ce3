import { realtimePath } from '@sightline/contracts/realtime/realtime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { openTestBrowser } from '../../../testing/realtime/test-browser.ts';
import { listenWith, type TestListener } from '../../../testing/realtime/test-listener.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ env: { SIGHTLINE_PUBLIC_URL: 'https://video.example.org' } });
  owner = await server.person();
});
afterAll(() => server.stop());

const listen = (person = owner): Promise<TestListener> => listenWith(server.url, person.session.accessToken);
const openFrom = async (origin: string): Promise<void> => {
  const socket = await openTestBrowser({
    url: server.url,
    token: owner.session.accessToken,
    origin,
    onText: () => undefined,
  });
  socket.terminate();
};

describe('connections of browsers', () => {
  it('RT-021 refuses pages of other origins before they may say a word', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      `${server.url}.evil.example`,
      'http://127.0.0.1:1',
      'http://video.example.org',
    ]) {
      await expect(openFrom(origin), origin).rejects.toThrow('403');
    }
  });

  it('RT-021 lets our own page in, from here and from the address under which we are known', async () => {
    for (const origin of [server.url, 'https://video.example.org'])
      await expect(openFrom(origin), origin).resolves.toBeUndefined();
  });

  it('refuses more tabs of one session than anybody has, and takes the next one when one is closed', async () => {
    const person = await server.person();
    const tabs = await Promise.all(Array.from({ length: 20 }, () => listen(person)));
    expect(tabs.every((tab) => tab.heard[0]?.type === 'welcome')).toBe(true);
    expect((await listen(person)).heard).toEqual([{ type: 'refused', code: 'rate_limited' }]);
    expect((await listen()).heard[0]).toMatchObject({ type: 'welcome' });
    tabs[0]?.socket.terminate();
    await vi.waitFor(async () => expect((await listen(person)).heard[0]).toMatchObject({ type: 'welcome' }));
  });

  it('ends a browser that floods us', async () => {
    const { socket, heard, isOpen } = await listen();
    for (let count = 0; count < 500; count += 1) socket.send('{"type":"ping"}');
    await vi.waitFor(() => expect(isOpen()).toBe(false));
    expect(heard).toContainEqual({ type: 'refused', code: 'rate_limited' });
    expect(heard.filter((message) => message.type === 'pong').length).toBeLessThan(100);
  });

  it('RT-021 refuses the token of another session or organization in a conversation that goes on, and takes a renewed one', async () => {
    const [renewed, foreign] = [await listen(), await listen()];
    const again = (await owner.call({ method: 'GET', path: '/api/v1/sessions/current' } as never, {} as never)) as {
      body: { accessToken: string };
    };
    renewed.socket.send(JSON.stringify({ type: 'token', accessToken: again.body.accessToken }));
    renewed.socket.send('{"type":"ping"}');
    await vi.waitFor(() => expect(renewed.heard.at(-1)).toEqual({ type: 'pong' }));
    foreign.socket.send(JSON.stringify({ type: 'token', accessToken: (await server.person()).session.accessToken }));
    await vi.waitFor(() => expect(foreign.isOpen()).toBe(false));
    expect(foreign.heard.at(-1)).toEqual({ type: 'refused', code: 'unauthenticated' });
  });

  it('slows down an address that shows no good token, and forgets the good ones', async () => {
    const other = await startTestServer();
    try {
      const person = await other.person();
      for (let count = 0; count < 30; count += 1)
        (await listenWith(other.url, person.session.accessToken)).socket.terminate();
      const heard: string[] = [];
      const opening = Array.from({ length: 620 }, () =>
        openTestBrowser({ url: other.url, token: 'false', onText: (text) => heard.push(text) }),
      );
      await Promise.allSettled(opening);
      await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(620), { timeout: 20_000 });
      const slowed = heard.filter((text) => text.includes('rate_limited')).length;
      expect(slowed).toBe(20);
    } finally {
      await other.stop();
    }
  }, 60_000);

  it('sends away who never says hello', async () => {
    const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${realtimePath}`);
    const heard: string[] = [];
    socket.on('message', (data) => heard.push((data as Buffer).toString('utf8')));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(heard).toEqual(['{"type":"refused","code":"unauthenticated"}']);
  }, 20_000);
});
