import { errorCode } from '@sightline/contracts/shared/errors';
import { subscribeStream } from '../../../platform/media-bus/media-bus-client.ts';
import type { SubscribeUnits } from './live-feed.ts';

/** Units of a stream from the media worker's bus, which reconnects by itself. */
export const busUnits =
  (socketPath: () => string, streamId: string): SubscribeUnits =>
  (events) => {
    const subscription = subscribeStream(socketPath(), streamId, {
      config: events.config,
      unit: events.unit,
      status: (status) => {
        const isOnline = status.state === 'online' || (status.state === 'connecting' && status.reason === null);
        events.status({
          isOnline,
          cause: isOnline ? null : (errorCode.safeParse(status.reason).data ?? 'stream_offline'),
        });
      },
      interrupted: () => events.status({ isOnline: false, cause: 'stream_offline' }),
    });
    return () => subscription.close();
  };
