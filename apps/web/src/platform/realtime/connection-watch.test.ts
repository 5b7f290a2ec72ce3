import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchFromServer } from '../clock/server-clock.ts';
import type { Connection } from './connection-store.ts';
import { ConnectionWatch } from './connection-watch.ts';

/** A server, a line to it and a page, as the watch sees them. */
class World {
  now: Connection = { state: 'connecting', cutOff: null, freshUtcMs: 0 };
  /** The server answers what comes over the live link. */
  answers = true;
  /** It answers calls. */
  answersCalls = true;
  /** There is a live link; who is in no organization has none. */
  hasLink = true;
  isBrowserOnline = true;
  isHidden = false;
  asked = 0;
  reopened = 0;
  givenUp = 0;
  calls = 0;
  /** A call that gets no answer is given up after a while. */
  callMs = 0;
  readonly watch = new ConnectionWatch({
    ask: () => {
      this.asked += 1;
      if (this.answers && this.hasLink) setTimeout(() => this.watch.heard(), 20);
    },
    reopen: () => void (this.reopened += 1),
    giveUp: () => void (this.givenUp += 1),
    isAnswered: () => {
      this.calls += 1;
      return new Promise((resolve) => setTimeout(() => resolve(this.answersCalls), this.callMs));
    },
    isBrowserOnline: () => this.isBrowserOnline,
    isHidden: () => this.isHidden,
    onChange: (connection) => (this.now = connection),
  });

  setApart(): void {
    this.hasLink = false;
    this.watch.setApart();
  }

  cut(): void {
    this.answers = false;
    this.answersCalls = false;
  }

  /** Nothing comes through any more, and nothing says so. */
  answersLate(): void {
    this.cut();
    this.callMs = 1_500;
  }

  mend(): void {
    this.answers = true;
    this.answersCalls = true;
    this.callMs = 0;
  }
}

let world: World;
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  world = new World();
  world.watch.start();
  await pass(200);
  world.watch.welcomed(null);
});

afterEach(() => {
  world.watch.stop();
  vi.useRealTimers();
});

describe('a cut that nobody tells of', () => {
  test.each([0, 1, 400, 999, 1_019, 1_500])(
    'is noticed within three seconds, whenever it comes (%i ms after the last word)',
    async (ms) => {
      await pass(5_000 + ms);
      expect(world.now).toMatchObject({ state: 'online', cutOff: null });
      world.cut();
      const cutUtcMs = Date.now();
      await pass(3_000);
      expect(world.now).toMatchObject({ state: 'offline', cutOff: 'server' });
      // Its age is that of the last word, not of the moment at which it was noticed.
      expect(world.now.freshUtcMs).toBeLessThanOrEqual(cutUtcMs + 20);
      expect(world.now.freshUtcMs).toBeGreaterThan(cutUtcMs - 1_400);
    },
  );

  test('is as old as the clock of the server says, where that of this device is wrong', async () => {
    const aheadMs = 600_000;
    const answer = async (offsetMs: number): Promise<void> => {
      vi.stubGlobal('fetch', () =>
        Promise.resolve(new Response('', { headers: { date: new Date(Date.now() + offsetMs).toUTCString() } })),
      );
      await fetchFromServer('/', {});
    };
    await answer(aheadMs);
    await pass(2_000);
    world.cut();
    await pass(5_000);
    expect(Math.abs(world.now.freshUtcMs - (Date.now() + aheadMs - 5_000))).toBeLessThan(5_000);
    await answer(0);
    vi.unstubAllGlobals();
  });

  test('is over with the first word over the same link', async () => {
    world.cut();
    await pass(10_000);
    world.watch.heard();
    expect(world.now).toMatchObject({ state: 'online', cutOff: null });
  });

  test('a link that says nothing is given up, and not again and again', async () => {
    world.cut();
    await pass(60_000);
    expect(world.givenUp).toBeGreaterThan(5);
    expect(world.givenUp).toBeLessThan(13);
    expect(world.reopened).toBe(0);
  });

  test('a page that stood still itself reads what waits for it before it judges', async () => {
    world.answers = false;
    const { asked } = world;
    await pass(1_300);
    expect(world.asked).toBe(asked + 1);
    // The page does nothing for eight seconds; the answer waits to be read.
    const beforeMs = performance.now();
    const stood = vi.spyOn(performance, 'now').mockImplementation(() => beforeMs + 8_000);
    await pass(1_500);
    expect(world.now.state).toBe('online');
    stood.mockRestore();
    world.mend();
    world.watch.heard();
    await pass(3_000);
    expect(world.now.state).toBe('online');
  });

  test('nobody who hears something is asked', async () => {
    const asked = world.asked;
    for (let count = 0; count < 20; count += 1) {
      await pass(500);
      world.watch.heard();
    }
    expect(world.asked).toBe(asked);
  });

  test('a page that nobody looks at asks seldom, and at once when somebody looks', async () => {
    world.isHidden = true;
    await pass(2_000);
    const asked = world.asked;
    await pass(60_000);
    expect(world.asked - asked).toBeLessThanOrEqual(4);
    await pass(5_000);
    world.cut();
    world.isHidden = false;
    world.watch.lookedAt();
    await pass(1_600);
    expect(world.now.state).toBe('offline');
  });

  test('the first link may take longer, and its lack is told in the end', async () => {
    const slow = new World();
    slow.watch.start();
    slow.answers = false;
    await pass(4_000);
    expect(slow.now.state).toBe('connecting');
    await pass(1_500);
    expect(slow.now).toMatchObject({ state: 'offline', cutOff: 'server' });
    slow.watch.stop();
  });
});

