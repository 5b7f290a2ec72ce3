import { connect, type Socket } from 'node:net';
import type { MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { createFrameReader, decodeConfigBody, decodeUnit, encodeJson } from './media-bus-codec.ts';
import { kindAudio, kindConfig, kindStatus, kindSubscribe, kindVideo } from './media-bus-protocol.ts';
import type { BusStatus } from './media-bus-server.ts';

/**
 * What a subscriber hears. First `status` and, as soon as known, `config`; then units, beginning with a keyframe (the cached
 * group of pictures comes as a burst). After a loss (slow reader, reconnect) units begin again with a keyframe. Times are on the
 * stream's own line (90 kHz); at a unit with `gap` they may step in either direction.
 */
export interface StreamSubscriberEvents {
  config: (config: StreamConfig) => void;
  unit: (unit: MediaUnit) => void;
  status?: (status: BusStatus) => void;
  /** The media worker is away; the subscription reconnects by itself and starts with `config` again. */
  interrupted?: () => void;
}

export interface StreamSubscription {
  close(): void;
}

const retryMs = [50, 100, 250, 500, 1000];

/** Subscribes to one stream on the media worker's socket. Never throws; reconnects until closed. */
export function subscribeStream(
  socketPath: string,
  streamId: string,
  events: StreamSubscriberEvents,
): StreamSubscription {
  let closed = false;
  let failures = 0;
  let socket: Socket | null = null;
  let timer: NodeJS.Timeout | null = null;

  const open = (): void => {
    const buffer = Buffer.allocUnsafeSlow(65_536);
    const callback = (bytes: number): boolean => {
      // The units are views of what was read, and outlive it.
      if (!read(Buffer.from(buffer.subarray(0, bytes)))) current.destroy();
      return true;
    };
    // Memory for each read would be asked for and given back for every picture of every camera.
    const current = connect({ path: socketPath, onread: { buffer, callback } });
    socket = current;
    const read = createFrameReader((frame) => {
      failures = 0;
      if (closed) return;
      if (frame.kind === kindVideo || frame.kind === kindAudio) {
        const unit = decodeUnit(frame);
        if (unit !== null) events.unit(unit);
      } else if (frame.kind === kindConfig) events.config(decodeConfigBody(Buffer.from(frame.payload).toString()));
      else if (frame.kind === kindStatus)
        events.status?.(JSON.parse(Buffer.from(frame.payload).toString()) as BusStatus);
    });
    current.on('connect', () => current.write(encodeJson(kindSubscribe, { streamId })));
    // The worker may be starting or restarting: 'close' follows and tries again.
    current.on('error', () => current.destroy());
    current.on('close', () => {
      if (closed) return;
      if (failures === 0) events.interrupted?.();
      timer = setTimeout(open, retryMs[Math.min(failures++, retryMs.length - 1)]);
    });
  };
  open();
  return {
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      socket?.destroy();
    },
  };
}
