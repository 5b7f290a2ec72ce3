import type { SourceEvents } from '@sightline/media/units/access-unit';
import type { SourceDriver, SourceOptions, SourceSession } from '../source-driver.ts';
import { RtspFailure } from './rtsp-failure.ts';
import { RtspClientSession } from './rtsp-session.ts';

/** Our own RTSP client: no native code, no probing, first picture after three round trips. */
export const rtspDriver: SourceDriver = { name: 'rtsp', open };

/** Something that is no RTSP may never come to an end of its answer. */
const silenceOf = (session: RtspClientSession, waitedMs: number): RtspFailure =>
  session.isStrange
    ? new RtspFailure('camera_not_rtsp', 'the answer is not RTSP')
    : new RtspFailure('camera_timeout', `no answer within ${waitedMs} ms`);

const failureOf = (error: unknown): RtspFailure =>
  error instanceof RtspFailure
    ? error
    : new RtspFailure('camera_closed', error instanceof Error ? error.message : 'set-up failed');

function open(options: SourceOptions, events: SourceEvents): SourceSession {
  let ended = false;
  let closing: Promise<void> = Promise.resolve();
  const end = (failure: RtspFailure): void => {
    if (ended) return;
    session.flush();
    ended = true;
    clearTimeout(timer);
    closing = session.close();
    events.end(failure.reason, failure.message);
  };
  const session = new RtspClientSession(options, {
    config: (config) => {
      if (!ended) events.config(config);
    },
    unit: (unit) => {
      if (!ended) events.unit(unit);
    },
    ended: end,
  });
  const timer = setTimeout(() => {
    end(silenceOf(session, options.setupTimeoutMs));
  }, options.setupTimeoutMs);
  const run = async (): Promise<void> => {
    // One turn later: nothing may be delivered before `open` has returned.
    await Promise.resolve();
    try {
      if (!ended) await session.start();
      clearTimeout(timer);
    } catch (error) {
      end(failureOf(error));
    }
  };
  void run();
  return {
    async stop() {
      end(new RtspFailure('stopped', 'stopped'));
      await closing;
    },
    bytesReceived: () => session.bytesReceived(),
    packetsLost: () => session.packetsLost(),
    lastPictureMs: () => session.lastPictureMs(),
    ask: () => session.ask(),
    answerMs: () => session.answerMs(),
    transport: () => session.transport(),
  };
}
