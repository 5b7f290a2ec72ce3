import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isListening } from '../data-folder-lock.ts';
import { MediaBusServer } from './media-bus-server.ts';
import { succeedListener } from './media-bus-successor.ts';

const limits = { patienceMs: 100, giveUpMs: 1_000 };
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'successor-'));
  path = join(folder, 'media.sock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives up on a listener that neither makes room nor is a recorder, and leaves it alone', async () => {
  const sockets = new Set<Socket>();
  const stubborn: Server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => stubborn.listen(path, () => resolve()));
  await expect(succeedListener(path, limits)).rejects.toMatchObject({ code: 'data_folder_locked' });
  expect(stubborn.listening).toBe(true);
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => stubborn.close(() => resolve()));
});

it('takes the place of one that makes room, and of nobody', async () => {
  await succeedListener(path, limits);
  const before = new MediaBusServer(path, () => ({ config: null, units: [] }));
  before.onYield = () => void before.stop();
  await before.start();
  expect(await isListening(path)).toBe(true);
  await succeedListener(path, limits);
  expect(await isListening(path)).toBe(false);
  const next = new MediaBusServer(path, () => ({ config: null, units: [] }));
  await next.start();
  await next.stop();
});
