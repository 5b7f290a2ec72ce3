import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressPolicy } from './address-policy.ts';
import { createEgress } from './egress.ts';

let server: Server;
let origin: string;
let asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? '-'}`);
    if (request.url === '/away')
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    if (request.url === '/here') return void response.writeHead(302, { location: '/there' }).end();
    if (request.url === '/huge') return void response.end('x'.repeat(5000));
    if (request.url === '/never') return;
    response.end('hello');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = createEgress({ allow: ['127.0.0.0/8', '::1'], deny: [] });
const closed = createEgress({ allow: [], deny: [] });
const refused = { code: 'address_refused' };

describe('the address policy', () => {
  const policy = createAddressPolicy({
    allow: ['10.1.0.0/16', 'idp.internal', 'fd00:1::/32'],
    deny: ['10.1.9.9', '8.8.8.8', 'bad.example'],
  });

  const refusedAddresses =
    '127.0.0.1 127.9.9.9 0.0.0.0 10.0.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ' +
    '::ffff:169.254.169.254 ::127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: fe80::1 fd00::1 fec0::1 ff02::1 ::ffff:0:127.0.0.1 ::ffff:0:7f00:1 5f00::1 3fff::1 8.8.8.8 10.1.9.9 localhost';

  it.each([...refusedAddresses.split(' '), ''])('refuses %s', (address) => {
    expect(policy.allows(address, address)).toBe(false);
  });

  it.each(['1.1.1.1', '2606:4700::1111', '10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5'])('allows %s', (address) => {
    expect(policy.allows(address, address)).toBe(true);
  });

  it('takes names too, and a refused name wins', () => {
    expect(policy.allows('192.168.7.7', 'IDP.internal')).toBe(true);
    expect(policy.allows('1.1.1.1', 'bad.example')).toBe(false);
    // The dot at the end names the same place.
    expect(policy.allows('1.1.1.1', 'Bad.example.')).toBe(false);
  });
});

describe('the way out', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:7f00:1]', '[::ffff:0:127.0.0.1]', '0'])(
    'refuses https://%s without asking it',
    async (host) => {
      await expect(closed.fetch(`https://${host}:${new URL(origin).port}/`)).rejects.toMatchObject(refused);
      await expect(closed.check(`https://${host}/`)).rejects.toMatchObject(refused);
      expect(asked).toEqual([]);
    },
  );

  it('refuses other kinds of addresses, and plain HTTP to places that nobody listed', async () => {
    await expect(open.fetch('file:///etc/passwd')).rejects.toMatchObject(refused);
    const named = createEgress({ allow: [], deny: [], resolve: async () => [{ address: '1.1.1.1', family: 4 }] });
    await expect(named.fetch('http://idp.example/')).rejects.toMatchObject(refused);
  });

  it('calls what it resolved, and resolves once: a name cannot change its mind between check and call', async () => {
    const answers = ['127.0.0.1', '169.254.169.254'];
    let questions = 0;
    const rebinding = createEgress({
      allow: ['127.0.0.1'],
      deny: [],
      resolve: async () => [{ address: answers[questions++] ?? '', family: 4 }],
    });
    const port = new URL(origin).port;
    expect(await (await rebinding.fetch(`http://idp.example:${port}/`)).text()).toBe('hello');
    expect(questions).toBe(1);
    await expect(rebinding.fetch(`http://idp.example:${port}/`)).rejects.toMatchObject(refused);
  });

  it('says a name that does not resolve is no refused one', async () => {
    const nowhere = createEgress({ allow: [], deny: [], resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(nowhere.fetch('https://idp.example/')).rejects.toMatchObject({ reason: 'dns_failed' });
    await expect(nowhere.check('https://idp.example/')).resolves.toBeUndefined();
  });

  it('follows redirects only when told, and never to a refused address', async () => {
    expect((await open.fetch(`${origin}/here`)).status).toBe(302);
    expect(await (await open.fetch(`${origin}/here`, { redirects: 2 })).text()).toBe('hello');
    await expect(open.fetch(`${origin}/away`, { redirects: 2 })).rejects.toMatchObject(refused);
  });

  it('does not hand a secret on to another origin', async () => {
    asked = [];
    const other = createServer(
      (_request, response) => void response.writeHead(302, { location: `${origin}/end` }).end(),
    );
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await open.fetch(`http://127.0.0.1:${port}/`, {
      redirects: 1,
      method: 'POST',
      body: 'x',
      headers: { authorization: 'Bearer secret' },
    });
    other.close();
    expect(asked).toEqual(['GET /end -']);
  });

  it('cuts an answer of which only the beginning is wanted', async () => {
    const answer = await open.fetch(`${origin}/huge`, { maxBytes: 1000, cutsAnswer: true });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('x'.repeat(1000));
  });

  it('ends what is too large, too slow or not there', async () => {
    await expect(open.fetch(`${origin}/huge`, { maxBytes: 1000 })).rejects.toMatchObject({
      reason: 'answer_too_large',
    });
    await expect(open.fetch(`${origin}/never`, { timeoutMs: 100 })).rejects.toMatchObject({ reason: 'timed_out' });
    await expect(open.fetch('http://127.0.0.1:1/')).rejects.toMatchObject({ reason: 'connection_failed' });
    await expect(open.fetch(origin.replace('http:', 'https:'))).rejects.toMatchObject({ reason: 'tls_failed' });
  });
});

describe('a place of mail', () => {
  it.each(['smtp://10.0.0.1:25', 'smtp://[::1]:25', 'smtp://127.0.0.1:25', 'ftp://1.1.1.1'])(
    'is refused: %s',
    async (url) => {
      await expect(closed.place(url)).rejects.toMatchObject(refused);
      await expect(closed.check(url)).rejects.toMatchObject(refused);
    },
  );

  it('is what its name leads to, once, and is called by nothing else', async () => {
    const resolve = async () => [{ address: '1.1.1.1', family: 4 }];
    const named = createEgress({ allow: [], deny: [], resolve });
    expect(await named.place('smtp://immix.example:25')).toEqual({ address: '1.1.1.1', isListed: false });
    expect(await open.place('smtp://127.0.0.1:25')).toEqual({ address: '127.0.0.1', isListed: true });
    await expect(open.fetch('smtp://127.0.0.1:25')).rejects.toMatchObject(refused);
  });

  it('that leads into the own network by its name is refused', async () => {
    const resolve = async () => [{ address: '192.168.1.9', family: 4 }];
    const inside = createEgress({ allow: [], deny: [], resolve });
    await expect(inside.place('smtp://immix.example:25')).rejects.toMatchObject(refused);
  });
});
