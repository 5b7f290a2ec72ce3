import type { PlayerRequests } from '../transport/player-requests.ts';

interface ThumbnailRequest {
  atUtcMs: number;
  width: number;
  stream: 'main' | 'sub';
}

/** Asks the core for a picture; null when there is none, the way is lost, or nobody wants it any more. */
export function requestThumbnail(
  requests: PlayerRequests,
  { atUtcMs, width, stream }: ThumbnailRequest,
  signal: AbortSignal,
): Promise<Blob | null> {
  return new Promise((resolve) => {
    const request = requests.open(
      { type: 'thumbnail', stream, atUtcMs: Math.max(0, Math.floor(atUtcMs)), width },
      {
        onReply: (reply) => {
          if (reply.type === 'failed' || reply.type === 'done') resolve(null);
        },
        onItem: (item) => resolve(new Blob([item.bytes], { type: 'image/jpeg' })),
        onLost: () => resolve(null),
      },
    );
    signal.addEventListener(
      'abort',
      () => {
        request.cancel();
        resolve(null);
      },
      { once: true },
    );
  });
}
