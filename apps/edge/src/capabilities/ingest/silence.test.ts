import { describe, expect, it, test } from 'vitest';
import type { SourceSession } from '../../drivers/source-driver.ts';
import { createHearingTime, assessSilence, type SilenceSigns } from './silence.ts';
import { SilenceWatch } from './silence-watch.ts';

const fps15 = 1000 / 15;
const quiet: SilenceSigns = {
  silentMs: 0,
  frameMs: fps15,
  askedMs: null,
  isAlive: false,
  answerMs: 5,
  isNoAnswerer: false,
};

test.each<[string, Partial<SilenceSigns>, string]>([
  ['a picture late', { silentMs: 400 }, 'fine'],
  ['a second without a picture', { silentMs: 950 }, 'ask'],
  ['asked, and time to answer', { silentMs: 1300, askedMs: 400 }, 'fine'],
  ['asked, and no answer', { silentMs: 1450, askedMs: 500 }, 'mute'],
  ['it answers', { silentMs: 1600, askedMs: 700, isAlive: true }, 'fine'],
  ['it answered a while ago', { silentMs: 2000, askedMs: 1000, isAlive: true }, 'ask'],
  ['it answers but sends nothing', { silentMs: 4001, askedMs: 100, isAlive: true }, 'stalled'],
  ['nothing at all for long', { silentMs: 4001, askedMs: 3000 }, 'stalled'],
  ['one picture a second: two of them late', { silentMs: 2900, frameMs: 1000 }, 'fine'],
  ['one picture a second: three of them late', { silentMs: 3100, frameMs: 1000 }, 'ask'],
  ['one picture a second, and its own limit', { silentMs: 9900, frameMs: 1000, askedMs: 900, isAlive: true }, 'fine'],
  ['one picture a second, over its limit', { silentMs: 10_100, frameMs: 1000, askedMs: 900, isAlive: true }, 'stalled'],
  ['one picture in ten seconds', { silentMs: 25_000, frameMs: 10_000 }, 'fine'],
  ['a slow way', { silentMs: 2000, askedMs: 1000, answerMs: 400 }, 'fine'],
  ['a slow way, and no answer', { silentMs: 2200, askedMs: 1200, answerMs: 400 }, 'mute'],
  ['the slowest way', { silentMs: 3000, askedMs: 2000, answerMs: 30_000 }, 'mute'],
  ['who never answers such a question', { silentMs: 3900, askedMs: 3000, isNoAnswerer: true }, 'fine'],
  ['before the distance of its pictures is known', { silentMs: 950, frameMs: 0 }, 'ask'],
])('silence: %s', (_what, signs, expected) => {
  expect(assessSilence({ ...quiet, ...signs })).toBe(expected);
});

describe('the time that there was to hear something', () => {
  it('is the time that passed while this core looks when it should', () => {
    const hearing = createHearingTime(100);
    for (let ms = 0; ms <= 10_000; ms += 100) hearing(ms);
    expect(hearing(10_100)).toBe(10_100);
  });

  it('does not count what this core itself was late: sixty-four cameras are not silent because it was', () => {
    const hearing = createHearingTime(100);
    hearing(0);
    expect(hearing(8_000)).toBe(200);
    expect(hearing(8_100)).toBe(300);
    expect(hearing(8_050)).toBe(300);
  });
});

/** A connection that sends `fps` pictures a second while `sends`, and answers while `answers`. */
class TestSession implements SourceSession {
  questions = 0;
  pictures = 0;
  answers = true;
  stop = async (): Promise<void> => undefined;
  packetsLost = (): number => 0;
  bytesReceived = (): number => this.pictures * 1000;
  lastPictureMs = (): number | null => (this.pictures === 0 ? null : this.pictures);
  answerMs = (): number => 2;
  transport = () => 'tcp' as const;
  ask(): Promise<void> {
    this.questions++;
    return this.answers ? Promise.resolve() : new Promise(() => undefined);
  }
}

describe('the watch of a connection', () => {
  /** Looks every 100 ms from `fromMs`, with a picture every `pictureEveryMs`; what it said, each once. */
  async function look(
    watch: SilenceWatch,
    session: TestSession,
    { fromMs, forMs, pictureEveryMs }: { fromMs: number; forMs: number; pictureEveryMs: number },
  ) {
    const said = new Set<string>();
    for (let ms = fromMs; ms < fromMs + forMs; ms += 100) {
      if (ms % pictureEveryMs === 0) session.pictures++;
      said.add(watch.look(ms, Number.isFinite(pictureEveryMs) ? pictureEveryMs : 100));
      await Promise.resolve();
    }
    return [...said];
  }
  const never = Number.POSITIVE_INFINITY;

  it('asks nothing of a camera that sends, and nothing before its first picture', async () => {
    const session = new TestSession();
    const watch = new SilenceWatch(session, 9000);
    expect(await look(watch, session, { fromMs: 100, forMs: 9000, pictureEveryMs: never })).toEqual(['fine']);
    expect(watch.look(9200, 100)).toBe('stalled');
    const slow = new TestSession();
    expect(await look(new SilenceWatch(slow, 9000), slow, { fromMs: 0, forMs: 60_000, pictureEveryMs: 1000 })).toEqual([
      'fine',
    ]);
    expect([session.questions, slow.questions]).toEqual([0, 0]);
  });

  it('says within a second and a half that a camera is gone', async () => {
    const session = new TestSession();
    const watch = new SilenceWatch(session, 9000);
    await look(watch, session, { fromMs: 0, forMs: 2000, pictureEveryMs: 100 });
    session.answers = false;
    expect(await look(watch, session, { fromMs: 2000, forMs: 1300, pictureEveryMs: never })).toEqual(['fine', 'ask']);
    expect(await look(watch, session, { fromMs: 3300, forMs: 200, pictureEveryMs: never })).toContain('mute');
    expect(session.questions).toBe(1);
  });

  it('asks again of one that answers, and notices when it stops answering', async () => {
    const session = new TestSession();
    const watch = new SilenceWatch(session, 9000);
    await look(watch, session, { fromMs: 0, forMs: 2000, pictureEveryMs: 100 });
    expect(await look(watch, session, { fromMs: 2000, forMs: 2000, pictureEveryMs: never })).toEqual(['fine', 'ask']);
    session.answers = false;
    expect(await look(watch, session, { fromMs: 4000, forMs: 1800, pictureEveryMs: never })).toContain('mute');
  });

  it('does not trust the silence of one that sends pictures and never answers', async () => {
    const session = new TestSession();
    const watch = new SilenceWatch(session, 9000);
    session.answers = false;
    await look(watch, session, { fromMs: 0, forMs: 2000, pictureEveryMs: 100 });
    expect(await look(watch, session, { fromMs: 2000, forMs: 2000, pictureEveryMs: never })).toContain('mute');
    await look(watch, session, { fromMs: 4000, forMs: 5000, pictureEveryMs: 100 });
    expect(await look(watch, session, { fromMs: 9000, forMs: 3900, pictureEveryMs: never })).toEqual(['fine', 'ask']);
    expect(await look(watch, session, { fromMs: 12_900, forMs: 400, pictureEveryMs: never })).toContain('stalled');
  });
});
