import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it, vi } from 'vitest';

type Handler = (event: object) => void;

const handlers = new Map<string, Handler>();
const shown = vi.fn((_title: string, _options: object) => Promise.resolve());
const openWindow = vi.fn((_url: string) => Promise.resolve());
let pages: { focus: () => Promise<{ navigate: (url: string) => Promise<void> }>; navigate: () => void }[];

const happen = async (name: string, event: object): Promise<void> => {
  const waits: Promise<unknown>[] = [];
  handlers.get(name)?.({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
  await Promise.all(waits);
};
const press = (path: string): Promise<void> =>
  happen('notificationclick', { notification: { data: { path }, close: () => undefined } });

beforeEach(async () => {
  handlers.clear();
  shown.mockClear();
  openWindow.mockClear();
  pages = [];
  const self = {
    location: { origin: 'https://sightline.example' },
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    registration: { showNotification: shown },
    clients: { matchAll: () => Promise.resolve(pages), openWindow },
  };
  runInNewContext(await readFile(new URL('../../../public/sw-push.js', import.meta.url), 'utf8'), { self, URL });
});

describe('the service worker', () => {
  it('opens nothing outside the application, whatever a message says', async () => {
    await press('https://evil.example/x');
    await press('//evil.example/x');
    expect(openWindow.mock.calls).toEqual([['https://sightline.example/'], ['https://sightline.example/']]);
  });

  it('shows what the push service brings, in its language and direction', async () => {
    await happen('push', {
      data: {
        json: () => ({ title: 'אדם בחצר', body: 'Gate', path: '/camera/1', tag: 'alert-1', lang: 'he', dir: 'rtl' }),
      },
    });
    expect(shown.mock.calls[0]).toMatchObject([
      'אדם בחצר',
      { body: 'Gate', tag: 'alert-1', lang: 'he', dir: 'rtl', data: { path: '/camera/1' } },
    ]);
  });

  it('shows something for a message without content, as browsers demand', async () => {
    await happen('push', { data: null });
    expect(shown.mock.calls[0]?.[0]).toBe('Sightline');
  });

  it('PUSH-006 leads an open page to the place that was pressed, or opens one', async () => {
    await press('/camera/1?at=5');
    expect(openWindow.mock.calls).toEqual([['https://sightline.example/camera/1?at=5']]);
    const went: string[] = [];
    const navigate = (url: string): Promise<void> => Promise.resolve(void went.push(url));
    pages = [{ navigate: () => undefined, focus: () => Promise.resolve({ navigate }) }];
    await press('/camera/2');
    expect([went, openWindow.mock.calls.length]).toEqual([['https://sightline.example/camera/2'], 1]);
  });

  it('opens a page of its own where the open one belongs to another worker', async () => {
    pages = [
      {
        navigate: () => undefined,
        focus: () => Promise.resolve({ navigate: () => Promise.reject(new TypeError('not controlled')) }),
      },
    ];
    await press('/camera/2');
    expect(openWindow).toHaveBeenCalledOnce();
  });
});
