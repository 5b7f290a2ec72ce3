import type { LinkFromEdge } from '@sightline/contracts/link/link';
import { edgeCommands, type EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { PatientTimeout } from '@sightline/node-io/timers/patient-timeout';
import { startPatientTimeout } from '@sightline/node-io/timers/patient-timeout';
import { newId } from '../../platform/ids/ids.ts';
import { failureOf } from './link-answers.ts';

interface Pending {
  command: EdgeCommandName;
  resolve: (body: unknown) => void;
  reject: (error: AppError) => void;
  timer: PatientTimeout;
}

/** What was asked of one core on one link and is not answered yet. */
export class LinkRequests {
  readonly #pending = new Map<string, Pending>();

  /** Asks under a new id; rejects with what the core answers, `core_timeout` or, at the end of the link, `core_offline`. */
  ask(command: EdgeCommandName, timeoutMs: number, send: (requestId: string) => void): Promise<unknown> {
    const requestId = newId();
    return new Promise((resolve, reject) => {
      const timer = startPatientTimeout(() => {
        this.#pending.delete(requestId);
        reject(new AppError('core_timeout'));
      }, timeoutMs);
      this.#pending.set(requestId, { command, resolve, reject, timer });
      send(requestId);
    });
  }

  /** Hands an answer to whoever asked; false when it is none that the command can have. */
  take(message: Extract<LinkFromEdge, { type: 'reply' | 'failure' }>): boolean {
    const pending = this.#pending.get(message.requestId);
    // Late answers are normal: the asker has gone.
    if (!pending) return true;
    this.#pending.delete(message.requestId);
    pending.timer.stop();
    if (message.type === 'failure') {
      const failure = failureOf(message);
      pending.reject(failure ?? new AppError('link_message_invalid'));
      return failure !== null;
    }
    const body = edgeCommands[pending.command].output.safeParse(message.body);
    if (body.success) pending.resolve(body.data);
    else pending.reject(new AppError('link_message_invalid'));
    return body.success;
  }

  /** The link has ended: nobody will answer. */
  end(): void {
    for (const pending of this.#pending.values()) {
      pending.timer.stop();
      pending.reject(new AppError('core_offline'));
    }
    this.#pending.clear();
  }
}