describe('what the browser says of its network', () => {
  test('is believed at once where no call is answered either, and it is named', async () => {
    world.cut();
    world.isBrowserOnline = false;
    world.watch.networkLost();
    await pass(0);
    expect(world.now).toMatchObject({ state: 'offline', cutOff: 'browser' });
  });

  test('counts for nothing where the server answers: it may be this very machine', async () => {
    world.isBrowserOnline = false;
    world.watch.networkLost();
    await pass(10_000);
    expect(world.now).toMatchObject({ state: 'online', cutOff: null });
  });

  test('a link that seems to live on does not take it back; a call that is answered does', async () => {
    world.answersCalls = false;
    world.isBrowserOnline = false;
    world.watch.networkLost();
    await pass(5_000);
    world.watch.heard();
    expect(world.now.cutOff).toBe('browser');
    world.answersCalls = true;
    await pass(3_000);
    expect(world.now).toMatchObject({ state: 'online', cutOff: null });
  });

  test('an answer that was on its way when the network went takes nothing back', async () => {
    world.cut();
    world.isBrowserOnline = false;
    world.watch.networkLost();
    await pass(0);
    world.watch.callAnswered();
    expect(world.now.cutOff).toBe('browser');
  });

  test('is named also where the silence was noticed first', async () => {
    world.cut();
    await pass(4_000);
    expect(world.now.cutOff).toBe('server');
    world.isBrowserOnline = false;
    world.watch.networkLost();
    await pass(0);
    expect(world.now.cutOff).toBe('browser');
  });

  test('its return opens a link at once', async () => {
    world.cut();
    world.isBrowserOnline = false;
    await pass(4_000);
    expect(world.now.cutOff).toBe('browser');
    world.isBrowserOnline = true;
    world.watch.networkBack();
    expect(world.reopened).toBe(1);
    expect(world.now.state).toBe('offline');
  });
});

describe('a call that gets no answer', () => {
  test('asks the server at once, and is believed only when it stays silent', async () => {
    await pass(500);
    const asked = world.asked;
    world.watch.callFailed();
    expect(world.asked).toBe(asked + 1);
    await pass(2_000);
    expect(world.now.state).toBe('online');
    world.cut();
    world.watch.callFailed();
    await pass(1_600);
    expect(world.now).toMatchObject({ state: 'offline', cutOff: 'server' });
  });

  test('says at once that this device is offline when the browser says so too', () => {
    world.isBrowserOnline = false;
    world.watch.callFailed();
    expect(world.now).toMatchObject({ state: 'offline', cutOff: 'browser' });
  });

  test('an answered one opens the live link again, now and then', async () => {
    world.cut();
    await pass(4_000);
    for (let count = 0; count < 10; count += 1) world.watch.callAnswered();
    expect([world.reopened, world.now.state]).toEqual([1, 'offline']);
  });
});

describe('a link that stands again', () => {
  test('makes nothing true before it was read anew', async () => {
    world.cut();
    await pass(5_000);
    world.mend();
    let isRead = (): void => undefined;
    world.watch.welcomed(new Promise<void>((resolve) => (isRead = resolve)));
    await pass(500);
    expect(world.now.state).toBe('offline');
    isRead();
    await pass(0);
    expect(world.now.state).toBe('online');
  });

  test('and is cut again meanwhile, stays so', async () => {
    world.cut();
    await pass(5_000);
    world.watch.welcomed(new Promise((resolve) => setTimeout(resolve, 4_000)));
    await pass(4_500);
    expect(world.now.state).toBe('offline');
  });
});

describe('somebody to whom the server has nothing to tell', () => {
  test('is not told that the connection is lost', async () => {
    world.setApart();
    await pass(60_000);
    expect(world.now).toMatchObject({ state: 'apart', cutOff: null });
    world.watch.callFailed();
    await pass(0);
    expect(world.now.state).toBe('apart');
  });

  test.each([0, 700, 1_249])('is told within three seconds of a cut that nobody tells of (after %i ms)', async (ms) => {
    world.setApart();
    await pass(10_000 + ms);
    const cutUtcMs = Date.now();
    world.answersLate();
    await pass(3_000);
    expect(world.now).toMatchObject({ state: 'offline', cutOff: 'server' });
    expect(world.now.freshUtcMs).toBeLessThanOrEqual(cutUtcMs);
    expect(world.now.freshUtcMs).toBeGreaterThan(cutUtcMs - 1_400);
    world.mend();
    await pass(3_000);
    expect(world.now).toMatchObject({ state: 'apart', cutOff: null });
  });

  test('asks seldom while nobody looks, and at once when somebody does', async () => {
    world.isHidden = true;
    world.setApart();
    await pass(1_300);
    const calls = world.calls;
    await pass(60_000);
    expect(world.calls - calls).toBeLessThanOrEqual(4);
    world.answersLate();
    world.isHidden = false;
    world.watch.lookedAt();
    await pass(1_600);
    expect(world.now.state).toBe('offline');
  });

  test('is told so when nobody answers, until somebody does', async () => {
    world.setApart();
    world.cut();
    world.watch.callFailed();
    await pass(0);
    expect(world.now).toMatchObject({ state: 'offline', cutOff: 'server' });
    world.mend();
    await pass(6_000);
    expect(world.now.state).toBe('apart');
  });
});
