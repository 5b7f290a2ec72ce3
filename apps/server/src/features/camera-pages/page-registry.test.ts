import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageRegistry } from './page-registry.ts';
import type { CameraPagesDeps } from './camera-pages-parts.ts';
import type { PageSession } from './page-sessions.ts';

const ended: unknown[] = [];
let pages: PageRegistry;

/** A page that is not opened yet, so that its end needs no audit, in a server whose rights come from `memberOf`. */
function begin(memberOf: () => Promise<null>): void {
  const deps = {
    bus: { subscribe: () => () => undefined },
    edges: { request: async ({ body }: { body: unknown }) => void ended.push(body) },
    clock: () => 0,
    log: pino({ enabled: false }),
    memberOf,
  };
  pages = new PageRegistry(deps as unknown as CameraPagesDeps);
  const tunnel = Object.assign(new EventEmitter(), { closed: false, destroyed: false, destroy: () => undefined });
  const page = {
    id: 'page',
    label: 'label',
    cookieHash: null,
    lang: 'en',
    addresses: new Set(),
    openedAtMs: null,
    openBeforeMs: 1,
    expiresAtMs: 1,
    activeAtMs: 0,
  };
  pages.add({ ...page, tunnel } as unknown as PageSession);
  pages.start();
}

beforeEach(() => {
  ended.length = 0;
  vi.useFakeTimers();
});
afterEach(async () => {
  await pages.stop();
  vi.useRealTimers();
});

const away = {
  'the database answers with an error': () => Promise.reject(new Error('connection refused')),
  'the database answers nothing': () => new Promise<null>(() => undefined),
};

it.each(Object.entries(away))(
  'CAM-015 a page ends within ten seconds when %s, and says why',
  async (_name, memberOf) => {
    begin(memberOf);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(pages.size).toBe(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(pages.size).toBe(0);
    expect(pages.endedByLabel('label')).toMatchObject({ cause: 'unavailable' });
    expect(ended).toEqual([{ pageId: 'page' }]);
  },
);

it('CAM-015 a page goes on when the database was away for a moment', async () => {
  let isAway = true;
  begin(async () => {
    if (isAway) throw new Error('connection refused');
    return null;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  isAway = false;
  expect(pages.size).toBe(1);
  // It is asked again, and heard: nobody of that name is a member.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(pages.endedByLabel('label')).toMatchObject({ cause: 'forbidden' });
});
