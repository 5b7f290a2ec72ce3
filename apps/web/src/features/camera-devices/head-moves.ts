import { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import type { OnvifAction } from '@sightline/contracts/cameras/camera-onvif';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';

/** Where to, each -1, 0 or 1. */
export interface Direction {
  pan: number;
  tilt: number;
  zoom: number;
}

const speed = 0.5;
/** The device stops by itself after this long, should nobody tell it to. */
const holdMs = 2_000;
const againMs = 1_200;
const nudgeMs = 400;

const moveOf = ({ pan, tilt, zoom }: Direction, timeoutMs: number): OnvifAction => ({
  kind: 'move',
  pan: pan * speed,
  tilt: tilt * speed,
  zoom: zoom * speed,
  timeoutMs,
});

/** Moves the head of a camera while a button is held, or a little. Requests follow each other, so that a stop never overtakes its move. */
export const useHeadMoves = (cameraId: string) => {
  const [failure, setFailure] = useState<unknown>(null);
  const queue = useRef(Promise.resolve());
  const timer = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  const send = useRef((_action: OnvifAction): void => undefined);
  useEffect(() => {
    send.current = (action) => {
      queue.current = queue.current.then(async () => {
        try {
          await call(cameraDevicesCalls.act, { params: { id: cameraId }, body: { action } });
          setFailure(null);
        } catch (refused) {
          setFailure(refused);
        }
      });
    };
  }, [cameraId]);
  const stop = (): void => {
    if (timer.current === undefined) return;
    clearInterval(timer.current);
    timer.current = undefined;
    send.current({ kind: 'stop' });
  };
  const latestStop = useRef(stop);
  useEffect(() => {
    latestStop.current = stop;
  });
  // Whoever leaves while the head moves leaves it standing.
  useEffect(() => () => latestStop.current(), []);
  return {
    failure,
    stop,
    hold: (direction: Direction): void => {
      stop();
      send.current(moveOf(direction, holdMs));
      timer.current = setInterval(() => send.current(moveOf(direction, holdMs)), againMs);
    },
    nudge: (direction: Direction): void => send.current(moveOf(direction, nudgeMs)),
  };
};
