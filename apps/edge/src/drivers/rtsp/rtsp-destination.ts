import { headerOf } from '@sightline/media/rtsp/rtsp-message';
import type { FindDestination, SourcePlace } from '../source-driver.ts';
import { RtspConnection } from './rtsp-connection.ts';
import { RtspFailure } from './rtsp-failure.ts';
import { firstTarget, followRedirect, type RtspTarget } from './rtsp-redirect.ts';

const MAX_REDIRECTS = 3;

/** Asks the camera itself. One that cannot be asked is called where people said. */
export const findDestination: FindDestination = async (place, withinMs) => {
  try {
    const { url, credentials } = await destinationOf(place, withinMs);
    return { url: url.href, username: credentials?.username ?? null, password: credentials?.password ?? null };
  } catch (error) {
    if (error instanceof RtspFailure) return { reason: error.reason, detail: error.message };
    throw error;
  }
};

async function destinationOf(place: SourcePlace, withinMs: number): Promise<RtspTarget> {
  let target = firstTarget(place);
  const untilMs = performance.now() + withinMs;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const location = await redirectOf(target, untilMs - performance.now());
    if (location === null) return target;
    target = await followRedirect(target, location);
  }
  throw new RtspFailure('camera_closed', 'too many redirects');
}

async function redirectOf(target: RtspTarget, withinMs: number): Promise<string | null> {
  const connection = new RtspConnection(target, { interleaved: () => undefined, ended: () => undefined });
  // Closing it ends what it waits for.
  const timer = setTimeout(() => void connection.close(), Math.max(0, withinMs));
  try {
    const answer = await connection.request({
      method: 'DESCRIBE',
      url: target.url.href,
      headers: [['Accept', 'application/sdp']],
    });
    return answer.status >= 300 && answer.status < 400 ? headerOf(answer, 'location') : null;
  } catch (error) {
    if (error instanceof RtspFailure) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    await connection.close();
  }
}
