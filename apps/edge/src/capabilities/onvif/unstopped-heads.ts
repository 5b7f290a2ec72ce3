import { edgeCommands } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Log } from '../../platform/log/log.ts';

interface UnstoppedHeadsDeps {
  /** Ms that only go forwards. */
  monotonicMs: () => number;
  /** Stops the head of a camera. */
  stop: (cameraId: string) => Promise<unknown>;
  log: Log;
}

/** By when a silent process is known to be gone, and a slow camera has begun to move. */
const slackMs = 15_000;
const tries = 3;

/**
 * Heads that move while the process that would stop them ends. Many cameras do not heed the time that they are given: they would turn on
 * until somebody stops them, so its successor does.
 */
export class UnstoppedHeads {
  readonly #deps: UnstoppedHeadsDeps;
  /** Until when each of these may move. */
  readonly #moving = new Map<string, number>();
  readonly #left = new Set<string>();
  #isLost = false;

  constructor(deps: UnstoppedHeadsDeps) {
    this.#deps = deps;
  }

  /** Something is asked of a device. */
  noteAsked(command: string, body: unknown): void {
    const action = actionOf(command, body);
    if (action === null) return;
    if (this.#isLost) {
      // Nobody knows whether it comes through: rather a move ends too early than never.
      if (action.movesForMs !== null) this.#left.add(action.cameraId);
      return;
    }
    // Whatever comes last counts: no stop of before shall end it.
    this.#left.delete(action.cameraId);
    if (action.movesForMs === null) this.#moving.delete(action.cameraId);
    else this.#moving.set(action.cameraId, this.#deps.monotonicMs() + action.movesForMs + slackMs);
  }

  /** The process ended. */
  lose(): void {
    this.#isLost = true;
    const nowMs = this.#deps.monotonicMs();
    for (const [cameraId, untilMs] of this.#moving) if (untilMs > nowMs) this.#left.add(cameraId);
    this.#moving.clear();
  }

  /** Its successor listens. */
  async stopAll(): Promise<void> {
    this.#isLost = false;
    await Promise.all([...this.#left].map((cameraId) => this.#stop(cameraId)));
  }

  async #stop(cameraId: string): Promise<void> {
    for (let attempt = 1; attempt <= tries && this.#left.has(cameraId); attempt++) {
      try {
        await this.#deps.stop(cameraId);
        this.#left.delete(cameraId);
      } catch (error) {
        // The next successor does it.
        if (error instanceof AppError && error.code === 'core_part_down') return;
        this.#deps.log.warn(
          { cameraId, detail: String(error) },
          'a head that moved when the process for devices ended could not be stopped',
        );
      }
    }
    this.#left.delete(cameraId);
  }
}

/** What a head is told by a command; null for a command that tells none anything. `movesForMs`: null when it does not move by speed. */
function actionOf(command: string, body: unknown): { cameraId: string; movesForMs: number | null } | null {
  if (command !== 'onvif.act') return null;
  const input = edgeCommands['onvif.act'].input.safeParse(body);
  if (!input.success) return null;
  const { cameraId, action } = input.data;
  if (action.kind === 'move') return { cameraId, movesForMs: action.timeoutMs };
  return action.kind === 'goToPreset' ? { cameraId, movesForMs: null } : null;
}
