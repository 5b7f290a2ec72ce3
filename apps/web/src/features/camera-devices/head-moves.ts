import type { OnvifAction } from '@sightline/contracts/cameras/camera-onvif';

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

/** Moves of one head. */
export interface HeadMoves {
  /** Moves until `stop`. */
  hold: (direction: Direction) => void;
  /** Moves a little. */
  nudge: (direction: Direction) => void;
  /** Ends what is held; nothing when nothing is. */
  stop: () => void;
}

/**
 * Moves that never pile up: one request is on its way at a time, so that a stop never overtakes its move, and only the
 * newest wish waits behind it, so that a slow device does not go on moving after the button was let go. `send` never rejects.
 */
export const createHeadMoves = (send: (action: OnvifAction) => Promise<void>): HeadMoves => {
  let isSending = false;
  let waiting: OnvifAction | null = null;
  let newest: OnvifAction['kind'] = 'stop';
  let timer: ReturnType<typeof setInterval> | undefined;
  const pump = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (waiting !== null) {
      const action: OnvifAction = waiting;
      waiting = null;
      newest = action.kind;
      await send(action);
    }
    isSending = false;
  };
  const want = (action: OnvifAction): void => {
    waiting = action;
    void pump();
  };
  const release = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    hold: (direction) => {
      release();
      want(moveOf(direction, holdMs));
      timer = setInterval(() => {
        if (!isSending) want(moveOf(direction, holdMs));
      }, againMs);
    },
    nudge: (direction) => want(moveOf(direction, nudgeMs)),
    stop: () => {
      if (timer === undefined) return;
      release();
      // A move that was not sent yet needs no stop.
      waiting = null;
      if (newest === 'move') want({ kind: 'stop' });
    },
  };
};
