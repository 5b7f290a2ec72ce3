import { once } from 'node:events';
import { duplexPair, type Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { socketOver } from './socket-over.ts';

/** A stream of JavaScript with its other end. */
const wire = (): [Duplex, Duplex] => duplexPair();

it('carries bytes both ways and ends with the stream', async () => {
  const [near, far] = wire();
  const socket = await socketOver(near);
  socket.write('to the far end');
  expect(String((await once(far, 'data'))[0])).toBe('to the far end');
  far.end('and back');
  expect(await text(socket)).toBe('and back');
});

it('takes the other end along, whichever is destroyed', async () => {
  const closed = (stream: Duplex): Promise<void> =>
    new Promise((resolve) => void stream.on('error', () => undefined).once('close', resolve));
  const [near] = wire();
  const nearClosed = closed(near);
  (await socketOver(near)).destroy();
  await nearClosed;
  expect(near.destroyed).toBe(true);
  const [broken] = wire();
  const socket = await socketOver(broken);
  const socketClosed = closed(socket);
  broken.on('error', () => undefined).destroy(new Error('the connection broke'));
  await socketClosed;
  expect(socket.destroyed).toBe(true);
});
