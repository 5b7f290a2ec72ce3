import type { OnvifAction } from '@sightline/contracts/cameras/camera-onvif';

/** A move that is held is asked for again before it ends; the network may take a while. */
const graceMs = 3_000;
const maxHeld = 1_000;

/** Whose moves of which head. */
interface Mover {
  organizationId: string;
  userId: string;
  cameraId: string;
}

/** Tells the first move of a hold from those that only keep it going: people ask again while a button is down. */
export class HeldMoves {
  readonly #untilMs = new Map<string, { direction: string; untilMs: number }>();

  /** Whether an action only goes on with what the same person began. Remembers it. */
  isContinued({ organizationId, userId, cameraId }: Mover, action: OnvifAction, nowMs: number): boolean {
    const key = `${organizationId} ${userId} ${cameraId}`;
    const before = this.#untilMs.get(key);
    // The newest last: what is oldest is forgotten first.
    this.#untilMs.delete(key);
    if (action.kind !== 'move') return false;
    const direction = [action.pan, action.tilt, action.zoom].map(Math.sign).join(' ');
    this.#untilMs.set(key, { direction, untilMs: nowMs + action.timeoutMs + graceMs });
    const [oldest] = this.#untilMs.keys();
    if (this.#untilMs.size > maxHeld && oldest !== undefined) this.#untilMs.delete(oldest);
    return before !== undefined && before.direction === direction && nowMs <= before.untilMs;
  }
}
