import type { PlayerReply, PlayerRequest } from '@sightline/contracts/live/player-protocol';
import type { StreamConfig } from '@sightline/media/units/access-unit';
import type { PlayerSender } from '../play/player-sender.ts';
import type { FeedState } from './feeds/live-feed.ts';
import { LiveFragmentSender } from './live-fragment-sender.ts';
import { LiveView } from './live-view.ts';
import type { TrackChoice } from './feeds/track-choice.ts';
import type { ViewerFeeds } from './feeds/viewer-feeds.ts';

/** The `showing` message of a stream. */
export const showingReply = (requestId: number, config: StreamConfig, choice: TrackChoice): PlayerReply => ({
  type: 'showing',
  requestId,
  stream: choice.kind,
  codec: config.video.codecString,
  width: config.video.width,
  height: config.video.height,
  transcoded: choice.transcode,
  ...(choice.masked ? { masked: choice.masked } : {}),
});

export const stateReply = (requestId: number, state: FeedState): PlayerReply => ({
  type: 'state',
  requestId,
  ...state,
});

/** Answers a `live` request with fragments until `signal` is aborted. */
export async function serveLiveFragments(
  feeds: ViewerFeeds,
  request: PlayerRequest & { type: 'live' },
  to: { sender: PlayerSender; signal: AbortSignal },
): Promise<void> {
  const { requestId } = request;
  let lastUnitUtcMs: number | null = null;
  const fragments = new LiveFragmentSender(to.sender, requestId, {
    zeroUtcMs: () => view.zeroUtcMs(),
    slow: (isSlow) =>
      to.sender.reply(
        stateReply(requestId, {
          state: isSlow ? 'stalled' : 'live',
          cause: isSlow ? 'viewer_too_slow' : null,
          lastUnitUtcMs,
        }),
      ),
  });
  const view: LiveView = new LiveView(feeds, {
    showing: (config, choice) => {
      to.sender.reply(showingReply(requestId, config, choice));
      fragments.setConfig(config);
    },
    burst: (units) => {
      for (const unit of units) fragments.send(unit);
    },
    unit: (unit) => {
      lastUnitUtcMs = Math.round(unit.arrivalMs);
      fragments.send(unit);
    },
    state: (state) => to.sender.reply(stateReply(requestId, state)),
  });
  await view.show({ wanted: request.stream, target: 'mse', transcode: request.transcode });
  await aborted(to.signal);
  view.close();
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
